"""Whether the process answers, and whether games can be played."""

from flask import Blueprint, Response

from service.api.answers import answer
from service.api.parts import parts
from service.api.problem_types import STORE_UNAVAILABLE
from service.api.problems import problem

blueprint = Blueprint("health", __name__)


@blueprint.get("/livez")
def live() -> Response:
    """Whether this process answers; it does not ask the store."""
    return answer({"status": "ok"})


@blueprint.get("/readyz")
def ready() -> Response:
    """Whether games can be played: the store answers, and the service is not about to stop."""
    if parts().draining:
        return problem(STORE_UNAVAILABLE, "The service is about to stop: send requests elsewhere.")
    parts().games.store.ping()
    return answer({"status": "ok"})
