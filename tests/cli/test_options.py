"""What options offer is what a game takes."""

from typing import get_args

from service.api import schemas
from service.cli import options
from service.engine.game import SEEDS
from service.engine.transcript import MOST_MISSES
from service.engine.weights import WEIGHTS, WeightsName
from service.play import help, review
from service.store.record import Insight


def test_what_can_be_asked_of_a_game_is_what_a_game_takes() -> None:
    assert get_args(Insight) == options.INSIGHTS
    assert get_args(WeightsName) == tuple(WEIGHTS) == options.WEIGHTS_NAMES
    assert options.DEFAULT_WEIGHTS == review.DEFAULT_WEIGHTS
    assert options.LARGEST_SEED == SEEDS - 1
    assert options.MOST_MISSES == MOST_MISSES
    assert options.MOST_WORDS == schemas.MOST_WORDS
    assert options.WORDS_SHOWN == help.LIMIT
