"""Bodies, queries and headers of requests, read strictly; answers in JSON, with tags."""

import json
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Container, Mapping
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any, Final, TypeAlias

import orjson
from flask import Response, g, request
from gunicorn.http.errors import ParseException
from marshmallow import ValidationError
from marshmallow.fields import List
from werkzeug import exceptions as http
from werkzeug.datastructures import Headers
from werkzeug.http import parse_dict_header, parse_list_header

from service.api.field_errors import FIELD, MOST_ERRORS, Schema, brief, invalid_input
from service.http_cache import FIVE_MINUTES, content_of, for_this_client
from service.play.requests import Tags
from service.play.views import Outcome, WatchedView

LARGEST: Final = 16 * 1024  # bytes
DEEPEST: Final = 32  # levels of objects and lists; our own requests have up to four
NO_BRACKETS: Final = re.compile(rb'"(?:[^"\\]|\\.)*"?|[^][{}"]+', re.DOTALL)  # texts, and the rest
JSON: Final = "application/json"
IGNORED: Final = "_"  # the parameter with which jQuery gets past caches
PLAIN: Final = "identity"  # the Content-Encoding of a body that is not compressed
KEY: Final = re.compile(r"[-!-+.-~]{20,128}")  # no comma, which joins two headers
TAG: Final = r'(W/)?"[!#-~\x80-\xff]*"'
TAGS: Final = re.compile(rf"\s*(\*|{TAG}(\s*,[\s,]*{TAG})*)[\s,]*")
CONDITIONS: Final = (("If-Match", "HTTP_IF_MATCH"), ("If-None-Match", "HTTP_IF_NONE_MATCH"))
APPLIED: Final = "Preference-Applied"  # the header that names what we did of `Prefer`
REPLAYED: Final = "Idempotent-Replayed"  # the header of an answer to a repeated request
PROBES: Final = ("/livez", "/readyz")  # monitoring calls them, so they never return a 422

NewSchema: TypeAlias = Callable[[], Schema]  # a class of schemas; one instance is made


class VerbatimResponse(Response):
    """A response whose headers are sent as they are: copying and quoting them takes 15 us.

    A view that sets Location or Content-Location quotes it.
    """

    def get_wsgi_headers(self, environ: dict[str, Any]) -> Headers:
        """The headers, on a 304 without those of the content."""
        return self.headers if self.status_code < 300 else super().get_wsgi_headers(environ)


class BodyPacked(http.UnsupportedMediaType):
    """A body that is compressed, for example with gzip."""

    def get_headers(self, *arguments: Any, **named: Any) -> list[tuple[str, str]]:
        """The headers, with Accept-Encoding as RFC 9110 recommends (15.5.16)."""
        return [*super().get_headers(*arguments, **named), ("Accept-Encoding", PLAIN)]


def body(schema: NewSchema) -> Any:
    """The JSON object in the body of this request, loaded by a schema; {} if the body is empty.

    Nothing is guessed, repaired or truncated. Raises ValidationError, and the exceptions of HTTP
    400, 408, 413 and 415.
    """
    return _loaded(schema, _json_bytes())


def body_remembered(schema: NewSchema) -> Any:
    """The same as `body`, but equal bytes are loaded only once."""
    return _remembered(schema, _json_bytes())


def _json_bytes() -> bytes:
    """The bytes of a body that is declared as JSON, or is empty."""
    data, environ = _bytes(), request.environ
    if data and environ.get("HTTP_CONTENT_ENCODING", PLAIN).lower() != PLAIN:
        raise BodyPacked("Send the body as it is, without “Content-Encoding”.")
    is_json = environ.get("CONTENT_TYPE") == JSON  # parsing it takes 3 us
    if data and not is_json and request.mimetype != JSON:
        raise http.UnsupportedMediaType("Send JSON, with “Content-Type: application/json”.")
    return data


def query(schema: NewSchema) -> dict[str, Any]:
    """The query of this request, loaded by a schema, without IGNORED. Raises ValidationError.

    Only a parameter that is a list of the schema may come more than once.
    """
    lists = {name for name, field in _instance_of(schema).fields.items() if isinstance(field, List)}
    values = {name: each for name, each in request.args.lists() if name != IGNORED}
    twice = [name for name, each in values.items() if len(each) > 1 and name not in lists]
    if twice:
        text = f"{FIELD} was sent twice: send it once."
        raise invalid_input("twice", text, *twice, place="parameter")
    every = {name: each if name in lists else each[0] for name, each in values.items()}
    return parameters(schema, every)


