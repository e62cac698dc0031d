"""Whether the service lives, and whether it can play."""

from flask import Blueprint, Response, current_app

from service.api import schemas
from service.api.answers import answer
from service.api.context import games
from service.api.kinds import STORE_UNAVAILABLE
from service.api.problems import problem
from service.draining import Draining

blueprint = Blueprint("health", __name__)

HEALTH = schemas.Health()


@blueprint.get("/livez")
def live() -> Response:
    """Whether this process answers; it asks the store nothing."""
    return answer(HEALTH, {"status": "ok"})


@blueprint.get("/readyz")
def ready() -> Response:
    """Whether the store answers too; the dictionaries were loaded before the process served."""
    if current_app.extensions[Draining.__name__]:
        return problem(STORE_UNAVAILABLE, "The service is about to stop: send requests elsewhere.")
    games().store.ping()
    return answer(HEALTH, {"status": "ok"})
