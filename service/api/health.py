"""Health checks: whether the process answers, and whether games can be played."""

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response

from service import __version__
from service.api.application import app
from service.api.operations import returns
from service.api.problems import problem
from service.store.errors import StoreBusy, StoreUnavailable

blueprint = Blueprint("health", __name__)


@dataclass(frozen=True)
class Health:
    """Whether the service is well. A service that is not well answers with a problem."""

    status: str
    """Always `ok`."""
    version: str
    """The version of the service."""


LONGEST_FAILURE: Final = 10.0  # seconds: a failover of the store is no reason to go elsewhere
WELL: Final = Health("ok", __version__)


@blueprint.get("/livez")
@returns(Health)
def live() -> Health:
    """Whether this process answers; the store is not checked."""
    return WELL


@blueprint.get("/readyz")
@returns(Health)
def ready() -> Health | Response:
    """Whether games can be played: guesses can be kept, and the service is not about to stop."""
    if app.parts.draining:
        return problem("unavailable", "The service is about to stop: send requests elsewhere.")
    store = app.parts.games.store
    try:
        store.check()
    except StoreBusy:
        pass  # it still works
    except StoreUnavailable:
        # Guesses that were kept meanwhile count, too.
        if store.commands.failing_for() >= LONGEST_FAILURE:
            raise
    return WELL
