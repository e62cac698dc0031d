"""A view as an HTTP answer: JSON with a newline at its end."""

from typing import Any

import orjson
from flask import Response

from service.http_cache import FIVE_MINUTES, content_of

JSON = "application/json"


def answer(view: Any, status: int = 200, mimetype: str = JSON) -> Response:
    """The JSON answer for a view, a dataclass or a mapping; the fields keep their order."""
    body = orjson.dumps(view, option=orjson.OPT_APPEND_NEWLINE)
    return Response(body, status, content_type=mimetype)


def kept_answer(view: Any) -> Response:
    """The JSON answer for a view that seldom changes: clients may keep it for five minutes."""
    body = orjson.dumps(view, option=orjson.OPT_APPEND_NEWLINE)
    return content_of(body, JSON).answer(FIVE_MINUTES)
