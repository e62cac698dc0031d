"""What can be wrong with a request to play: one class for each mistake."""

from collections.abc import Iterable
from typing import Final

FAILURES: Final = (Exception, SystemExit)  # of a plug-in; its exit() must not end the service


class HangmanError(Exception):
    """An error that a player, caller or operator can mend; `str(error)` is a sentence for them.

    It is raised with what the braces of the sentence stand for.
    """

    sentence = "{}"

    def __init__(self, *about: object) -> None:
        super().__init__(self.sentence.format(*about))


class InvalidGuess(HangmanError):
    """A guess that nobody can make with this dictionary, however the game stands."""


class InvalidLetter(InvalidGuess):
    """Something offered as a letter that is not one letter of the alphabet."""

    sentence = "“{}” is not one letter of this dictionary: {}"


class InvalidWord(InvalidGuess):
    """Something offered as a word that has another length or other letters."""

    @classmethod
    def with_letters(cls, strange: Iterable[str], alphabet: str) -> "InvalidWord":
        """The error for a word with letters that the alphabet does not have."""
        shown = ", ".join(f"“{letter}”" for letter in sorted(set(strange)))
        return cls(f"Not letters of this dictionary: {shown}. It has: {alphabet}")


class NotAWord(InvalidGuess):
    """Something offered as a word that the dictionary does not have. It costs nothing."""

    sentence = "“{}” is not in this game's dictionary. It cost you nothing."


class IllegalGuess(HangmanError):
    """A guess that is well formed, but not allowed as the game stands."""


class AlreadyGuessed(IllegalGuess):
    """A letter or a word offered for the second time. It costs nothing."""

    sentence = "You have already guessed “{}”. It cost you nothing."


class TooManyWords(IllegalGuess):
    """One more whole word than a game takes. It costs nothing."""

    sentence = "You have guessed {} whole words, and a game takes no more. Guess letters."


class GameOver(IllegalGuess):
    """A guess in a game that is won or lost."""

    sentence = "This game is over: start another one."


class DealerFailed(HangmanError):
    """A dealer that did not do its part; nothing has changed, and the cause is `__cause__`."""

    sentence = "The dealer failed, and nothing has changed: {}"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class GuesserFailed(HangmanError):
    """A guesser that did not do its part; the cause is `__cause__`."""

    sentence = "The guesser “{}” failed: {}"


class NoWordFits(HangmanError):
    """A transcript that no word of the lexicon fits."""

    sentence = "No word of the dictionary fits what has been said in this game."


class BadCheatList(HangmanError):
    """Bytes that encode no cheat list of their lexicon."""

    sentence = "The stored game is damaged. Start another game."


class NoWordsOfLength(HangmanError):
    """A length in which the dictionary has no words."""

    def __init__(self, length: int, lengths: Iterable[int]) -> None:
        self.lengths = tuple(lengths)
        shown = ", ".join(map(str, self.lengths))
        super().__init__(f"The dictionary has no words of {length} letters; it has: {shown}.")


class Contradiction(HangmanError):
    """A description that no game can have; `field` contradicts the rest: `guesses/1/letter`."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
