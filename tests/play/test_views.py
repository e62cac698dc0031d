"""What may be seen of a game, and when."""

import pytest

from service.choices import Insight
from service.play.games import Games
from service.play.requests import GameRequest, Guess
from service.play.views import rfc3339
from service.store.record import key_of
from tests.play.conftest import UnluckyStore, games_of

NINE = ["ally", "beta", "cool", "deal", "else", "flew", "good", "hope", "ibex"]


@pytest.mark.parametrize(
    ("words", "insight", "shown"),
    [
        (NINE, "none", None),
        (NINE, "count", (9, None, None)),
        (NINE, "full", (9, 32, None)),
        (NINE[:8], "full", (8, 28, NINE[:8])),  # words are listed from eight on down
    ],
)
def test_player_sees_the_insight_that_was_chosen(
    store: UnluckyStore, words: list[str], insight: Insight, shown: tuple[object, ...] | None
) -> None:
    view = games_of(store, words).start(GameRequest(insight=insight)).view.insight
    assert (view and (view.words_left, view.cheat_score, view.words)) == shown


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
def test_game_lives_as_long_as_was_chosen_or_longer(
    store: UnluckyStore,
    games: Games,
    keep_seconds: int | None,
    unplayed: int,
    after: int,
    kept: int,
) -> None:
    def seconds_left() -> float:
        return int(store.client.execute_command("PTTL", key_of(game.id))) / 1000

    begun = 1_700_000_000_000
    games.clock = lambda: begun
    game = games.start(GameRequest(keep_seconds=keep_seconds)).view
    left_at_first = seconds_left()
    games.clock = lambda: begun + 1000 * after

    guessed = games.guess(game.id, Guess("x")).view

    assert game.expires_at == rfc3339(begun + 1000 * unplayed)
    assert guessed.expires_at == rfc3339(begun + 1000 * kept)
    assert games.show(game.id).view.expires_at == guessed.expires_at
    assert unplayed - 1 < left_at_first <= unplayed
    assert kept - after - 1 < seconds_left() <= kept - after
