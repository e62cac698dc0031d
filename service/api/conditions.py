"""Headers that make a request conditional or repeatable, and the tags of answers that they name."""

import re
from typing import Final

from flask import Response, g, request
from marshmallow import ValidationError
from werkzeug.http import parse_dict_header, parse_list_header

from service.api.field_errors import complaint
from service.api.messages import answer
from service.http_cache import for_this_client
from service.play.requests import Tags
from service.play.views import Outcome

KEY: Final = re.compile(r"[-!-+.-~]{20,128}")  # no comma, which joins two headers
TAG: Final = r'(W/)?"[!#-~\x80-\xff]*"'
TAGS: Final = re.compile(rf"\s*(\*|{TAG}(\s*,[\s,]*{TAG})*)[\s,]*")
CONDITIONS: Final = (("If-Match", "HTTP_IF_MATCH"), ("If-None-Match", "HTTP_IF_NONE_MATCH"))
MOST_SECONDS: Final = 30  # of a wait for news


def refuse_unquoted_tags() -> None:
    """Before a request to a path of ours: refuse tags without quotes. Raises ValidationError."""
    for name, header in CONDITIONS:
        tags = request.environ.get(header)
        if tags is not None and not TAGS.fullmatch(tags) and not request.routing_exception:
            wrong = complaint("invalid", "Send each ETag in its double quotes.")
            raise ValidationError({name: [wrong]}, place="header")


def of_game(outcome: Outcome, status: int = 200) -> Response:
    """The answer with a game, and its tag."""
    response = answer(outcome.view, status)
    response.headers.add("ETag", f'"{outcome.tag}"')
    return repeated(response, outcome.replayed)


def repeated(response: Response, replayed: bool) -> Response:
    """The answer; a header says so if the same request came before."""
    if replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response


def tagged(response: Response) -> Response:
    """The answer of a game that is over, with a tag, or a 304."""
    response.add_etag()
    return for_this_client(response)


def idempotency_key() -> str | None:
    """The idempotency key, after the API key that it belongs to. Raises ValidationError."""
    key = request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if key.startswith('"') and key.endswith('"'):
        key = key[1:-1]  # a String, as the draft of the header has it
    if not KEY.fullmatch(key):
        wanted = "Send 20 to 128 visible ASCII characters without a comma, such as a UUID."
        raise ValidationError({"Idempotency-Key": [complaint("invalid", wanted)]}, place="header")
    return f"{g.get('api_key', '')} {key}"


def tags() -> Tags:
    """The tags in If-Match, None for any. Weak tags never match (RFC 9110, 13.1.1)."""
    if "HTTP_IF_MATCH" not in request.environ or request.if_match.star_tag:
        return None
    return frozenset(request.if_match.as_set())


def seconds_to_wait() -> int:
    """How long the client would wait for news: `Prefer: wait=20` (RFC 7240)."""
    preferences = parse_list_header(request.headers.get("Prefer", "").lower())
    first = ", ".join(reversed(preferences))  # a dict keeps the last one of a name
    wanted = parse_dict_header(first).get("wait") or ""
    is_number = wanted.isdecimal() and wanted.isascii()
    return int(min(float(wanted), MOST_SECONDS)) if is_number else 0  # int reads 4,300 digits
