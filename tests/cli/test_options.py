"""What options offer is what a game takes."""

from typing import get_args

from service.cli import names
from service.engine.game import SEEDS
from service.engine.transcript import MOST_MISSES
from service.engine.weights import WEIGHTS, WeightsName
from service.play import review
from service.store.record import Insight


def test_what_can_be_asked_of_a_game_is_what_a_game_takes() -> None:
    assert get_args(Insight) == names.INSIGHTS
    assert get_args(WeightsName) == tuple(WEIGHTS) == names.WEIGHTS_NAMES
    assert names.DEFAULT_WEIGHTS == review.DEFAULT_WEIGHTS
    assert names.LARGEST_SEED == SEEDS - 1
    assert names.MOST_MISSES == MOST_MISSES
