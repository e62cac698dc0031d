"""The application, and the parts of the service that its views use."""

import mmap
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol, cast

from flask import Flask, Request, Response, current_app
from werkzeug.routing import MapAdapter

from service.api.limiter import Limiter
from service.play.catalogue import Catalogue
from service.play.games import Games
from service.play.help import Help
from service.play.seats import Seat
from service.play.views import Outcome, WatchedView
from service.store.record import Tag

HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
NO_PATH: Final = "/ "  # a path that no route has


class Draining:
    """Whether the service is about to stop; processes that are forked later share this flag."""

    def __init__(self) -> None:
        self._flag = mmap.mmap(-1, 1)

    def begin(self) -> None:
        """Set the flag."""
        self._flag[0] = 1

    def __bool__(self) -> bool:
        return self._flag[0] == 1


class Watching(Protocol):
    """Lets requests wait for news of a game; serving.lookout has the real one."""

    def next_after(  # noqa: D102  # see serving.lookout
        self, seat: Seat, tag: Tag, seconds: float, connection: Any
    ) -> Outcome[WatchedView] | None: ...


@dataclass(frozen=True)
class Parts:
    """The parts of the service that views use.

    `limiter` is None without limits, `keys` are the hashes of API keys, and requests on the
    `public` blueprints need none. Pages of `origins` may read what the service says.
    """

    games: Games
    help: Help
    catalogue: Catalogue
    limiter: Limiter | None
    watching: Watching
    draining: Draining
    keys: Collection[str]
    public: Collection[str]
    origins: Collection[str]
    contract: Path


class Application(Flask):
    """Flask with the parts of the service that views use."""

    def __init__(self, parts: Parts) -> None:
        super().__init__("service", static_folder=None)
        self.parts = parts
        self.url_map.merge_slashes = False  # a redirect would name the host that the client claims

    def wsgi_app(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Add HEADERS below Flask, which checks each header that it adds: 2 % of a guess."""
        return super().wsgi_app(environ, partial(_start, start_response))

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """The routes, bound to no host: checking the client's host costs 2 % of a guess."""
        # Flask adds the slash to a bare prefix.
        if request is None or not request.environ["PATH_INFO"]:
            return super().create_url_adapter(request)
        # werkzeug would read //games as /games.
        path = request.path if request.environ["PATH_INFO"][:2] != "//" else NO_PATH
        root, method = request.root_path, request.method
        return self.url_map.bind("", root, path_info=path, default_method=method)

    def make_default_options_response(self) -> Response:
        """A 204 that lists the methods of the path in `Allow`."""
        response = super().make_default_options_response()
        response.status_code = 204
        response.headers["Allow"] = ", ".join(sorted(response.allow))
        del response.headers["Content-Type"]
        return response


app: Final = cast(Application, current_app)  # the application that answers this request


def _start(start_response: Any, status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
    present = dict(headers)
    missing = [each for each in HEADERS.items() if each[0] not in present]
    return start_response(status, headers + missing, *more)
