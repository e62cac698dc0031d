"""What requests may send, as JSON or in the query; marshmallow reads it.

In JSON, null means the same as leaving a field out, except in `max_misses` of a new game.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Any, Final

from marshmallow import ValidationError, fields, validate, validates_schema
from marshmallow import post_load as after_load

from service.api.field_errors import INVALID, MOST_ERRORS, Complaint, Schema, complaints, one_of
from service.engine.lexicon import LONGEST_WORD
from service.engine.transcript import Answer, LetterAnswer, WordAnswer
from service.play import confession, games, help, requests, review

LARGEST_SEED: Final = games.LARGEST_SEED
MOST_MISSES: Final = 1_000_000
MOST_WORDS: Final = 100
MOST_GUESSES: Final = 200  # of a game to review
LONGEST_LETTER: Final = 8  # characters of one letter, however it is composed
LONGEST_TEXT: Final = 2 * LONGEST_WORD  # characters of a word, however its letters are composed
INT32: Final = 2**31 - 1
OUT_OF_RANGE: Final = Complaint("out-of-range", "Must be {min} to {max}.")


class Length(validate.Length):
    """A text or an array of `min` to `max` characters or items."""

    def _format_error(self, value: Any, message: str) -> str:
        code = "too-long" if value else INVALID
        return Complaint(code, super()._format_error(value, message))


class Choice(fields.String):
    """One of some names; another one has the complaint with this code."""

    def __init__(self, names: Sequence[str], code: str = "not-allowed", **more: Any) -> None:
        complaint = Complaint(code, "Must be one of: {choices}.")
        super().__init__(allow_none=True, validate=validate.OneOf(names, error=complaint), **more)


class Whole(fields.Integer):
    """A whole number, as JSON Schema has it: 5.0 is one, 5.5 and "5" are not."""

    def __init__(self, smallest: int, largest: int = INT32, *, allow_none: bool = True) -> None:
        super().__init__(
            strict=True,
            allow_none=allow_none,
            validate=validate.Range(smallest, largest, error=OUT_OF_RANGE),
            metadata={"format": "int32" if largest <= INT32 else "int64"},
        )

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> int:
        whole = isinstance(value, float) and value.is_integer()
        return super()._deserialize(int(value) if whole else value, attr, data, **more)


class Digits(fields.Integer):
    """A whole number in a query, written in digits alone."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> int:
        if not (value.isascii() and value.isdigit()):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **more)


class Trimmed(fields.String):
    """A letter or a word. The spaces that a phone's keyboard adds around it do not count."""

    def __init__(self, longest: int, **more: Any) -> None:
        super().__init__(validate=[Length(1, longest), _not_blank], **more)

    def deserialize(self, value: Any, *position: Any, **more: Any) -> Any:
        """The text, checked as it came, then trimmed."""
        text = super().deserialize(value, *position, **more)
        return text.strip(" ") if isinstance(text, str) else text


class Day(fields.Date):
    """A date, written 2026-11-22 and no other way."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> date:
        with suppress(TypeError, ValueError):
            day = date.fromisoformat(value)
            if str(day) == value:
                return day
        raise ValidationError("Not a date such as 2026-11-22.")


class Array(fields.List[Any]):
    """An array, as JSON calls a list: its length is checked before its items.

    Reading stops when so many errors are known as an answer names.
    """

    def __init__(self, item: fields.Field[Any], longest: int, **more: Any) -> None:
        super().__init__(
            item,
            validate=Length(max=longest),
            error_messages={"invalid": "Not a valid array."},
            **more,
        )

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        self._validate(value)
        items, errors = [], {}
        for number, item in enumerate(value):
            try:
                items.append(self.inner.deserialize(item, **more))
            except ValidationError as error:
                errors[number] = error.messages
                if len(list(complaints(errors))) >= MOST_ERRORS:
                    break
        if errors:
            raise ValidationError(errors)
        return items


def _not_blank(text: str) -> None:
    if text and not text.strip(" "):
        raise ValidationError("There are only spaces.")


class NewGame(Schema):
    """The choices for a new game."""

    length = Whole(1)
    dictionary = fields.String(allow_none=True, validate=Length(1, 64))
    max_misses = Whole(1, MOST_MISSES)
    dealer = Choice(games.DEALER_NAMES, "unknown-dealer")
    insight = Choice(games.INSIGHTS)
    seed = Whole(0, LARGEST_SEED)
    daily = Day(allow_none=True)
    word = Trimmed(LONGEST_TEXT, allow_none=True)

    @validates_schema
    def daily_or_chosen(self, data: Mapping[str, Any], **_: Any) -> None:
        """Refuse choices for a day's game, which is the same for all."""
        if data.get("daily") and len(chosen := _given(data)) > 1:
            complaint = "The game of a day is the same for all: leave this out."
            no_choice = [Complaint("contradiction", complaint)]
            raise ValidationError({name: no_choice for name in chosen if name != "daily"})

    @after_load
    def asked(self, data: dict[str, Any], **_: Any) -> requests.NewGame:
        """The request as `games` takes it; its class has the defaults."""
        asked = _given(data)
        if "max_misses" in data:
            asked["max_misses"] = data["max_misses"]  # None: the player is never hanged
        return requests.SealedGame(**asked) if "word" in asked else requests.NewGame(**asked)


