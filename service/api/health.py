"""Health checks: whether the process answers, and whether games can be played."""

from contextlib import suppress
from typing import Final

from flask import Blueprint, Response

from service import __version__
from service.api.application import app
from service.api.messages import answer
from service.api.problems import problem
from service.store.errors import StoreBusy

blueprint = Blueprint("health", __name__)

WELL: Final = {"status": "ok", "version": __version__}


@blueprint.get("/livez")
def live() -> Response:
    """Whether this process answers; the store is not checked."""
    return answer(WELL)


@blueprint.get("/readyz")
def ready() -> Response:
    """Whether games can be played: the store works, and the service is not about to stop."""
    if app.parts.draining:
        return problem("unavailable", "The service is about to stop: send requests elsewhere.")
    with suppress(StoreBusy):  # a busy store still works
        app.parts.games.store.check()
    return answer(WELL)
