"""A game in few bytes: what a guess has changed, for clients that have seen the rest of it."""

from dataclasses import dataclass
from typing import Required, TypedDict

from service.engine.game import Status
from service.play.views import GameView, GuessView


class BriefGuessView(TypedDict, total=False):
    """A guess and its answer. It has a `letter` or a `word`, and not the other one."""

    letter: str
    """The letter that was guessed, in the dictionary's case."""
    word: str
    """The word that was guessed, in the dictionary's case."""
    hit: Required[bool]
    """Whether the guess was a hit. If not, it was a miss."""
    positions: Required[list[int]]
    """All positions of the letter, from 0; empty for a miss."""


@dataclass(frozen=True)
class BriefGameView:
    """What a guess has changed in a game that goes on."""

    version: int
    """1 for a new game, and 1 more after each guess."""
    status: Status
    """`in_progress`: the response that ends a game is never brief."""
    over: bool
    """Whether the game is over: false."""
    pattern: str
    """The word as far as it is shown, with `_` for each hidden letter."""
    misses: int
    """The number of misses so far, letters and words together."""
    remaining_guesses: int
    """Misses left; a hit costs none."""
    last_guess: BriefGuessView
    """The last guess and its answer."""
    message: str
    """What was answered last, and how the game stands: a text for people, in English."""


def brief(game: GameView) -> BriefGameView:
    """What the last guess has changed in a game, which has one and goes on."""
    assert game.last_guess is not None
    return BriefGameView(
        version=game.version,
        status=game.status,
        over=game.over,
        pattern=game.pattern,
        misses=game.misses,
        remaining_guesses=game.remaining_guesses,
        last_guess=_brief_guess(game.last_guess),
        message=game.message,
    )


def _brief_guess(guess: GuessView) -> BriefGuessView:
    if guess.word is not None:
        return {"word": guess.word, "hit": guess.hit, "positions": guess.positions}
    return {"letter": guess.letter or "", "hit": guess.hit, "positions": guess.positions}
