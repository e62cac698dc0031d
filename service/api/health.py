"""Whether the service lives, and whether it can play."""

from flask import Blueprint, Response

from service.api.answers import answer
from service.api.parts import games, is_draining
from service.api.problem_types import STORE_UNAVAILABLE
from service.api.problems import problem

blueprint = Blueprint("health", __name__)


@blueprint.get("/livez")
def live() -> Response:
    """Whether this process answers; it asks the store nothing."""
    return answer({"status": "ok"})


@blueprint.get("/readyz")
def ready() -> Response:
    """Whether the store answers too; the dictionaries were loaded before the process served."""
    if is_draining():
        return problem(STORE_UNAVAILABLE, "The service is about to stop: send requests elsewhere.")
    games().store.ping()
    return answer({"status": "ok"})
