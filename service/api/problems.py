"""Every way to fail: one table from error to status, problem type and log level (RFC 9457)."""

from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import structlog
from flask import Flask, Response, g
from marshmallow import ValidationError
from werkzeug import exceptions as http

from service import refusals
from service.api import schemas
from service.api.answers import answer
from service.engine import errors as play
from service.store import errors as store

RETRY_AFTER: Final = "1"  # seconds: the store is asked again at every request
PROBLEM: Final = schemas.Problem()

log = structlog.get_logger()


@dataclass(frozen=True)
class Kind:
    """A kind of problem: its type's last part, status, title, and what a client can do about it."""

    name: str
    status: int
    title: str
    advice: str
    level: str = "info"

    @property
    def type(self) -> str:
        """The stable identifier, and the path of the page that explains it."""
        return f"/problems/{self.name}"


MALFORMED = Kind(
    "malformed-request", 400, "Malformed request",
    "Send one JSON object in UTF-8, each key once, as the field table of the endpoint has it.",
)  # fmt: skip
NOT_FOUND = Kind(
    "not-found", 404, "Not found", "Look the path up in /openapi.yaml or /docs.",
)  # fmt: skip
GAME_NOT_FOUND = Kind(
    "game-not-found", 404, "Game not found",
    "The game never was, was deleted, or has expired: start another one with POST /games.",
)  # fmt: skip
METHOD_NOT_ALLOWED = Kind(
    "method-not-allowed", 405, "Method not allowed", "The Allow header lists what the path takes.",
)  # fmt: skip
LETTER_ALREADY_GUESSED = Kind(
    "letter-already-guessed", 409, "Letter already guessed",
    "It cost nothing. The problem carries the game as it stands: guess another letter.",
)  # fmt: skip
WORD_ALREADY_GUESSED = Kind(
    "word-already-guessed", 409, "Word already guessed",
    "It cost nothing. The problem carries the game as it stands: guess something else.",
)  # fmt: skip
GAME_OVER = Kind(
    "game-over", 409, "Game over",
    "The problem carries the game as it ended: start another one with POST /games.",
)  # fmt: skip
GAME_IN_PROGRESS = Kind(
    "game-in-progress", 409, "Game in progress",
    "The dealer confesses once the game is won or lost.",
)  # fmt: skip
TOO_MANY_AT_ONCE = Kind(
    "too-many-at-once", 409, "Too many guesses at once",
    "Others guessed on this game at the same moment, again and again. Nothing was done: try again.",
)  # fmt: skip
DICTIONARY_GONE = Kind(
    "dictionary-gone", 410, "Dictionary gone",
    "The operator has removed or changed the dictionary of this game: start another one.",
)  # fmt: skip
VERSION_MISMATCH = Kind(
    "version-mismatch", 412, "Version mismatch",
    "If-Match named another version than the game's. The problem carries the game as it stands.",
)  # fmt: skip
BODY_TOO_LARGE = Kind(
    "body-too-large", 413, "Body too large", "A request to play fits in 16 KiB many times over.",
)  # fmt: skip
UNSUPPORTED_MEDIA_TYPE = Kind(
    "unsupported-media-type", 415, "Unsupported media type",
    "Send JSON with “Content-Type: application/json”.",
)  # fmt: skip
INVALID_INPUT = Kind(
    "invalid-input", 422, "Invalid input",
    "“errors” names each field, or header, that is wrong, and says what would be right.",
)  # fmt: skip
NO_WORDS_OF_LENGTH = Kind(
    "no-words-of-length", 422, "No words of this length",
    "“lengths” lists the lengths in which the dictionary has words.",
)  # fmt: skip
UNKNOWN_DICTIONARY = Kind(
    "unknown-dictionary", 422, "Unknown dictionary", "GET /dictionaries lists them.",
)  # fmt: skip
INVALID_GUESS = Kind(
    "invalid-guess", 422, "Invalid guess",
    "Guess one letter of the dictionary's alphabet, or a word of the hidden one's length. "
    "It cost nothing.",
)  # fmt: skip
KEY_REUSED = Kind(
    "idempotency-key-reused", 422, "Idempotency key reused",
    "A key belongs to one request; make a new one, such as a UUID, for each.",
)  # fmt: skip
INTERNAL_ERROR = Kind(
    "internal-error", 500, "Internal error",
    "Our fault. Give the request id to whoever runs the service; nothing was lost.", "error",
)  # fmt: skip
GAME_DAMAGED = Kind(
    "game-damaged", 500, "Game damaged",
    "What the store holds of this game fails its checksum and is not played on. Start another one.",
    "error",
)  # fmt: skip
STORE_UNAVAILABLE = Kind(
    "store-unavailable", 503, "Store unavailable",
    "The games cannot be reached just now. Try again after the seconds in Retry-After; with the "
    "same Idempotency-Key a guess is never counted twice.", "warning",
)  # fmt: skip

