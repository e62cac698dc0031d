"""Games of tiny dictionaries, in a store that fails on demand."""

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, TypeAlias, TypeVar

import pytest

from service.play.games import Games
from service.play.requests import GameChoices, Guess
from service.play.views import GameView
from service.store.game_store import GameStore
from service.store.record import Retention
from service.store.redis_commands import RedisCommands
from tests.support import factory
from tests.support.fakes import FakeServers

Act: TypeAlias = Callable[[], None]
Misfortune: TypeAlias = Callable[[Act], None]

Result = TypeVar("Result")

LIFE = Retention(played=60_000, unplayed=10_000)
WORDS = ["cat", "cot", "cut", "dog"]


def unlucky(method: Callable[..., Result]) -> Callable[..., Result]:
    """Wrap a method of a store: the next misfortune happens to each call."""

    def suffer(store: "UnluckyStore", *values: Any, **named: Any) -> Result:
        results: list[Result] = []
        misfortune = store.ahead.pop(0) if store.ahead else luck
        misfortune(lambda: results.append(method(store, *values, **named)))
        return results[0]

    return suffer


class UnluckyStore(GameStore):
    """A store to whose next calls the misfortunes in `ahead` happen, in order."""

    def __init__(self) -> None:
        super().__init__(RedisCommands(FakeServers()), LIFE)
        self.ahead: list[Misfortune] = []

    create, keep_start = unlucky(GameStore.create), unlucky(GameStore.keep_start)
    save, delete = unlucky(GameStore.save), unlucky(GameStore.delete)


def luck(act: Act) -> None:
    act()


@pytest.fixture
def store() -> UnluckyStore:
    return UnluckyStore()


@pytest.fixture
def games(store: UnluckyStore) -> Games:
    return games_of(store, WORDS)


def games_of(store: GameStore, words: factory.Words) -> Games:
    """The games in a store, with one dictionary, `en`, of these words."""
    return Games(factory.catalogue_of(words), store, clock=count(1_700_000_000_000).__next__)


def played(games: Games, guesses: Iterable[str], **choices: Any) -> GameView:
    """Start a game, guess these letters and words until it ends, and return it."""
    game = games.start(GameChoices(**choices)).view
    for guess in guesses:
        if game.status == "in_progress":
            game = games.guess(game.id, Guess(guess, is_word=len(guess) > 1)).view
    return game
