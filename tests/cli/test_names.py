"""The names that options offer are those of the rosters."""

from typing import get_args

from service.api.schemas import MOST_MISSES
from service.cli import names
from service.engine.game import SEEDS
from service.engine.guessers import Deterministic
from service.engine.weights import WEIGHTS, WeightsName
from service.play import review
from service.play.help import DEFAULT_GUESSER
from service.rosters import DEALERS, GUESSERS
from service.store.record import Insight


def test_names_are_those_of_the_rosters() -> None:
    assert tuple(DEALERS) == names.DEALERS
    assert tuple(GUESSERS) == names.GUESSERS
    assert names.DEFAULT_GUESSER == DEFAULT_GUESSER
    assert set(names.KNOWABLE_DEALERS) < set(DEALERS)


def test_guessers_without_chance_are_those_that_misses_can_be_counted_of() -> None:
    deterministic = [name for name in GUESSERS if isinstance(GUESSERS[name], Deterministic)]

    assert list(names.DETERMINISTIC_GUESSERS) == deterministic


def test_what_can_be_asked_of_a_game_is_what_a_game_takes() -> None:
    assert get_args(Insight) == names.INSIGHTS
    assert get_args(WeightsName) == tuple(WEIGHTS) == names.WEIGHTS_NAMES
    assert names.DEFAULT_WEIGHTS == review.DEFAULT_WEIGHTS
    assert names.LARGEST_SEED == SEEDS - 1
    assert names.MOST_MISSES == MOST_MISSES
