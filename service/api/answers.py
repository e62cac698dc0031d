"""How an answer is made: a view, written as JSON that ends a line."""

from typing import Any

import orjson
from flask import Response

JSON = "application/json"


def answer(view: Any, status: int = 200, mimetype: str = JSON) -> Response:
    """The answer that shows a view, a dataclass or a mapping: its fields, in their order."""
    body = orjson.dumps(view, option=orjson.OPT_APPEND_NEWLINE)
    return Response(body, status, mimetype=mimetype)
