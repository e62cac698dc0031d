"""What can be wrong with a request to play: one class for each mistake."""

from collections.abc import Iterable
from typing import Final

PLUGIN_FAILURES: Final = (Exception, SystemExit)  # a plug-in's exit() must not end the service


class HangmanError(Exception):
    """An error that a player, caller or operator can mend; `str(error)` is a sentence for them.

    It is raised with what the braces of the sentence stand for.
    """

    sentence = "{}"

    def __init__(self, *about: object) -> None:
        super().__init__(self.sentence.format(*about))


class InvalidInput(HangmanError):
    """A part of a request that is wrong however the game stands.

    `field` is its place: `letter`, `guesses/1/letter`. If its sentence does not need them, `right`
    has what would be right: `allowed`, or `minimum` and `maximum`.
    """

    field = ""

    def __init__(self, *about: object, field: str = "", **right: object) -> None:
        super().__init__(*about)
        self.field = field or self.field
        self.right = right


class InvalidGuess(InvalidInput):
    """A guess that nobody can make with this dictionary, however the game stands."""


class NotOneLetter(InvalidGuess):
    """Something offered as a letter that is several."""

    sentence = "“{}” is not one letter."
    field = "letter"


class NotInAlphabet(InvalidGuess):
    """A text with letters that the alphabet does not have."""

    sentence = "The dictionary has no {}. Its letters: {}"

    @classmethod
    def within(cls, text: str, alphabet: str, field: str) -> "NotInAlphabet":
        """The error for the letters of a text that the alphabet does not have."""
        strange = ", ".join(f"“{letter}”" for letter in sorted(set(text) - set(alphabet)))
        return cls(strange, alphabet, field=field)


class WrongLength(InvalidGuess):
    """Something offered as a word that has another length than the hidden one."""

    sentence = "The word has {} letters; yours has {}."
    field = "word"


class NotAWord(InvalidGuess):
    """Something offered as a word that the dictionary does not have. It costs nothing."""

    sentence = "“{}” is not in this game's dictionary. It is not a miss."
    field = "word"


class IllegalGuess(HangmanError):
    """A guess that is well formed, but not allowed as the game stands."""


class AlreadyGuessed(IllegalGuess):
    """A letter or a word offered for the second time. It costs nothing."""

    sentence = "You have already guessed “{}”. It is not a miss."


class TooManyWords(IllegalGuess):
    """One more whole word than a game allows. It costs nothing."""

    sentence = "You have guessed the {} whole words that a game allows. Guess letters."


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


class NoWordsOfLength(InvalidInput):
    """A length in which the dictionary has no words."""

    sentence = "The dictionary has no words of {} letters. It has words of these lengths: {}."
    field = "length"

    def __init__(self, length: int, lengths: Iterable[int], field: str = "") -> None:
        written = [str(each) for each in lengths]
        super().__init__(length, ", ".join(written), field=field, allowed=written)


class OutOfRange(InvalidInput):
    """A number below the least, or above the greatest, that fits here."""


class Contradiction(InvalidInput):
    """A field that disagrees with another one, so that no game can be so."""
