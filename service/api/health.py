"""Whether the service lives, and whether it can play."""

from flask import Blueprint, Response

from service.api import schemas
from service.api.answers import answer
from service.api.context import games

blueprint = Blueprint("health", __name__)

HEALTH = schemas.Health()


@blueprint.get("/livez")
def live() -> Response:
    """Whether this process answers; it asks the store nothing."""
    return answer(HEALTH, {"status": "ok"})


@blueprint.get("/readyz")
def ready() -> Response:
    """Whether the store answers too; the dictionaries were loaded before the process served."""
    games().store.ping()
    return answer(HEALTH, {"status": "ok"})
