"""How an answer is made: a view, dumped by its schema, as JSON that ends a line."""

from typing import Any

import orjson
from flask import Response
from marshmallow import Schema


def answer(
    schema: Schema, view: Any, status: int = 200, mimetype: str = "application/json"
) -> Response:
    """The answer that shows this view."""
    body = orjson.dumps(schema.dump(view), option=orjson.OPT_APPEND_NEWLINE)
    return Response(body, status, mimetype=mimetype)
