"""The game of each day."""

from datetime import date

from flask import Blueprint, Response
from marshmallow import ValidationError

from service.api import schemas
from service.api.answers import answer
from service.api.limits import READ, limited
from service.api.query import refuse_query
from service.api.services import games

blueprint = Blueprint("daily", __name__, url_prefix="/daily")
blueprint.before_request(refuse_query)

DAY = schemas.Day()


@blueprint.get("")
@limited(READ)
def show_today() -> Response:
    """Today's game."""
    return answer(games().show_day())


@blueprint.get("/<day>")
@limited(READ)
def show(day: str) -> Response:
    """The game of a day, and how it went."""
    return answer(games().show_day(_date(day)))


def _date(text: str) -> date:
    try:
        return DAY.deserialize(text)
    except ValidationError as error:
        raise ValidationError({"day": error.messages}) from error
