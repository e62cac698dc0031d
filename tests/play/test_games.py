"""What `Games` promises when the store fails it: a guess is made once or not at all."""

from typing import Any

import pytest

from service.engine.lexicon import Lexicon
from service.play.games import Games
from service.play.refusals import Busy, KeyReused
from service.play.requests import GameRequest, Guess, digest_of
from service.play.views import Refused
from service.store.errors import GameChanged, StoreUnavailable
from tests.play.conftest import Act, Misfortune, UnluckyStore, games_of


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

    assert (seen.view.misses, seen.view.version) == (1, 2)
    assert games.guesses(game.id) == [seen.view.last_guess]


@pytest.mark.parametrize("misfortune", [reply_lost, not_done])
def test_game_is_created_once_whatever_befalls_it(
    games: Games, store: UnluckyStore, misfortune: Misfortune
) -> None:
    store.ahead = [misfortune]

    game = games.start(GameRequest()).view

    assert games.show(game.id) == game
    assert len(store.client.execute_command("KEYS", "*")) == 1


def test_services_on_one_store_make_the_same_ids_of_a_key(
    games: Games, store: UnluckyStore
) -> None:
    key = "a key of a game!"
    first = games.start(GameRequest(), key)

    again = games_of(store, ["cat", "cot", "cut", "dog"]).start(GameRequest(), key)
    elsewhere = games_of(UnluckyStore(), ["cat", "cot", "cut", "dog"]).start(GameRequest(), key)

    assert (again.view, again.replayed) == (first.view, True)
    assert elsewhere.view.id != first.view.id


def test_store_that_is_away_when_the_secret_is_made_is_unavailable(
    store: UnluckyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = games_of(store, ["cat"])
    monkeypatch.setattr(store, "id_secret", lambda: not_done(lambda: None))

    with pytest.raises(StoreUnavailable):
        games.start(GameRequest(), "a key of a game!")
    monkeypatch.undo()

    assert games.start(GameRequest(), "a key of a game!").view.length == 3


@pytest.mark.parametrize(
    "other",
    [{"length": 3}, {"max_misses": 7}, {"dealer": "largest-family"}, {"insight": "count"},
     {"seed": 1}, {"secret_word": "cat"}],
)  # fmt: skip
def test_key_of_another_request_is_refused(games: Games, other: dict[str, Any]) -> None:
    games.start(GameRequest(), "a key of a game!")

    with pytest.raises(KeyReused):
        games.start(GameRequest(**other), "a key of a game!")


def test_requests_are_told_apart_by_the_fields_that_they_have() -> None:
    asked = {"length": 3, "dealer": None, "seed": 0}

    assert len(digest_of(asked)) == 8
    assert digest_of(asked) == digest_of({"seed": 0, "length": 3})
    assert digest_of(asked) != digest_of({"length": 3})


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

    assert games.show(game.id) == game


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
