"""One thread thinks at a time; another may while it waits for the store."""

import time
from threading import Event, Thread
from typing import Any

import pytest

from service.serving.turns import Turn, Waiting


class Slow:
    """A store that answers when it is allowed to."""

    def __init__(self) -> None:
        self.asked = Event()
        self.allowed = Event()

    def execute_command(self, *arguments: Any) -> Any:
        self.asked.set()
        assert self.allowed.wait(10)
        if arguments == ("FAIL",):
            raise ConnectionError
        return "answer"


def test_nobody_else_thinks_meanwhile() -> None:
    turn, thinking = Turn(), []

    def think() -> None:
        for _ in range(20):
            with turn:
                thinking.append(1)
                assert len(thinking) == 1
                time.sleep(0.0005)
                thinking.pop()

    threads = [Thread(target=think) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert not thinking


def test_turn_is_handed_on_while_the_store_is_waited_for() -> None:
    turn, store = Turn(), Slow()
    answers = []

    def guess() -> None:
        with turn:
            answers.append(Waiting(store, turn).execute_command("GET"))
            assert turn.is_ours

    thread = Thread(target=guess)
    thread.start()
    assert store.asked.wait(10)
    with turn:  # while the other thread waits
        store.allowed.set()
    thread.join()

    assert answers == ["answer"]


def test_turn_is_taken_back_when_the_store_fails() -> None:
    turn, store = Turn(), Slow()
    store.allowed.set()

    with turn:
        with pytest.raises(ConnectionError):
            Waiting(store, turn).execute_command("FAIL")
        assert turn.is_ours
    assert not turn.is_ours


def test_who_has_no_turn_needs_none() -> None:
    turn, store = Turn(), Slow()
    store.allowed.set()

    with turn:
        thread = Thread(target=Waiting(store, turn).execute_command, args=("PING",))
        thread.start()
        thread.join(10)

        assert not thread.is_alive()
