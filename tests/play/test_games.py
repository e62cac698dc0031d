"""What `Games` promises when the store fails it: a guess is made once or not at all."""

from typing import Any

import pytest

from service.engine.lexicon import Lexicon
from service.play.background import Busy
from service.play.games import Games
from service.play.refusals import Refused
from service.play.requests import GameRequest, Guess
from service.store.errors import GameChanged, StoreUnavailable
from tests.play.conftest import Act, Misfortune, UnluckyStore


def reply_lost(act: Act) -> None:
    act()
    raise StoreUnavailable("the reply was lost")


def not_done(act: Act) -> None:
    raise StoreUnavailable("it never arrived")


def race_lost(act: Act) -> None:
    raise GameChanged


@pytest.mark.parametrize("misfortune", [reply_lost, not_done, race_lost])
def test_guess_is_made_once_whatever_befalls_it(
    games: Games, store: UnluckyStore, misfortune: Misfortune
) -> None:
    game = games.start(GameRequest()).view
    store.ahead = [misfortune]

    seen = games.guess(game.id, Guess("x"))

    assert (seen.view.misses, seen.version) == (1, 2)
    assert games.guesses(game.id) == [seen.view.last_guess]


@pytest.mark.parametrize("misfortune", [reply_lost, not_done])
def test_game_is_created_once_whatever_befalls_it(
    games: Games, store: UnluckyStore, misfortune: Misfortune
) -> None:
    store.ahead = [misfortune]

    game = games.start(GameRequest()).view

    assert games.show(game.id).view == game
    assert len(store.client.execute_command("KEYS", "*")) == 1


def test_game_is_not_deleted_if_a_guess_comes_first(games: Games, store: UnluckyStore) -> None:
    def guess_first(act: Act) -> None:
        games.guess(game.id, Guess("x"))
        act()

    game = games.start(GameRequest()).view
    store.ahead = [guess_first]

    with pytest.raises(Refused, match="at version 2"):
        games.delete(game.id, frozenset({1}))

    assert games.show(game.id).version == 2


def test_store_that_fails_twice_is_unavailable(games: Games, store: UnluckyStore) -> None:
    game = games.start(GameRequest()).view
    store.ahead = [not_done, not_done]

    with pytest.raises(StoreUnavailable):
        games.guess(game.id, Guess("x"))

    assert games.guesses(game.id) == []


def test_guess_that_loses_every_race_is_not_made(games: Games, store: UnluckyStore) -> None:
    game = games.start(GameRequest()).view
    store.ahead = [race_lost] * 100

    with pytest.raises(Busy):
        games.guess(game.id, Guess("x"))

    assert games.show(game.id).view == game


def test_guess_is_worked_out_anew_whatever_was_guessed_in_other_games(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that its time tells nothing of the games that others have played."""
    splits: list[str] = []
    families = Lexicon.families

    def counted(lexicon: Lexicon, letter: str, *more: Any) -> Any:
        splits.append(letter)
        return families(lexicon, letter, *more)

    monkeypatch.setattr(Lexicon, "families", counted)
    for _ in range(2):
        games.guess(games.start(GameRequest(seed=1)).view.id, Guess("x"))

    assert splits == ["x", "x"]
