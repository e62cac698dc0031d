"""Games of tiny dictionaries, in a store that fails as it is told to."""

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, TypeAlias

import pytest

from service.play.catalogue import Catalogue
from service.play.games import Games
from service.play.requests import GameRequest, Guess
from service.play.views import GameView
from service.store.game_store import GameStore, Start
from service.store.guarded import Guarded
from service.store.record import Record, Retention
from tests.support import factory
from tests.support.fakes import FakeStoreClient

Act: TypeAlias = Callable[[], None]
Misfortune: TypeAlias = Callable[[Act], None]

LIFE = Retention(played=60_000, unplayed=10_000)
WORDS = ["cat", "cot", "cut", "dog"]


class UnluckyStore(GameStore):
    """A store that does what it is asked, but for the misfortunes that lie ahead, in order."""

    def __init__(self) -> None:
        super().__init__(Guarded(FakeStoreClient()), LIFE)
        self.ahead: list[Misfortune] = []

    def create(self, game_id: str, record: Record) -> None:
        self.suffer(lambda: super(UnluckyStore, self).create(game_id, record))

    def keep_start(self, key: str, start: Start, life: int) -> Start:
        kept: list[Start] = []
        keep = super().keep_start
        self.suffer(lambda: kept.append(keep(key, start, life)))
        return kept[0]

    def save(self, game_id: str, record: Record, over: Record) -> None:
        self.suffer(lambda: super(UnluckyStore, self).save(game_id, record, over))

    def delete(self, game_id: str, over: Record | None = None) -> None:
        self.suffer(lambda: super(UnluckyStore, self).delete(game_id, over))

    def suffer(self, act: Act) -> None:
        misfortune = self.ahead.pop(0) if self.ahead else luck
        misfortune(act)


def luck(act: Act) -> None:
    act()


@pytest.fixture
def store() -> UnluckyStore:
    return UnluckyStore()


@pytest.fixture
def games(store: UnluckyStore) -> Games:
    return games_of(store, WORDS)


def games_of(store: GameStore, words: factory.Words) -> Games:
    """Games in a store, of one dictionary, `en`, that has these words."""
    catalogue = Catalogue({"en": factory.dictionary(words, "en")})
    return Games(catalogue, store, clock=count(1_700_000_000_000).__next__)


def played(games: Games, guesses: Iterable[str], **choices: Any) -> GameView:
    """A new game after these letters and words, or at its end."""
    game = games.start(GameRequest(**choices)).view
    for guess in guesses:
        if game.status == "in_progress":
            game = games.guess(game.id, Guess(guess, is_word=len(guess) > 1)).view
    return game
