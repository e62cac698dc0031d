"""What may be seen of a game, and when."""

import pytest

from service.play.games import Games
from service.play.requests import GameRequest, Guess
from service.play.views import rfc3339
from service.store.record import Insight, key_of
from tests.play.conftest import UnluckyStore, games_of


def test_word_is_shown_at_the_last_miss_and_not_one_guess_before(games: Games) -> None:
    game = games.start(GameRequest(max_misses=3)).view

    guesses = [games.guess(game.id, Guess(letter)).view for letter in "xyz"]

    assert [view.remaining_guesses for view in [game, *guesses]] == [3, 2, 1, 0]
    assert [view.word is None for view in [game, *guesses]] == [True, True, True, False]
    assert games.show(game.id).view.word == guesses[-1].word


def test_word_is_shown_when_the_game_is_won(store: UnluckyStore) -> None:
    games = games_of(store, ["cat"])
    game = games.start(GameRequest(max_misses=1000)).view

    assert game.word is None
    assert games.guess(game.id, Guess("cat", is_word=True)).view.word == "cat"


@pytest.mark.parametrize(
    ("insight", "shown"),
    [("none", None), ("count", (9, None, None)), ("full", (9, 32, None))],
)
def test_player_sees_of_the_cheat_list_what_was_asked_for(
    store: UnluckyStore, insight: Insight, shown: tuple[object, ...] | None
) -> None:
    words = ["ally", "beta", "cool", "deal", "else", "flew", "good", "hope", "ibex"]
    games = games_of(store, words)

    seen = games.start(GameRequest(insight=insight)).view.insight

    assert (seen and (seen.words_remaining, seen.cheat_score, seen.words)) == shown


def test_words_are_listed_from_eight_on_down(store: UnluckyStore) -> None:
    words = ["ally", "beta", "cool", "deal", "else", "flew", "good", "hope"]

    seen = games_of(store, words).start(GameRequest(insight="full")).view.insight

    assert seen
    assert seen.words == words


def test_game_lives_shortly_until_its_first_guess_and_then_its_whole_life(
    store: UnluckyStore, games: Games
) -> None:
    game = games.start(GameRequest()).view
    life_at_first = milliseconds_left(store, game.id)

    guessed = games.guess(game.id, Guess("x")).view

    record = store.load(game.id)
    assert life_at_first <= 10_000 < milliseconds_left(store, game.id) <= 60_000
    assert game.expires_at == rfc3339(record.created_at + 10_000)
    assert guessed.expires_at == rfc3339(record.changed_at + 60_000)
    assert games.show(game.id).view.expires_at == guessed.expires_at


def milliseconds_left(store: UnluckyStore, game_id: str) -> int:
    return int(store.client.execute_command("PTTL", key_of(game_id)))
