"""A confession as JSON tells it, read strictly."""

from typing import Any, Final

from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate, validates_schema
from marshmallow import post_load as after_load

from service.cli.client import JSON
from service.cli.failures import Failure
from service.play.check import Claims
from service.play.commitment import VERSION, OpeningView
from service.play.games import LARGEST_SEED
from service.play.views import LetterView, WordView

DIGEST: Final = validate.Regexp(r"[0-9a-f]{64}\Z", error="Not 64 hexadecimal digits.")


class Opening(Schema):
    """All members of an opening, and no others: the commitment is made of these."""

    budget = fields.Integer(strict=True, required=True, allow_none=True)
    dealer = fields.String(required=True)
    dictionary = fields.String(required=True)
    fingerprint = fields.String(required=True)
    length = fields.Integer(strict=True, required=True)
    max_misses = fields.Integer(strict=True, required=True, allow_none=True)
    salt = fields.String(required=True)
    seed = fields.Integer(strict=True, required=True, validate=validate.Range(0, LARGEST_SEED))
    version = fields.Integer(strict=True, required=True, validate=validate.Equal(VERSION))
    word = fields.String(required=True, allow_none=True)

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

    letter = fields.String()
    word = fields.String()
    hit = fields.Boolean(required=True, truthy={True}, falsy={False})
    positions = fields.List(fields.Integer(strict=True), required=True)
    at = fields.String(load_default="")

    @validates_schema
    def one_of_two(self, data: JSON, **_: Any) -> None:
        """Refuse both and neither."""
        if ("letter" in data) == ("word" in data):
            raise ValidationError("Not the answer to a letter or a word.", "letter")

    @after_load
    def answer(self, data: dict[str, Any], **_: Any) -> LetterView | WordView:
        """The answer."""
        return LetterView(**data) if "letter" in data else WordView(**data)


class ConfessedGuess(Lenient):
    """What the dealer did at a guess; all that counts here is the answer."""

    guess = fields.Nested(Answer, required=True)


class Confession(Lenient):
    """A confession."""

    dealer = fields.String(required=True)
    seed = fields.Integer(strict=True, required=True)
    word = fields.String(required=True)
    fingerprint = fields.String(required=True)
    commitment = fields.String(required=True, validate=DIGEST)
    opening = fields.Nested(Opening, required=True)
    guesses = fields.List(fields.Nested(ConfessedGuess), required=True)

    @after_load
    def told(self, data: dict[str, Any], **_: Any) -> Claims:
        """What the confession tells."""
        answers = [confessed["guess"] for confessed in data.pop("guesses")]
        return Claims(**data, answers=answers)


def told_in(content: JSON, source: str) -> Claims:
    """What a confession tells. `source` names it if there is something wrong with it."""
    if "opening" in content and content["opening"] is None:
        raise Failure(f"{source}: this game was begun before there were commitments")
    try:
        told: Claims = Confession().load(content)
    except ValidationError as error:
        raise Failure(f"{source}: not a confession: {', '.join(error.messages_dict)}") from error
    return told
