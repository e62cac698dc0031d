"""What `Games` promises when the store fails it: a guess is made once or not at all."""

from collections.abc import Callable
from itertools import count
from typing import TypeAlias

import pytest

from service.play.catalogue import Catalogue
from service.play.games import Games
from service.play.refusals import Refused, TooManyAtOnce
from service.play.requests import Guess, NewGame
from service.store.errors import GameChanged, StoreUnavailable
from service.store.game_store import GameStore
from service.store.record import Life, Record
from tests import factory
from tests.fakes import FakeStoreClient

Act: TypeAlias = Callable[[], None]
Misfortune: TypeAlias = Callable[[Act], None]


class UnluckyStore(GameStore):
    """A store that does what it is asked, but for the misfortunes that lie ahead, in order."""

    def __init__(self) -> None:
        super().__init__(FakeStoreClient(), Life(60_000, 60_000))
        self.ahead: list[Misfortune] = []

    def create(self, game_id: str, record: Record) -> None:
        self.suffer(lambda: super(UnluckyStore, self).create(game_id, record))

    def save(self, game_id: str, record: Record, over: int) -> None:
        self.suffer(lambda: super(UnluckyStore, self).save(game_id, record, over))

    def suffer(self, act: Act) -> None:
        misfortune = self.ahead.pop(0) if self.ahead else luck
        misfortune(act)


def luck(act: Act) -> None:
    act()


def reply_lost(act: Act) -> None:
    act()
    raise StoreUnavailable("the reply was lost")


def not_done(act: Act) -> None:
    raise StoreUnavailable("it never arrived")


def race_lost(act: Act) -> None:
    raise GameChanged


@pytest.fixture
def store() -> UnluckyStore:
    return UnluckyStore()


@pytest.fixture
def games(store: UnluckyStore) -> Games:
    words = {"en": factory.dictionary(["cat", "cot", "cut", "dog"], "en")}
    return Games(Catalogue.of(words), store, clock=count(1_700_000_000_000).__next__)


@pytest.mark.parametrize("misfortune", [reply_lost, not_done, race_lost])
def test_guess_is_made_once_whatever_befalls_it(
    games: Games, store: UnluckyStore, misfortune: Misfortune
) -> None:
    game = games.start(NewGame()).view
    store.ahead = [misfortune]

    seen = games.guess(game.id, Guess("x"))

    assert (seen.view.misses, seen.view.guess.hit, seen.version) == (1, False, 2)
    assert len(games.guesses(game.id)) == 1


@pytest.mark.parametrize("misfortune", [reply_lost, not_done])
def test_game_is_created_once_whatever_befalls_it(
    games: Games, store: UnluckyStore, misfortune: Misfortune
) -> None:
    store.ahead = [misfortune]

    game = games.start(NewGame()).view

    assert games.show(game.id).view == game
    assert len(store.client.execute_command("KEYS", "*")) == 1


def test_store_that_fails_twice_is_unavailable(games: Games, store: UnluckyStore) -> None:
    game = games.start(NewGame()).view
    store.ahead = [not_done, not_done]

    with pytest.raises(StoreUnavailable):
        games.guess(game.id, Guess("x"))

    assert games.guesses(game.id) == []


def test_guess_that_loses_every_race_is_refused_with_the_game(
    games: Games, store: UnluckyStore
) -> None:
    game = games.start(NewGame()).view
    store.ahead = [race_lost] * 100

    with pytest.raises(Refused) as refused:
        games.guess(game.id, Guess("x"))

    assert isinstance(refused.value.reason, TooManyAtOnce)
    assert refused.value.game == game
