"""The query of a request, read as strictly as its body: each parameter known, and there once."""

from typing import Any, Final

from flask import request
from marshmallow import Schema, ValidationError

NOTHING: Final = Schema()
READ_BY_ITS_VIEW: Final = ("games.hint", "games.confession", "games.review")


def query(schema: Schema) -> dict[str, Any]:
    """What the query of this request says. Raises ValidationError."""
    twice = [name for name, values in request.args.lists() if len(values) > 1]
    if twice:
        raise ValidationError({name: ["It is there twice."] for name in twice})
    return dict(schema.load(request.args.to_dict()))


def refuse_query() -> None:
    """Before a request: refuse its query if the view does not read it. Raises ValidationError."""
    if (
        request.environ.get("QUERY_STRING")
        and request.endpoint not in READ_BY_ITS_VIEW
        and request.method != "OPTIONS"
    ):
        query(NOTHING)
