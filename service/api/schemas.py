"""What requests may send, as JSON or in the query; marshmallow reads it.

In JSON, null means the same as leaving a field out, except in `max_misses` of a new game.
"""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, validate, validates_schema
from marshmallow import post_load as after_load

from service.engine.lexicon import LONGEST_WORD
from service.play import games, help, requests

LARGEST_SEED: Final = games.LARGEST_SEED
MOST_MISSES: Final = 1_000_000
MOST_WORDS: Final = 100
LONGEST_LETTER: Final = 8  # characters of one letter, however it is composed
LONGEST_TEXT: Final = 2 * LONGEST_WORD  # characters of a word, however its letters are composed
INT32: Final = 2**31 - 1


class Whole(fields.Integer):
    """A whole number, as JSON Schema has it: 5.0 is one, 5.5 and "5" are not."""

    def __init__(self, smallest: int, largest: int = INT32) -> None:
        super().__init__(
            strict=True,
            allow_none=True,
            validate=validate.Range(smallest, largest),
            metadata={"format": "int32" if largest <= INT32 else "int64"},
        )

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> int:
        whole = isinstance(value, float) and value.is_integer()
        return super()._deserialize(int(value) if whole else value, attr, data, **more)


class Trimmed(fields.String):
    """A letter or a word. The spaces that a phone's keyboard adds around it do not count."""

    def __init__(self, longest: int, **more: Any) -> None:
        super().__init__(validate=[validate.Length(1, longest), _not_blank], **more)

    def deserialize(self, value: Any, *position: Any, **more: Any) -> Any:
        """The text, checked as it came, then trimmed."""
        text = super().deserialize(value, *position, **more)
        return text.strip(" ") if isinstance(text, str) else text


class Array(fields.List[Any]):
    """An array, as JSON calls a list."""

    def __init__(self, item: fields.Field[Any], longest: int) -> None:
        super().__init__(
            item,
            allow_none=True,
            validate=validate.Length(max=longest),
            error_messages={"invalid": "Not a valid array."},
        )


def _not_blank(text: str) -> None:
    if not text.strip(" "):
        raise ValidationError("There are only spaces.")


class NewGame(Schema):
    """The choices for a new game."""

    length = Whole(1)
    dictionary = fields.String(allow_none=True, validate=validate.Length(1, 64))
    max_misses = Whole(1, MOST_MISSES)
    dealer = fields.String(allow_none=True, validate=validate.OneOf(games.DEALER_NAMES))
    insight = fields.String(allow_none=True, validate=validate.OneOf(games.INSIGHTS))
    seed = Whole(0, LARGEST_SEED)

    @after_load
    def asked(self, data: dict[str, Any], **_: Any) -> requests.NewGame:
        """The request as `games` takes it; its class has the defaults."""
        asked = _given(data)
        if "max_misses" in data:
            asked["max_misses"] = data["max_misses"]  # None: the player is never hanged
        return requests.NewGame(**asked)


class NewGuess(Schema):
    """A guess: a letter or a word."""

    letter = Trimmed(LONGEST_LETTER, allow_none=True)
    word = Trimmed(LONGEST_TEXT, allow_none=True)

    @validates_schema
    def one_of_two(self, data: Mapping[str, Any], **_: Any) -> None:
        """Refuse both and neither."""
        if len(_given(data)) != 1:
            raise ValidationError("Give a letter or a word, and not both.", "letter")

    @after_load
    def offered(self, data: dict[str, Any], **_: Any) -> requests.Guess:
        """The guess as `games` takes it."""
        [(kind, text)] = _given(data).items()
        return requests.Guess(text, is_word=kind == "word")


class HintQuery(Schema):
    """The query of a hint."""

    guesser = fields.String(
        load_default=help.DEFAULT_GUESSER, validate=validate.OneOf(help.GUESSER_NAMES)
    )


class NewSuggestion(Schema):
    """What the player knows of a game that is played elsewhere."""

    pattern = Trimmed(LONGEST_TEXT, required=True)
    wrong_letters = Array(Trimmed(LONGEST_LETTER), longest=64)
    wrong_words = Array(Trimmed(LONGEST_TEXT), longest=100)
    dictionary = fields.String(allow_none=True, validate=validate.Length(1, 64))
    guesser = fields.String(allow_none=True, validate=validate.OneOf(help.GUESSER_NAMES))
    limit = Whole(0, MOST_WORDS)

    @after_load
    def asked(self, data: dict[str, Any], **_: Any) -> help.Asked:
        """The request as `help` takes it; its class has the defaults."""
        asked = _given(data)
        lists = {name: tuple(value) for name, value in asked.items() if isinstance(value, list)}
        return help.Asked(**{**asked, **lists})


class NewSolution(Schema):
    """A word for a guesser to find."""

    word = Trimmed(LONGEST_TEXT, required=True)
    dictionary = fields.String(allow_none=True, validate=validate.Length(1, 64))
    guesser = fields.String(allow_none=True, validate=validate.OneOf(help.GUESSER_NAMES))
    max_misses = Whole(1, MOST_MISSES)
    seed = Whole(0, LARGEST_SEED)

    @after_load
    def puzzle(self, data: dict[str, Any], **_: Any) -> help.Puzzle:
        """The request as `help` takes it; its class has the defaults."""
        return help.Puzzle(**_given(data))


def _given(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that were not left out."""
    return {name: value for name, value in data.items() if value is not None}
