"""Health checks: whether the process answers, and whether games can be played."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response

from service import __version__
from service.api.application import app
from service.api.operations import returns
from service.api.problems import problem
from service.store.errors import StoreBusy

blueprint = Blueprint("health", __name__)


@dataclass(frozen=True)
class Health:
    """Whether the service is well. A service that is not well answers with a problem."""

    status: str
    """Always `ok`."""
    version: str
    """The version of the service."""


WELL: Final = Health("ok", __version__)


@blueprint.get("/livez")
@returns(Health)
def live() -> Health:
    """Whether this process answers; the store is not checked."""
    return WELL


@blueprint.get("/readyz")
@returns(Health)
def ready() -> Health | Response:
    """Whether games can be played: the store works, and the service is not about to stop."""
    if app.parts.draining:
        return problem("unavailable", "The service is about to stop: send requests elsewhere.")
    with suppress(StoreBusy):  # a busy store still works
        app.parts.games.store.check()
    return WELL
