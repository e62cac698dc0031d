"""A confession as JSON tells it, read strictly."""

from typing import Any, Final

from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate, validates_schema
from marshmallow import post_load as after_load

from service.cli.client import JSON
from service.cli.failures import Failure
from service.play.check import Answered, Claims
from service.play.commitment import VERSION, OpeningView
from service.play.games import LARGEST_SEED
from service.play.views import LetterView, WordView

DIGEST: Final = validate.Regexp(r"[0-9a-f]{64}\Z", error="Not 64 hexadecimal digits.")
PRINTABLE: Final = validate.Regexp(r"[^\\]{0,1000}\Z")  # what could not be printed is escaped
MOST: Final = validate.Length(max=1000)  # a game has fewer guesses, and a word fewer letters


class Text(fields.String):
    """A name, a word or a letter, as they are in any game."""

    def __init__(self, **options: Any) -> None:
        super().__init__(validate=PRINTABLE, **options)


class Opening(Schema):
    """All members of an opening, and no others: the commitment is made of these."""

    budget = fields.Integer(strict=True, required=True, allow_none=True)
    dealer = Text(required=True)
    dictionary = Text(required=True)
    fingerprint = Text(required=True)
    length = fields.Integer(strict=True, required=True)
    max_misses = fields.Integer(strict=True, required=True, allow_none=True)
    salt = Text(required=True)
    seed = fields.Integer(strict=True, required=True, validate=validate.Range(0, LARGEST_SEED))
    version = fields.Integer(strict=True, required=True, validate=validate.Equal(VERSION))
    word = Text(required=True, allow_none=True)

    @after_load
    def opening(self, data: dict[str, Any], **_: Any) -> OpeningView:
        """The opening."""
        return OpeningView(**data)


class Lenient(Schema):
    """An object that may have other members, too."""

    class Meta:
        """They are ignored."""

        unknown = EXCLUDE


class Answer(Lenient):
    """A guess and its answer."""

    letter = Text()
    word = Text()
    hit = fields.Boolean(required=True, truthy={True}, falsy={False})
    positions = fields.List(fields.Integer(strict=True), required=True, validate=MOST)
    at = Text(load_default="")

    @validates_schema
    def one_of_two(self, data: JSON, **_: Any) -> None:
        """Refuse both and neither."""
        if ("letter" in data) == ("word" in data):
            raise ValidationError("Not the answer to a letter or a word.", "letter")

    @after_load
    def answer(self, data: dict[str, Any], **_: Any) -> Answered:
        """The answer."""
        return LetterView(**data) if "letter" in data else WordView(**data)


class ConfessedGuess(Lenient):
    """What the dealer did at a guess; all that counts here is the answer."""

    guess = fields.Nested(Answer, required=True)


class Confession(Lenient):
    """A confession."""

    dealer = Text(required=True)
    seed = fields.Integer(strict=True, required=True)
    word = Text(required=True)
    fingerprint = Text(required=True)
    commitment = fields.String(required=True, validate=DIGEST)
    opening = fields.Nested(Opening, required=True)
    guesses = fields.List(fields.Nested(ConfessedGuess), required=True, validate=MOST)

    @after_load
    def told(self, data: dict[str, Any], **_: Any) -> Claims:
        """What the confession tells."""
        answers = [confessed["guess"] for confessed in data.pop("guesses")]
        return Claims(**data, answers=answers)


class Transcript(Lenient):
    """All answers of a game, as GET /games/{id}/guesses gives them."""

    guesses = fields.List(fields.Nested(Answer), required=True, validate=MOST)


def parse_confession(content: JSON, source: str) -> Claims:
    """What a confession tells. `source` names it if there is something wrong with it."""
    if "opening" in content and content["opening"] is None:
        raise Failure(f"{source}: this game was begun before there were commitments")
    told: Claims = _loaded(Confession(), content, f"{source}: not a confession")
    return told


def answers_in(content: JSON, source: str) -> list[Answered]:
    """The answers in a transcript. `source` names it if there is something wrong with it."""
    answers: list[Answered] = _loaded(Transcript(), content, f"{source}: no transcript")["guesses"]
    return answers


def _loaded(schema: Schema, content: JSON, complaint: str) -> Any:
    try:
        return schema.load(content)
    except ValidationError as error:
        raise Failure(f"{complaint}: {', '.join(error.messages_dict)}") from error
