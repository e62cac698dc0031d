"""A trial says in words what is wrong with a dealer, and how hard it is."""

import time

import pytest

from service.engine.dealers import Cheat, LargestFamily
from service.engine.game import Game
from service.engine.lexicon import Families, Family
from service.play.trial import GAMES, trial_of
from tests.support import factory


class Broken(Cheat):
    """A dealer that breaks a rule at the second guess of every other game, or is slow there."""

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


class Shows(LargestFamily):
    """A dealer that fails where no word has the letter."""

    def keep(self, game: Game, families: Families) -> list[Family]:
        return [max((each for each in families if each.positions), key=lambda each: each.size)]


class Writes(LargestFamily):
    """A dealer that writes into what it was given."""

    def keep(self, game: Game, families: Families) -> list[Family]:
        next(iter(families)).ids[:] = 0
        return list(families)


class Silent(LargestFamily):
    """A dealer that cannot begin."""

    def drawn_word(self, *_: object) -> str:
        raise KeyError


def test_dealer_of_ours_has_no_complaints() -> None:
    steps: list[int] = []
    lexicons = {length: factory.lexicon([c * length for c in "abc"]) for length in range(2, 15)}
    trial = trial_of(LargestFamily(), lexicons, steps.append)
    assert steps == [1] * GAMES
    assert (len(trial.misses), trial.games) == (GAMES, GAMES + 10)
    assert not trial.faults
    assert trial_of(LargestFamily(), {2: lexicons[2]}).misses  # of a length that is not usual


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
        (Shows(), "ValueError: max()", "in 1 of 201 games", True),  # at a letter of no word
        (Writes(), "ValueError: assignment destination is read-only", "in 201 of 201", False),
        (Silent(), "KeyError: ", "at its start", False),
    ],
)
def test_trial_finds_the_fault(dealer: Cheat, fault: str, where: str, has_misses: bool) -> None:
    trial = trial_of(dealer, {3: factory.lexicon(["cat", "cot"])})
    [complaint] = trial.complaints()
    assert complaint.startswith(fault)
    assert where in complaint
    assert (trial.mean_misses is not None) == has_misses
