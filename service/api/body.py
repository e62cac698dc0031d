"""The JSON body of a request, read strictly: nothing is guessed, repaired or cut."""

import json
from typing import Any, Final, NoReturn

from flask import request
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import (
    BadRequest,
    ClientDisconnected,
    RequestEntityTooLarge,
    RequestTimeout,
    UnsupportedMediaType,
)

LARGEST: Final = 16 * 1024  # bytes


def json_body() -> dict[str, Any]:
    """The JSON object in the body; {} if the body is empty.

    Raises the exceptions of HTTP 400, 408, 413 and 415.
    """
    return object_in(json_bytes())


def json_bytes() -> bytes:
    """The body, if it says that it is JSON or is empty. Raises as `json_body` does."""
    data = _bytes()
    if data and request.mimetype != "application/json":
        raise UnsupportedMediaType("Send JSON, with “Content-Type: application/json”.")
    return data


def object_in(data: bytes) -> dict[str, Any]:
    """The JSON object that the bytes are; {} if there are none. Raises BadRequest."""
    if not data:
        return {}
    try:
        body = json.loads(data.decode("utf-8"), object_pairs_hook=_object, parse_constant=_constant)
    except RecursionError:
        raise BadRequest("The JSON is nested too deeply.") from None
    except ValueError as error:
        raise BadRequest(f"The body is not JSON in UTF-8: {_ascii(error)}.") from error
    if not isinstance(body, dict):
        raise BadRequest("The body is JSON, but not an object: {…}.")
    return body


def _bytes() -> bytes:
    """The whole body. Read a byte past the limit: a chunked body does not tell its length."""
    request.max_content_length = LARGEST + 1
    try:
        data = request.get_data(cache=False)
    except (ClientDisconnected, ParseException, OSError) as error:
        if isinstance(error.__context__, TimeoutError):
            raise RequestTimeout("The body did not arrive in time.") from error
        raise BadRequest(
            "The body could not be read: its chunks or its length are wrong."
        ) from error
    if len(data) > LARGEST:
        raise RequestEntityTooLarge
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("an object has a key twice")
    for text in (*members, *members.values()):
        if isinstance(text, str):
            text.encode()  # refuses a lone surrogate: UnicodeEncodeError is a ValueError
    return members


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _ascii(error: ValueError) -> str:
    """The error's text in ASCII: it may quote a lone surrogate, which could not be sent."""
    return str(error).encode("ascii", "backslashreplace").decode()
