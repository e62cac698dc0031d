"""The parts of the service that views use: the app hands them over here, and views ask for them."""

from dataclasses import dataclass
from typing import Any, Final, Protocol

from flask import Flask, current_app

from service.play.games import Games
from service.play.requests import Version
from service.play.views import WatchedView
from service.store.rate_limits import Limiter

KEY: Final = "evil-hangman"


class Watching(Protocol):
    """Lets requests wait for news of a game; serving.watching has the real one."""

    def next_after(  # noqa: D102  # see serving.watching
        self, watch_id: str, version: Version, seconds: float, connection: Any
    ) -> WatchedView | None: ...


@dataclass(frozen=True)
class Services:
    """The games of an app, whether it is about to stop, who watches, and the limits, if any."""

    games: Games
    draining: object  # true once the app is about to stop
    watching: Watching
    limiter: Limiter | None = None


def init_app(app: Flask, parts: Services) -> None:
    """Give an app its parts, before its first request."""
    app.extensions[KEY] = parts


def services_of(app: Flask) -> Services:
    """The parts that an app was given."""
    given = app.extensions[KEY]
    assert isinstance(given, Services)
    return given


def services() -> Services:
    """The parts of the app that answers this request."""
    return services_of(current_app)


def games() -> Games:
    """The games of the app that answers this request."""
    return services().games