class NewGuess(Schema):
    """A guess: a letter or a word."""

    letter = Trimmed(LONGEST_LETTER, allow_none=True)
    word = Trimmed(LONGEST_TEXT, allow_none=True)

    @validates_schema
    def one_of_two(self, data: Mapping[str, Any], **_: Any) -> None:
        """Refuse both and neither."""
        if len(_given(data)) != 1:
            raise one_of(("letter", "word"), "Give a letter or a word, and not both.")

    @after_load
    def offered(self, data: dict[str, Any], **_: Any) -> requests.Guess:
        """The guess as `games` takes it."""
        [(kind, text)] = _given(data).items()
        return requests.Guess(text, is_word=kind == "word")


class HintQuery(Schema):
    """The query of a hint."""

    guesser = Choice(help.GUESSER_NAMES, "unknown-guesser", load_default=help.DEFAULT_GUESSER)


class ConfessionQuery(Schema):
    """The query of a confession."""

    words = Digits(
        load_default=confession.EXAMPLES_CONFESSED,
        validate=validate.Range(0, confession.MOST_EXAMPLES, error=OUT_OF_RANGE),
    )


class ReviewQuery(Schema):
    """The query of a review."""

    weights = Choice(review.WEIGHTS_NAMES, load_default=review.DEFAULT_WEIGHTS)


class NewSuggestion(Schema):
    """What the player knows of a game that is played elsewhere."""

    pattern = Trimmed(LONGEST_TEXT, required=True)
    wrong_letters = Array(Trimmed(LONGEST_LETTER), longest=64, allow_none=True)
    wrong_words = Array(Trimmed(LONGEST_TEXT), longest=100, allow_none=True)
    dictionary = fields.String(allow_none=True, validate=Length(1, 64))
    guesser = Choice(help.GUESSER_NAMES, "unknown-guesser")
    limit = Whole(0, MOST_WORDS)

    @after_load
    def asked(self, data: dict[str, Any], **_: Any) -> help.HintQuestion:
        """The request as `help` takes it; its class has the defaults."""
        asked = _given(data)
        lists = {name: tuple(value) for name, value in asked.items() if isinstance(value, list)}
        return help.HintQuestion(**{**asked, **lists})


class NewSolution(Schema):
    """A word for a guesser to find."""

    word = Trimmed(LONGEST_TEXT, required=True)
    dictionary = fields.String(allow_none=True, validate=Length(1, 64))
    guesser = Choice(help.GUESSER_NAMES, "unknown-guesser")
    max_misses = Whole(1, MOST_MISSES)
    seed = Whole(0, LARGEST_SEED)

    @after_load
    def puzzle(self, data: dict[str, Any], **_: Any) -> help.Puzzle:
        """The request as `help` takes it; its class has the defaults."""
        return help.Puzzle(**_given(data))


class AnsweredGuess(Schema):
    """A guess with its answer: a letter and its positions, or a word and whether it was right."""

    letter = Trimmed(LONGEST_LETTER, allow_none=True)
    positions = Array(
        Whole(0, LONGEST_WORD - 1, allow_none=False), longest=LONGEST_WORD, allow_none=True
    )
    word = Trimmed(LONGEST_TEXT, allow_none=True)
    hit = fields.Boolean(allow_none=True, truthy={True}, falsy={False})

    @validates_schema
    def one_of_two(self, data: Mapping[str, Any], **_: Any) -> None:
        """Refuse anything but the two fields of a letter, or those of a word."""
        if _given(data).keys() not in ({"letter", "positions"}, {"word", "hit"}):
            message = "Give a letter and its positions, or a word and whether it was a hit."
            raise one_of(("letter", "word"), message)

    @after_load
    def answered(self, data: dict[str, Any], **_: Any) -> Answer:
        """The answer as `review` takes it."""
        if data.get("word") is None:
            return LetterAnswer(data["letter"], sum(1 << place for place in set(data["positions"])))
        return WordAnswer(data["word"], data["hit"])


class NewReview(Schema):
    """A game to review, wherever it was played."""

    dictionary = fields.String(allow_none=True, validate=Length(1, 64))
    length = Whole(1, LONGEST_WORD)
    pattern = Trimmed(LONGEST_TEXT, allow_none=True)
    guesses = Array(fields.Nested(AnsweredGuess), longest=MOST_GUESSES, required=True)
    max_misses = Whole(1, MOST_MISSES)
    weights = Choice(review.WEIGHTS_NAMES)

    @validates_schema
    def one_beginning(self, data: Mapping[str, Any], **_: Any) -> None:
        """Refuse both a length and a pattern, and neither."""
        if len(_given(data).keys() & {"length", "pattern"}) != 1:
            raise one_of(("length", "pattern"), "Give a length or a pattern, and not both.")

    @after_load
    def played(self, data: dict[str, Any], **_: Any) -> review.Transcribed:
        """The game as `review` takes it; its class has the defaults."""
        return review.Transcribed(**{**_given(data), "guesses": tuple(data["guesses"])})


def _given(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that were not left out."""
    return {name: value for name, value in data.items() if value is not None}
