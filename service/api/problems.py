"""Every way to fail: one table from error to kind of problem, and how it is answered (RFC 9457)."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Final

from flask import Flask, Response, g
from marshmallow import ValidationError
from werkzeug import exceptions as http

from service import refusals
from service.api import kinds, schemas
from service.api.answers import answer
from service.engine import errors as play
from service.store import errors as store

RETRY_AFTER: Final = "1"  # seconds: the store is asked again at every request
PROBLEM: Final = schemas.Problem()


DOMAIN: Final[dict[type[Exception], kinds.Kind]] = {
    ValidationError: kinds.INVALID_INPUT,
    play.InvalidGuess: kinds.INVALID_GUESS,
    play.Contradiction: kinds.CONTRADICTION,
    play.NoWordsOfLength: kinds.NO_WORDS_OF_LENGTH,
    play.LetterAlreadyGuessed: kinds.LETTER_ALREADY_GUESSED,
    play.WordAlreadyGuessed: kinds.WORD_ALREADY_GUESSED,
    play.GameOver: kinds.GAME_OVER,
    refusals.UnknownDictionary: kinds.UNKNOWN_DICTIONARY,
    refusals.KeyReused: kinds.KEY_REUSED,
    refusals.GameInProgress: kinds.GAME_IN_PROGRESS,
    refusals.TooManyAtOnce: kinds.TOO_MANY_AT_ONCE,
    refusals.VersionMismatch: kinds.VERSION_MISMATCH,
    refusals.StateRolledBack: kinds.STATE_ROLLED_BACK,
    refusals.DictionaryGone: kinds.DICTIONARY_GONE,
    store.GameNotFound: kinds.GAME_NOT_FOUND,
    store.GameDamaged: kinds.GAME_DAMAGED,
    store.StoreFull: kinds.STORE_FULL,
    store.StoreUnavailable: kinds.STORE_UNAVAILABLE,
}
HTTP: Final[dict[type[Exception], kinds.Kind]] = {
    http.BadRequest: kinds.MALFORMED,
    http.NotFound: kinds.NOT_FOUND,
    http.MethodNotAllowed: kinds.METHOD_NOT_ALLOWED,
    http.RequestEntityTooLarge: kinds.BODY_TOO_LARGE,
    http.UnsupportedMediaType: kinds.UNSUPPORTED_MEDIA_TYPE,
    http.InternalServerError: kinds.INTERNAL_ERROR,
}
AT_THE_DOOR: Final = (kinds.TOO_MANY_REQUESTS, kinds.UNAUTHORIZED)
KINDS: Final = tuple(
    sorted({*DOMAIN.values(), *HTTP.values(), *AT_THE_DOOR}, key=lambda kind: kind.name)
)


def register(app: Flask) -> None:
    """Answer every error of the table, and every other one, with a problem."""
    for error in DOMAIN:
        app.register_error_handler(error, _domain_problem)
    app.register_error_handler(refusals.Refused, _refusal)
    app.register_error_handler(http.HTTPException, _http_problem)
    app.register_error_handler(Exception, _unexpected)


def problem(kind: kinds.Kind, detail: str, **more: Any) -> Response:
    """The answer to a request that failed in this way."""
    content = {
        "type": kind.type,
        "title": kind.title,
        "status": kind.status,
        "detail": detail,
        "request_id": g.request_id,
        **more,
    }
    g.log_level = kind.level
    g.log_fields["problem"] = kind.name
    response = answer(PROBLEM, content, kind.status, "application/problem+json")
    if kind.status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = RETRY_AFTER
    return response


def _kind_of(error: Exception) -> kinds.Kind:
    return next(DOMAIN[cls] for cls in type(error).__mro__ if cls in DOMAIN)


def _domain_problem(error: Exception) -> Response:
    kind = _kind_of(error)
    detail = "See “errors” for what is wrong." if kind is kinds.INVALID_INPUT else str(error)
    if kind is kinds.STORE_UNAVAILABLE:
        g.log_fields["reason"] = detail
        detail = "The games cannot be reached just now; nothing was lost. Try again in a moment."
    if kind is kinds.STORE_FULL:
        g.log_fields["reason"] = detail
        detail = "There is no room for another game just now; every running game can be finished."
    if kind is kinds.GAME_DAMAGED:
        detail = "The stored game is damaged and cannot be played on."
    return problem(kind, detail, **_details(error))


def _details(error: Exception) -> dict[str, Any]:
    """What the problem says beside its detail, for the errors that carry more."""
    match error:
        case ValidationError():
            return {"errors": list(_field_errors(error))}
        case play.InvalidLetter():
            return _field("letter", error)
        case play.InvalidWord():
            return _field("word", error)
        case play.Contradiction():
            return _field(error.field, error)
        case play.NoWordsOfLength():
            return {"lengths": error.lengths, **_field("length", error)}
        case refusals.UnknownDictionary():
            return _field("dictionary", error)
        case refusals.KeyReused():
            return _field("Idempotency-Key", error)
        case _:
            return {}


def _field(name: str, error: Exception) -> dict[str, Any]:
    return {"errors": [{"field": name, "message": str(error)}]}


def _field_errors(error: ValidationError) -> Iterable[dict[str, str]]:
    for name, found in error.messages_dict.items():
        items = found.items() if isinstance(found, dict) else [(None, found)]
        for index, messages in items:
            where = name if index is None else f"{name}[{index}]"
            yield {"field": where, "message": " ".join(messages)}


def _refusal(error: refusals.Refused) -> Response:
    return problem(_kind_of(error.reason), str(error), game=error.game)


def _http_problem(error: http.HTTPException) -> Response | http.HTTPException:
    if error.code is None or error.code < HTTPStatus.BAD_REQUEST:
        return error  # a redirect is no problem
    response = problem(_http_kind(error), error.description or "")
    response.headers.extend((name, value) for name, value in error.get_headers() if name == "Allow")
    return response


def _http_kind(error: http.HTTPException) -> kinds.Kind:
    found = (HTTP[cls] for cls in type(error).__mro__ if cls in HTTP)
    return next(found, kinds.MALFORMED if (error.code or 500) < 500 else kinds.INTERNAL_ERROR)


def _unexpected(error: Exception) -> Response:
    g.log_fields["exc_info"] = error
    return problem(kinds.INTERNAL_ERROR, "Something went wrong on our side.")
