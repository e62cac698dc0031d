"""The body and the query of a request, read strictly: nothing is guessed, repaired or cut."""

import json
from collections import Counter
from typing import Any, Final, NoReturn

from flask import request
from gunicorn.http.errors import ParseException
from marshmallow import ValidationError
from werkzeug import exceptions as http
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from service.api.field_errors import Complaint, Schema, brief

LARGEST: Final = 16 * 1024  # bytes
MOST_DIGITS: Final = 100
JSON: Final = "application/json"
PLAIN: Final = "identity"  # the Content-Encoding of what is not packed
NO_PARAMETERS: Final = Schema()
READ_BY_ITS_VIEW: Final = ("games.hint", "games.confession", "games.review")


class BodyPacked(UnsupportedMediaType):
    """A body that is packed, with gzip for example."""

    def get_headers(self, *arguments: Any, **named: Any) -> list[tuple[str, str]]:
        """With Accept-Encoding, as RFC 9110 wants it (15.5.16)."""
        return [*super().get_headers(*arguments, **named), ("Accept-Encoding", PLAIN)]


def json_body() -> dict[str, Any]:
    """The JSON object in the body; {} if the body is empty.

    Raises the exceptions of HTTP 400, 408, 413 and 415.
    """
    return object_in(json_bytes())


def json_bytes() -> bytes:
    """The body, if it says that it is JSON or is empty. Raises as `json_body` does."""
    data = _bytes()
    if data and request.environ.get("HTTP_CONTENT_ENCODING", PLAIN).lower() != PLAIN:
        raise BodyPacked("Send the body as it is, without “Content-Encoding”.")
    is_json = request.environ.get("CONTENT_TYPE") == JSON  # 3 us less than to parse it
    if data and not is_json and request.mimetype != JSON:
        raise UnsupportedMediaType("Send JSON, with “Content-Type: application/json”.")
    return data


def object_in(data: bytes) -> dict[str, Any]:
    """The JSON object that the bytes are; {} if there are none. Raises BadRequest."""
    body = _parsed(data) if data else {}
    if not isinstance(body, dict):
        raise BadRequest("The body is JSON, but not an object: {…}.")
    return body


def query(schema: Schema) -> dict[str, Any]:
    """What the query of this request says. Raises ValidationError."""
    twice = [name for name, values in request.args.lists() if len(values) > 1]
    if twice:
        complaint = Complaint("twice", "It is there twice.")
        raise ValidationError({name: [complaint] for name in twice}, place="parameter")
    try:
        return dict(schema.load(request.args.to_dict()))
    except ValidationError as error:
        raise ValidationError(error.messages, place="parameter") from error


def refuse_query() -> None:
    """Before a request: refuse its query if the view does not read it. Raises ValidationError."""
    is_read = request.endpoint in READ_BY_ITS_VIEW or request.method == "OPTIONS"
    if request.environ.get("QUERY_STRING") and not is_read:
        query(NO_PARAMETERS)


def _parsed(data: bytes) -> Any:
    """The JSON value that the bytes are."""
    try:
        text = data.decode("utf-8-sig")
        body = DECODER.decode(text)
        if "\\u" in text:
            _refuse_half_characters(body)
    except RecursionError:
        raise BadRequest("The JSON is nested too deeply.") from None
    except UnicodeDecodeError as error:
        raise BadRequest(f"The body is not UTF-8: look at byte {error.start}.") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadRequest(f"The body is not JSON: look at {place}.") from error
    return body


def _bytes() -> bytes:
    """The whole body. Read a byte past the limit: a chunked body does not tell its length."""
    request.max_content_length = LARGEST + 1
    try:
        data = request.get_data(cache=False)
    except (http.ClientDisconnected, ParseException, OSError) as error:
        if isinstance(error.__context__, TimeoutError):
            raise http.RequestTimeout("The body did not arrive in time.") from error
        wrong = "The body could not be read: its chunks or its length are wrong."
        raise BadRequest(wrong) from error
    if len(data) > LARGEST:
        raise http.RequestEntityTooLarge
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = Counter(name for name, _ in pairs)
        twice = next(name for name, times in names.items() if times > 1)
        shown = brief(twice).encode(errors="backslashreplace").decode()  # of half characters
        raise BadRequest(f"The key “{shown}” is there twice.")
    return members


def _refuse_half_characters(body: Any) -> None:
    """Refuse lone surrogates, which escapes can make, wherever they are: no answer may have one."""
    try:
        json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        code = f"{ord(error.object[error.start]):04x}"
        raise BadRequest(f"A text has half of a character: \\u{code}.") from error


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise BadRequest(f"A number has {len(digits)} digits; none needs so many.")
    return int(digits)


def _constant(name: str) -> NoReturn:
    raise BadRequest(f"{name} is not JSON.")


DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer
)
