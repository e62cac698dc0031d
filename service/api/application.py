"""The application: Flask, with the parts of the service that views use."""

from typing import Any, Final, Protocol, cast

from flask import Flask, Response, current_app

from service.play.games import Games
from service.play.views import Watched
from service.store.record import Tag


class Watching(Protocol):
    """Lets requests wait for news of a game; serving.watching has the real one."""

    def next_after(  # noqa: D102  # see serving.watching
        self, watch_id: str, tag: Tag, seconds: float, connection: Any
    ) -> Watched | None: ...


class Application(Flask):
    """Flask that answers OPTIONS with 204. `app.application` gives it its parts."""

    games: Games
    watching: Watching
    draining: object  # true once the service is about to stop

    def make_default_options_response(self) -> Response:
        """The methods of the path, in `Allow`."""
        response = super().make_default_options_response()
        response.status_code = 204
        response.headers["Allow"] = ", ".join(sorted(response.allow))
        del response.headers["Content-Type"]
        return response


app: Final = cast(Application, current_app)  # the one that answers this request
