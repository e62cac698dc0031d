"""A trial says what is wrong with a dealer, and how many misses it forces."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from service.engine.dealers import Cheat, LargestFamily
from service.engine.game import Game
from service.engine.lexicon import Families, Family
from service.play.trial import GAMES, trial_of
from tests.support import factory


class Broken(Cheat):
    """A dealer that fails at the second guess of every other game, and is slow there once."""

    name, title = "broken", "Broken"

    def keep(self, game: Game, families: Families) -> list[Family]:
        if len(game.transcript.answers) != 1:
            return LargestFamily().keep(game, families)
        if game.state.seed % 2:
            raise ZeroDivisionError("no")
        began = time.thread_time()
        while game.state.seed == 4 and time.thread_time() < began + 0.051:
            pass
        return LargestFamily().keep(game, families)


def broken(**methods: Callable[..., object]) -> Any:
    """A dealer of the largest family with these methods instead of its own."""
    return type("Broken", (LargestFamily,), methods)()


def test_dealer_of_ours_has_no_complaints() -> None:
    steps: list[int] = []
    lexicons = {length: factory.lexicon([c * length for c in "abc"]) for length in range(2, 15)}
    trial = trial_of(LargestFamily(), lexicons, steps.append)
    assert steps == [1] * GAMES
    assert (len(trial.misses), trial.games) == (GAMES, GAMES + 10)
    assert not trial.faults
    assert trial_of(LargestFamily(), {2: lexicons[2]}).misses  # only of an unusual length


def test_faults_are_named_with_the_guesses_before_them() -> None:
    trial = trial_of(Broken(), {3: factory.lexicon(["cat", "cot", "dog", "fig"])})
    fault, *others = trial.complaints()
    assert "ZeroDivisionError: no, in line " in fault
    assert f"{__file__}\n  in 100 of 201 games, first in one of 3 letters with seed 1" in fault
    assert "at the guess c " in fault
    assert "decisions took over 50 ms of CPU, the slowest " in others[0]
    assert len(trial.misses) == 100


@pytest.mark.parametrize(
    ("dealer", "fault", "where", "has_misses"),
    [
        (broken(keep=lambda *args: [next(each for each in args[2] if each.positions)]),
         "StopIteration", "in 1 of 201 games", True),  # at a letter of no word
        (broken(keep=lambda *args: next(iter(args[2])).ids.fill(0)), "ValueError: assignment",
         "in 201 of 201", False),
        (broken(drawn_word=lambda *_: 1 / 0), "ZeroDivisionError: ", "at its start", False),
    ],
)  # fmt: skip
def test_trial_finds_the_fault(dealer: Cheat, fault: str, where: str, has_misses: bool) -> None:
    trial = trial_of(dealer, {3: factory.lexicon(["cat", "cot"])})
    [complaint] = trial.complaints()
    assert complaint.startswith(fault)
    assert where in complaint
    assert (trial.mean_misses is not None) == has_misses
