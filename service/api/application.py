"""The application, and the parts of the service that its views use."""

import mmap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol, cast

import orjson
from flask import Flask, Request, Response, current_app
from werkzeug.routing import MapAdapter

from service.api.documents import Documents
from service.api.headers import always_sent, id_of_request, origin_headers
from service.api.limiter import Limiter
from service.api.problems import PROBLEM, members_of, type_of_status
from service.events import OnEvent
from service.play.catalogue import Catalogue
from service.play.games import Games
from service.play.help import Help
from service.store.record import Tag

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
    """Makes streams of events; serving.lookout has the real one."""

    def stream(  # noqa: D102  # see serving.lookout
        self,
        watch_ids: Sequence[str],
        known: Tag,
        toll: Callable[[], bytes | None],
        connection: Any,
    ) -> Iterator[bytes]: ...


@dataclass(frozen=True)
class Parts:
    """The parts of the service that views use.

    `limiter` is None without limits, `documents` if nobody may read them. `keys` are the hashes of
    API keys, and requests on the `public` blueprints need none. Pages of `origins` may read what
    the service says.
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
    documents: Documents | None
    on_event: OnEvent
    log: Any


class Application(Flask):
    """Flask with the parts of the service that views use."""

    def __init__(self, parts: Parts) -> None:
        super().__init__("service", static_folder=None)
        self.parts = parts
        self.url_map.merge_slashes = False  # a redirect would name the host that the client claims

    def wsgi_app(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Add `always_sent` below Flask, which checks each header that it adds: 2 % of a guess."""
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

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself: none is a coroutine, and looking at five costs 1 % of a guess."""
        return func

    def make_default_options_response(self) -> Response:
        """A 204 that lists the methods of the path in `Allow`."""
        response = super().make_default_options_response()
        response.status_code = 204
        response.headers["Allow"] = ", ".join(sorted(response.allow))
        del response.headers["Content-Type"]
        return response

    def refusal(
        self, status: int, detail: str, root: str, received: Mapping[str, str]
    ) -> tuple[dict[str, str], bytes]:
        """The headers and the body of the answer to bytes that are not a request.

        The worker sends it, and Flask has no part in it. `received` has the headers Origin and
        X-Request-ID, as far as they have come.
        """
        request_id = id_of_request(received.get("X-Request-ID", ""))
        about = type_of_status(status)
        members = members_of(about, about.detail or detail, request_id, root)
        log_it = getattr(self.parts.log, about.level)
        log_it("request", request_id=request_id, status=status, problem=about.code)
        self.parts.on_event("refusal", status=status)
        body = orjson.dumps(members, option=orjson.OPT_APPEND_NEWLINE)
        headers = {
            "Content-Type": PROBLEM, "Content-Length": str(len(body)), "X-Request-ID": request_id,
        }  # fmt: skip
        origins = origin_headers(self.parts.origins, received.get("Origin"), headers)
        return {**headers, **dict(always_sent(headers)), **origins}, body


app: Final = cast(Application, current_app)  # the application that answers this request


def _start(start_response: Any, status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
    return start_response(status, [*headers, *always_sent(dict(headers))], *more)
