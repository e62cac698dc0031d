"""Health checks: whether the process answers, and whether games can be played."""

import mmap
from contextlib import suppress
from typing import Final

from flask import Blueprint, Response

from service import __version__
from service.api.hooks import app
from service.api.messages import answer
from service.api.problems import problem
from service.store.errors import StoreBusy

blueprint = Blueprint("health", __name__)

WELL: Final = {"status": "ok", "version": __version__}


class Draining:
    """Whether the service is about to stop; processes that are forked later share this flag."""

    def __init__(self) -> None:
        self._flag = mmap.mmap(-1, 1)

    def begin(self) -> None:
        """Set the flag."""
        self._flag[0] = 1

    def __bool__(self) -> bool:
        return self._flag[0] == 1


@blueprint.get("/livez")
def live() -> Response:
    """Whether this process answers; the store is not checked."""
    return answer(WELL)


@blueprint.get("/readyz")
def ready() -> Response:
    """Whether games can be played: the store works, and the service is not about to stop."""
    if app.draining:
        return problem("unavailable", "The service is about to stop: send requests elsewhere.")
    with suppress(StoreBusy):  # a busy store still works
        app.games.store.check()
    return answer(WELL)
