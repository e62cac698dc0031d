"""What the dealer confesses."""

from collections.abc import Sequence
from threading import Event, Thread
from typing import Any

import pytest

from service.play import turns
from service.play.catalogue import StoredGame
from service.play.confession import Confessions
from service.play.games import Games
from service.play.refusals import Busy
from service.play.requests import GameRequest, Guess
from service.play.turns import monotone
from service.search.budget import Bounds, Budget
from tests import factory
from tests.play.conftest import UnluckyStore, games_of
from tests.waiting import PATIENCE


@pytest.mark.parametrize(
    ("bounds", "closer"),
    [
        ([], []),
        ([(2, 5)], [(2, 5)]),
        ([(2, 3), (0, 9)], [(2, 3), (0, 3)]),  # what is forced later is no more than before
        ([(0, 9), (4, 7)], [(4, 9), (4, 7)]),  # and what was forced before, no less than later
        ([(1, 8), (3, 9), (2, 4), (0, 6)], [(3, 8), (3, 8), (2, 4), (0, 4)]),
    ],
)
def test_bounds_on_what_never_grows_are_made_closer_by_those_before_and_after(
    bounds: list[tuple[int, int]], closer: list[tuple[int, int]]
) -> None:
    assert monotone([Bounds(*pair) for pair in bounds]) == [Bounds(*pair) for pair in closer]


def forced(
    monkeypatch: pytest.MonkeyPatch, sizes: Sequence[int], searched: dict[int, Bounds]
) -> list[Bounds]:
    """The misses forced of lists of these sizes, if a search of each finds these bounds."""
    monkeypatch.setattr(turns, "value_bounds", lambda _, ids, *__: searched[len(ids)])
    dictionary = factory.dictionary([a + b + c for a in "bcd" for b in "aei" for c in "klm"])
    lists = [dictionary.lexicons[3].everything[:size] for size in sizes]
    return turns.misses_forced(dictionary, 3, lists, Budget())


def test_misses_forced_never_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = {20: Bounds(1, 4), 10: Bounds(2, 7), 5: Bounds(0, 5)}

    bounds = forced(monkeypatch, [20, 10, 5], searched)

    assert bounds == [Bounds(2, 4), Bounds(2, 4), Bounds(0, 4)]


def test_list_between_two_that_force_the_same_is_not_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched = {14: Bounds(3, 3), 12: Bounds(3, 3)}

    bounds = forced(monkeypatch, [14, 13, 12], searched)

    assert bounds == [Bounds(3, 3)] * 3


@pytest.mark.parametrize("limit", [0, 1, 2, 50])
def test_confession_shows_as_many_words_as_are_asked_for_commonest_first(
    store: UnluckyStore, limit: int
) -> None:
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