def parameters(schema: NewSchema, values: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a query or a path, loaded by a schema. Raises ValidationError."""
    try:
        return dict(_instance_of(schema).load(values))
    except ValidationError as error:
        raise ValidationError(error.messages, place="parameter") from error


def answer(view: Any, status: int = 200, mimetype: str = JSON) -> Response:
    """The JSON answer for a view, a dataclass or a mapping; the fields keep their order."""
    body = orjson.dumps(view, option=orjson.OPT_APPEND_NEWLINE)
    return VerbatimResponse(body, status, content_type=mimetype)


def cacheable_answer(view: Any) -> Response:
    """The JSON answer for a view that seldom changes: clients may cache it for five minutes."""
    data = orjson.dumps(view, option=orjson.OPT_APPEND_NEWLINE)
    return content_of(data, JSON).answer(FIVE_MINUTES)


def refuse_unquoted_tags() -> None:
    """Refuse tags without quotes, except on unknown paths and on those that monitoring calls.

    Raises ValidationError.
    """
    if request.routing_exception or request.path in PROBES:
        return
    for name, header in CONDITIONS:
        tags = request.environ.get(header)
        if tags is not None and not TAGS.fullmatch(tags):
            text = f"{FIELD} must have each ETag in its double quotes."
            raise invalid_input("invalid", text, name, place="header")


def of_game(outcome: Outcome[WatchedView], status: int = 200, shown: Any = None) -> Response:
    """The answer with a game and its tag; a header marks the answer to a repeated request.

    `shown` replaces the game in the body.
    """
    response = answer(shown or outcome.view, status)
    response.headers.add("ETag", f'"{outcome.tag}"')
    if outcome.replayed:
        response.headers[REPLAYED] = "true"
    return response


def tagged(response: Response) -> Response:
    """The answer about a game that is over, with a tag; a 304 if the client has it."""
    response.add_etag()
    return for_this_client(response)


def idempotency_key() -> str | None:
    """The idempotency key, prefixed by the API key that it belongs to. Raises ValidationError."""
    key = request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if key.startswith('"') and key.endswith('"'):
        key = key[1:-1]  # the header's draft sends a quoted String
    if not KEY.fullmatch(key):
        text = f"{FIELD} must be 20 to 128 visible ASCII characters, no comma, such as a UUID."
        raise invalid_input("invalid", text, "Idempotency-Key", place="header")
    return f"{g.get('api_key', '')} {key}"


def tags() -> Tags:
    """The tags in If-Match, None for any. Weak tags never match (RFC 9110, 13.1.1)."""
    if "HTTP_IF_MATCH" not in request.environ or request.if_match.star_tag:
        return None
    return frozenset(request.if_match.as_set())


def preference(name: str) -> str:
    """What the client prefers (RFC 7240), such as `minimal` for `return`; "" without a preference.

    Of two preferences with the same name, the first counts.
    """
    header = request.environ.get("HTTP_PREFER")
    if not header:
        return ""
    # Without their parameters, which we know none of; reversed, because a dict keeps the last.
    wanted = [each.partition(";")[0].strip() for each in parse_list_header(header.lower())]
    return parse_dict_header(", ".join(reversed(wanted))).get(name) or ""


def _loaded(schema: NewSchema, data: bytes) -> Any:
    """Load a JSON object, which must have each key once. Raises BadRequest, ValidationError."""
    text = (data or b"{}").removeprefix(BOM_UTF8)
    if _depth(text) > DEEPEST:
        raise http.BadRequest(f"The JSON is nested more than {DEEPEST} levels deep.")
    try:
        value = orjson.loads(text)  # refuses NaN, lone surrogates, numbers beyond a double
        json.loads(text, object_pairs_hook=_refuse_twice, parse_int=str)
    except orjson.JSONDecodeError as error:
        wrong = f"The body is not JSON in UTF-8: line {error.lineno}, column {error.colno}."
        raise http.BadRequest(wrong) from error
    if not isinstance(value, dict):
        raise http.BadRequest("The body is not a JSON object: send {…}.")
    return _instance_of(schema).load(_with_few_unknown(value, _instance_of(schema).fields))


def _with_few_unknown(value: dict[str, Any], known: Container[str]) -> dict[str, Any]:
    """The object without most of its unknown fields: marshmallow takes 5 us to complain of each."""
    unknown = [name for name in value if name not in known]
    surplus = frozenset(unknown[MOST_ERRORS:])
    return {name: value[name] for name in value if name not in surplus} if surplus else value


_remembered = lru_cache(maxsize=256)(_loaded)  # enough for all letters, in several spellings


@cache
def _instance_of(schema: NewSchema) -> Schema:
    return schema()


def _bytes() -> bytes:
    """The whole body. Read one byte past the limit, because a chunked body declares no length."""
    if (request.content_length or 0) > LARGEST:
        raise http.RequestEntityTooLarge
    try:
        data: bytes = request.environ["wsgi.input"].read(LARGEST + 1)  # ends with the body
    except TimeoutError as error:
        raise http.RequestTimeout("The body did not arrive in time.") from error
    except (ParseException, OSError) as error:
        wrong = "The body could not be read: its chunks or its length are wrong."
        raise http.BadRequest(wrong) from error
    if len(data) > LARGEST:
        raise http.RequestEntityTooLarge
    return data


def _depth(text: bytes) -> int:
    """How deep objects and lists are nested in a text, which may be no JSON: 2 in `[{"a": 1}]`."""
    brackets = NO_BRACKETS.sub(b"", text)
    return max(accumulate(1 if each in b"[{" else -1 for each in brackets), default=0)


def _refuse_twice(pairs: list[tuple[str, Any]]) -> None:
    """Refuse an object that has a key twice. Raises BadRequest."""
    if len(dict(pairs)) < len(pairs):
        [(name, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise http.BadRequest(f"The key “{brief(name)}” is there twice.")
