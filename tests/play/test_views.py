"""What may be seen of a game, and when."""

from collections.abc import Sequence

import pytest

from service.choices import Insight
from service.play.games import Games
from service.play.requests import GameRequest, Guess
from service.play.views import rfc3339
from service.store.record import key_of
from tests.play.conftest import UnluckyStore, games_of

SECRETS = ("word", "dealer", "seed")


@pytest.mark.parametrize("guesses", ["xyz", ["cat"]])
def test_only_the_last_guess_shows_word_dealer_and_seed(
    store: UnluckyStore, guesses: Sequence[str]
) -> None:
    games = games_of(store, ["cat"])
    game = games.start(GameRequest(max_misses=3, seed=7)).view

    views = [games.guess(game.id, Guess(each, len(each) > 1)).view for each in guesses]

    secrets = [[getattr(view, name) for name in SECRETS] for view in [game, *views]]
    assert secrets == [[None] * 3] * len(guesses) + [["cat", "largest-family", 7]]
    assert games.show(game.id).view == views[-1]


def test_watchers_see_all_but_id_dealer_and_seed(
    games: Games,
) -> None:
    game = games.start(GameRequest(max_misses=1, insight="full")).view
    ended = games.guess(game.id, Guess("x")).view

    seen = vars(games.watch(game.watch_id).view)

    assert ended.status == "lost"
    assert ended.last_guess == games.guesses(game.id)[-1]
    assert {**seen, "id": game.id, "dealer": ended.dealer, "seed": ended.seed} == vars(ended)
    assert len(seen) == len(vars(ended)) - 3


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

    assert (seen and (seen.words_left, seen.cheat_score, seen.words)) == shown


def test_words_are_listed_from_eight_on_down(store: UnluckyStore) -> None:
    words = ["ally", "beta", "cool", "deal", "else", "flew", "good", "hope"]

    seen = games_of(store, words).start(GameRequest(insight="full")).view.insight

    assert seen
    assert seen.words == words


def test_game_has_its_whole_life_from_its_first_guess_on(store: UnluckyStore, games: Games) -> None:
    game = games.start(GameRequest()).view
    life_at_first = milliseconds_left(store, game.id)

    guessed = games.guess(game.id, Guess("x")).view

    record = store.load(game.id)
    assert life_at_first <= 10_000 < milliseconds_left(store, game.id) <= 60_000
    assert game.expires_at == rfc3339(record.created_at + 10_000)
    assert guessed.expires_at == rfc3339(record.changed_at + 60_000)
    assert games.show(game.id).view.expires_at == guessed.expires_at


@pytest.mark.parametrize(
    ("keep_seconds", "unplayed", "after", "kept"),
    [
        (None, 10, 5, 65),
        (1, 10, 5, 65),  # no shorter than others
        (20, 20, 5, 65),
        (90, 90, 5, 90),  # a guess does not put off what is later anyway
        (90, 90, 50, 110),
    ],
)
def test_kept_game_lives_as_long_as_was_asked_or_longer(
    store: UnluckyStore,
    games: Games,
    keep_seconds: int | None,
    unplayed: int,
    after: int,
    kept: int,
) -> None:
    begun = 1_700_000_000_000
    games.clock = lambda: begun
    game = games.start(GameRequest(keep_seconds=keep_seconds)).view
    left_at_first = milliseconds_left(store, game.id)

    games.clock = lambda: begun + 1000 * after
    guessed = games.guess(game.id, Guess("x")).view

    assert game.expires_at == rfc3339(begun + 1000 * unplayed)
    assert guessed.expires_at == rfc3339(begun + 1000 * kept)
    assert games.show(game.id).view.expires_at == guessed.expires_at
    assert 1000 * (unplayed - 1) < left_at_first <= 1000 * unplayed
    assert 1000 * (kept - after - 1) < milliseconds_left(store, game.id) <= 1000 * (kept - after)


def milliseconds_left(store: UnluckyStore, game_id: str) -> int:
    return int(store.client.execute_command("PTTL", key_of(game_id)))
