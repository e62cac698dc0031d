"""The message of a game: what the last answer was, as a text for people.

It is made of a view as its reader gets it, so it tells nobody more than the other fields do.
"""

from typing import TYPE_CHECKING, Final

from service.choices import MOST_MISSES
from service.engine.lexicon import LONGEST_WORD

if TYPE_CHECKING:
    from service.play.views import GuessView, WatchedView


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = {} if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{ending.get(number % 10, 'th')}"


PLACES: Final = tuple(map(ordinal, range(1, LONGEST_WORD + 1)))  # by position


def message_of(view: "WatchedView") -> str:
    """What happened last in this game, and how it stands: “No e. 7 misses left.”"""
    guess = view.last_guess
    if guess is None:
        return f"Guess a letter: the word has {_counted(view.length, 'letter')}."
    said = _yes(guess) if guess.hit else _no(guess)
    if view.status == "in_progress":
        return said if guess.hit else f"{said} {_misses(view)}"
    if view.status == "lost":
        return f"{said} The game is lost{_word_said(view.word)}."
    # Whoever sees the pattern of a game that is won can read the word off it.
    return f"{said} The game is won{'' if guess.word else f': the word is {view.pattern}'}."


def _yes(guess: "GuessView") -> str:
    if guess.word:
        return f"Yes: the word is {guess.word}."
    *others, last = [PLACES[position] for position in guess.positions]
    places = f"{', '.join(others)} and {last}" if others else last
    return f"Yes: {guess.letter} is the {places} letter."


def _no(guess: "GuessView") -> str:
    return f"No, it is not {guess.word}." if guess.word else f"No {guess.letter}."


def _misses(view: "WatchedView") -> str:
    if view.max_misses == MOST_MISSES:
        return f"{_counted(view.misses, 'miss', 'misses')} so far."
    return f"{_counted(view.remaining_guesses, 'miss', 'misses')} left."


def _word_said(word: str | None) -> str:
    # A cheat never had a word: it names one that fits.
    return f": the dealer says that the word was {word}" if word else ""


def _counted(number: int, one: str, many: str = "") -> str:
    return f"1 {one}" if number == 1 else f"{number} {many or f'{one}s'}"
