"""The errors of playing: one class for each mistake."""

from collections.abc import Collection
from typing import Any, Final

from service.engine.writing import characters
from service.wording import counted, listed, ranges

# What a plug-in may raise: neither its exit() nor a GreenletExit may end the service, and no stack
# with a game's word on it may reach the log. Who catches it raises Interrupted again.
PLUGIN_FAILURES: Final = BaseException


class Interrupted(BaseException):
    """Ctrl-C in a terminal; `str(interrupted)` is the message to print.

    It is not a KeyboardInterrupt, which click catches and reports in its own way.
    """


class HangmanError(Exception):
    """An error that a player, caller or operator can correct; `str(error)` is a sentence for them.

    Raise it with the values for the braces of `sentence`. `code` names it for programs: over HTTP,
    it is the code of the problem.
    """

    code = "internal-error"
    sentence = "{}"

    def __init__(self, *about: object) -> None:
        super().__init__(self.sentence.format(*about))

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is copied and pickled: with its sentence, which is not made again."""
        return _with_sentence, (type(self), *self.args), self.__dict__


def _with_sentence(kind: type[HangmanError], *sentence: object) -> HangmanError:
    return kind.__new__(kind, *sentence)


class InvalidInput(HangmanError):
    """A part of a request that is wrong in every state of a game.

    `field` is its place: `letter`, `guesses/1/letter`. `code` names what is wrong with the field.
    `right` may have what would be right: `allowed`, or `minimum` and `maximum`.
    """

    code = "invalid"
    field = ""

    def __init__(self, *about: object, field: str = "", **right: object) -> None:
        super().__init__(*about)
        self.field = field or self.field
        self.right = right


class InvalidGuess(InvalidInput):
    """A guess that this dictionary does not allow in any state of the game."""


class NotOneLetter(InvalidGuess):
    """A text that should be one letter, and is several or none."""

    code = "too-long"
    sentence = "“{}” is not one letter."
    field = "letter"


class NotInAlphabet(InvalidGuess):
    """A text with letters that the alphabet does not have."""

    code = "not-in-alphabet"
    sentence = "The dictionary has no letter {}. Its letters are {}."

    @classmethod
    def within(cls, text: str, alphabet: str, field: str) -> "NotInAlphabet":
        """The error for the letters of a text that the alphabet does not have."""
        strange = sorted({each for each in characters(text) if each not in alphabet})
        named = [f"“{each}”" for each in strange]
        return cls(listed(named, "or"), alphabet, field=field)


class WrongLength(InvalidGuess):
    """A guessed word that is shorter or longer than the hidden one."""

    code = "wrong-length"
    sentence = "The word has {}, and yours has {}."
    field = "word"

    def __init__(self, length: int, yours: int, field: str = "") -> None:
        super().__init__(counted(length, "letter"), yours, field=field)


class SeveralWords(InvalidInput):
    """A pattern in which blanks separate groups of letters, and not single letters."""

    sentence = "The pattern has {} words. Send one, as _a__e or with its letters apart, _ a _ _ e."
    field = "pattern"


class NotAWord(InvalidGuess):
    """A guessed word that is not in the dictionary. It costs nothing."""

    code = "not-a-word"
    sentence = "“{}” is not in this game's dictionary. It is not a miss."
    field = "word"


class IllegalGuess(HangmanError):
    """A well-formed guess that the game does not allow in its present state."""


class AlreadyGuessed(IllegalGuess):
    """A letter or a word that the player has guessed before. It costs nothing."""

    code = "already-guessed"
    sentence = "You have already guessed “{}”. It is not a miss."


class TooManyWords(IllegalGuess):
    """One more whole word than a game allows. It costs nothing."""

    code = "too-many-words"
    sentence = "A game allows {} whole words, and you have guessed so many. Guess letters."


class GameOver(IllegalGuess):
    """A guess in a game that is won or lost."""

    code = "game-over"
    sentence = "This game is over: start another one."


class DealerFailed(HangmanError):
    """A dealer that raised an error, the `__cause__`, or decided something that is not allowed."""

    code = "dealer-failed"
    sentence = "The dealer failed, and nothing has changed: {}"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class GuesserFailed(HangmanError):
    """A guesser that raised an error, the `__cause__`, or returned something not allowed."""

    code = "guesser-failed"
    sentence = "The guesser “{}” failed: {}"


class NoWordFits(HangmanError):
    """No word of the lexicon fits the transcript."""

    code = "game-unplayable"
    sentence = "No word of the dictionary fits the answers in this game."


class BadCheatList(HangmanError):
    """Stored bytes that are not a cheat list of their lexicon, or a word that is not on it."""

    code = "game-unplayable"
    sentence = "The stored game is damaged. Start another game."


class NoWordsOfLength(InvalidInput):
    """A length in which the dictionary has no words."""

    code = "no-words-of-length"
    sentence = "The dictionary has no words of {}. It has words of {} letters."
    field = "length"

    def __init__(self, length: int, lengths: Collection[int], field: str = "") -> None:
        allowed = [str(each) for each in lengths]
        wanted = counted(length, "letter")
        super().__init__(wanted, ranges(lengths), field=field, allowed=allowed)


class OutOfRange(InvalidInput):
    """A number below the minimum or above the maximum."""

    code = "out-of-range"


class Contradiction(InvalidInput):
    """A field that contradicts another one: no game can have both."""

    code = "contradiction"