DOMAIN: Final[dict[type[Exception], Kind]] = {
    ValidationError: INVALID_INPUT,
    play.InvalidGuess: INVALID_GUESS,
    play.NoWordsOfLength: NO_WORDS_OF_LENGTH,
    play.LetterAlreadyGuessed: LETTER_ALREADY_GUESSED,
    play.WordAlreadyGuessed: WORD_ALREADY_GUESSED,
    play.GameOver: GAME_OVER,
    refusals.UnknownDictionary: UNKNOWN_DICTIONARY,
    refusals.KeyReused: KEY_REUSED,
    refusals.GameInProgress: GAME_IN_PROGRESS,
    refusals.TooManyAtOnce: TOO_MANY_AT_ONCE,
    refusals.VersionMismatch: VERSION_MISMATCH,
    refusals.DictionaryGone: DICTIONARY_GONE,
    store.GameNotFound: GAME_NOT_FOUND,
    store.GameDamaged: GAME_DAMAGED,
    store.StoreUnavailable: STORE_UNAVAILABLE,
}
HTTP: Final[dict[type[Exception], Kind]] = {
    http.BadRequest: MALFORMED,
    http.NotFound: NOT_FOUND,
    http.MethodNotAllowed: METHOD_NOT_ALLOWED,
    http.RequestEntityTooLarge: BODY_TOO_LARGE,
    http.UnsupportedMediaType: UNSUPPORTED_MEDIA_TYPE,
    http.InternalServerError: INTERNAL_ERROR,
}
KINDS: Final = tuple(sorted({*DOMAIN.values(), *HTTP.values()}, key=lambda kind: kind.name))


def register(app: Flask) -> None:
    """Answer every error of the table, and every other one, with a problem."""
    for error in DOMAIN:
        app.register_error_handler(error, _domain_problem)
    app.register_error_handler(refusals.Refused, _refusal)
    app.register_error_handler(http.HTTPException, _http_problem)
    app.register_error_handler(Exception, _unexpected)


def problem(kind: Kind, detail: str, **more: Any) -> Response:
    """The answer to a request that failed in this way."""
    content = {
        "type": kind.type,
        "title": kind.title,
        "status": kind.status,
        "detail": detail,
        "request_id": g.request_id,
        **more,
    }
    getattr(log, kind.level)("problem", type=kind.type, request_id=g.request_id)
    response = answer(PROBLEM, content, kind.status, "application/problem+json")
    if kind.status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = RETRY_AFTER
    return response


def _kind_of(error: Exception) -> Kind:
    return next(DOMAIN[cls] for cls in type(error).__mro__ if cls in DOMAIN)


def _domain_problem(error: Exception) -> Response:
    kind = _kind_of(error)
    detail = "See “errors” for what is wrong." if kind is INVALID_INPUT else str(error)
    if kind is STORE_UNAVAILABLE:
        log.warning("store unavailable", reason=detail, request_id=g.request_id)
        detail = "The games cannot be reached just now; nothing was lost. Try again in a moment."
    if kind is GAME_DAMAGED:
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
        yield {"field": name, "message": " ".join(map(str, found))}


def _refusal(error: refusals.Refused) -> Response:
    return problem(_kind_of(error.reason), str(error), game=error.game)


def _http_problem(error: http.HTTPException) -> Response | http.HTTPException:
    if error.code is None or error.code < HTTPStatus.BAD_REQUEST:
        return error  # a redirect is no problem
    response = problem(_http_kind(error), error.description or "")
    response.headers.extend((name, value) for name, value in error.get_headers() if name == "Allow")
    return response


def _http_kind(error: http.HTTPException) -> Kind:
    found = (HTTP[cls] for cls in type(error).__mro__ if cls in HTTP)
    return next(found, MALFORMED if (error.code or 500) < 500 else INTERNAL_ERROR)


def _unexpected(error: Exception) -> Response:
    log.error("unexpected error", request_id=g.request_id, exc_info=error)
    return problem(INTERNAL_ERROR, "Something went wrong on our side.")
