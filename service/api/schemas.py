"""What is accepted, as JSON or in a query: marshmallow reads all of it."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate, validates_schema
from marshmallow import post_load as after_load

from service.engine.lexicon import LONGEST_WORD
from service.play import games, help, requests

LARGEST_SEED: Final = games.LARGEST_SEED
MOST_MISSES: Final = 1_000_000
MOST_WORDS: Final = 100


class NewGame(Schema):
    """What may be asked of a new game."""

    length = fields.Integer(strict=True, allow_none=True, validate=validate.Range(min=1))
    dictionary = fields.String(validate=validate.Length(1, 64))
    max_misses = fields.Integer(
        strict=True, allow_none=True, validate=validate.Range(1, MOST_MISSES)
    )
    dealer = fields.String(validate=validate.OneOf(games.DEALER_NAMES))
    insight = fields.String(validate=validate.OneOf(games.INSIGHTS))
    seed = fields.Integer(strict=True, allow_none=True, validate=validate.Range(0, LARGEST_SEED))

    @after_load
    def asked(self, data: dict[str, Any], **_: Any) -> requests.NewGame:
        """The value that `games` takes; it knows the defaults."""
        return requests.NewGame(**data)


class NewGuess(Schema):
    """A guess: a letter or a word."""

    letter = fields.String(validate=validate.Length(1, 8))  # one, however it is composed
    word = fields.String(validate=validate.Length(1, 2 * LONGEST_WORD))

    @validates_schema
    def one_of_two(self, data: Mapping[str, Any], **_: Any) -> None:
        """Refuse both and neither."""
        if len(data) != 1:
            raise ValidationError("Give a letter or a word, and not both.", "letter")

    @after_load
    def offered(self, data: dict[str, str], **_: Any) -> requests.Guess:
        """The value that `games` takes."""
        [(kind, text)] = data.items()
        return requests.Guess(text, is_word=kind == "word")


class HintQuery(Schema):
    """What may be asked of a hint."""

    class Meta:
        """Other parameters of the query are not ours to refuse."""

        unknown = EXCLUDE

    guesser = fields.String(
        load_default=help.DEFAULT_GUESSER, validate=validate.OneOf(help.GUESSER_NAMES)
    )


class NewSuggestion(Schema):
    """What is known of a game that is played elsewhere."""

    pattern = fields.String(required=True, validate=validate.Length(1, 2 * LONGEST_WORD))
    wrong_letters = fields.List(
        fields.String(validate=validate.Length(1, 8)), validate=validate.Length(max=64)
    )
    wrong_words = fields.List(
        fields.String(validate=validate.Length(1, 2 * LONGEST_WORD)),
        validate=validate.Length(max=100),
    )
    dictionary = fields.String(validate=validate.Length(1, 64))
    guesser = fields.String(validate=validate.OneOf(help.GUESSER_NAMES))
    limit = fields.Integer(strict=True, validate=validate.Range(0, MOST_WORDS))

    @after_load
    def asked(self, data: dict[str, Any], **_: Any) -> help.Asked:
        """The value that `guessing` takes; it knows the defaults."""
        lists = {name: tuple(value) for name, value in data.items() if isinstance(value, list)}
        return help.Asked(**{**data, **lists})


class NewSolution(Schema):
    """A word for a guesser to find."""

    word = fields.String(required=True, validate=validate.Length(1, 2 * LONGEST_WORD))
    dictionary = fields.String(validate=validate.Length(1, 64))
    guesser = fields.String(validate=validate.OneOf(help.GUESSER_NAMES))
    max_misses = fields.Integer(
        strict=True, allow_none=True, validate=validate.Range(1, MOST_MISSES)
    )
    seed = fields.Integer(strict=True, validate=validate.Range(0, LARGEST_SEED))

    @after_load
    def puzzle(self, data: dict[str, Any], **_: Any) -> help.Puzzle:
        """The value that `guessing` takes; it knows the defaults."""
        return help.Puzzle(**data)
