"""What the dealer confesses."""

from threading import Event, Thread
from typing import Any

import pytest

from service.play.catalogue import StoredGame
from service.play.confession import Confessions
from service.play.games import Games
from service.play.refusals import Busy
from service.play.requests import GameRequest, Guess
from tests.play.conftest import UnluckyStore, games_of
from tests.support.waiting import PATIENCE


@pytest.mark.parametrize("limit", [0, 1, 2, 50])
def test_confession_shows_the_commonest_words_first(store: UnluckyStore, limit: int) -> None:
    commonness = {"cat": 30, "cot": 10, "cut": 20, "dog": 50, "fox": 70, "hub": 40, "ivy": 60}
    games = games_of(store, commonness)
    game = games.start(GameRequest(max_misses=1)).view
    games.guess(game.id, Guess("c"))

    [step] = games.confession(game.id, limit).guesses

    assert (step.words_before, step.words_left) == (7, 4)
    assert step.dropped == ["cot", "cut", "cat"][:limit]
    assert step.kept == ["hub", "dog", "ivy", "fox"][:limit]


class Slow:
    """Work that begins, and ends when it is let go."""

    def __init__(self, result: Any) -> None:
        self.result = result
        self.begun, self.go_on, self.times = Event(), Event(), 0

    def __call__(self) -> Any:
        self.times += 1
        self.begun.set()
        assert self.go_on.wait(PATIENCE)
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


def confessions_of_two(games: Games, work: Slow) -> tuple[Confessions, StoredGame, list[Any]]:
    """What two who ask for the same confession at the same time hear."""
    game = games.start(GameRequest()).view
    stored = games.catalogue.game_of(games.store.load(game.id))
    confessions, heard = Confessions(), list[Any]()

    def ask() -> None:
        try:
            heard.append(confessions.once(stored, work))
        except Busy as error:
            heard.append(error)

    first, second = (Thread(target=ask, daemon=True) for _ in range(2))
    first.start()
    assert work.begun.wait(PATIENCE)
    second.start()
    second.join(0.1)
    work.go_on.set()
    for thread in (first, second):
        thread.join(PATIENCE)
    return confessions, stored, heard


def test_who_asks_while_a_confession_is_worked_out_waits_for_it(games: Games) -> None:
    confession: Any = object()
    work = Slow(confession)

    _, _, heard = confessions_of_two(games, work)

    assert (heard, work.times) == ([confession, confession], 1)


def test_who_waits_hears_that_it_failed_and_the_next_one_gets_it(games: Games) -> None:
    busy, confession = Busy(), Slow(object())
    work = Slow(busy)
    confession.go_on.set()

    confessions, stored, heard = confessions_of_two(games, work)

    assert (heard, work.times) == ([busy, busy], 1)
    assert confessions.once(stored, confession) is confession.result


def test_oldest_confessions_are_forgotten(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.play.confession.MOST_KEPT", 2)
    confessions, work = Confessions(), Slow("a confession")
    work.go_on.set()
    ids = [games.start(GameRequest()).view.id for _ in range(3)]
    stored = [games.catalogue.game_of(games.store.load(game_id)) for game_id in ids]

    for each in [*stored, stored[2], stored[1], stored[0]]:
        confessions.once(each, work)

    assert work.times == 4
