"""Errors as answers (RFC 9457): the types of problem, and which error is of which."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from inspect import cleandoc
from typing import Any, Final

from flask import Flask, Response, current_app, g, request
from marshmallow import ValidationError
from werkzeug import exceptions as http
from werkzeug.routing import MapAdapter

from service.api.field_errors import ONE_OF, field_error, first_errors
from service.api.limits import LimitExceeded
from service.api.messages import answer
from service.engine import errors as play
from service.play import refusals
from service.play.views import Refused
from service.store import errors as store

REFUSED: Final = "hangman.refused"  # the worker's name in the environ: status, title and detail
RETRY_AFTER: Final = "1"  # seconds, after which the cause of most 503s is over
TOLD: Final = ("Allow", "Accept-Encoding")  # headers of an HTTP error that clients get


@dataclass(frozen=True)
class ProblemType:
    """A type of problem: its path's last part, status, and what a client can do about it."""

    name: str
    status: int
    errors: tuple[type[Exception], ...]
    advice: str
    level: str = "info"
    detail: str = ""  # for people, if the error's own text is not

    @property
    def title(self) -> str:
        """The name, for people."""
        return self.name.replace("-", " ").capitalize()

    @property
    def type(self) -> str:
        """The stable identifier, and the path of the page that explains it."""
        return f"/problems/{self.name}"


# In the order of their pages.
# fmt: off
ALREADY_GUESSED = ProblemType(
    "already-guessed", 409, (play.AlreadyGuessed,),
    "It cost nothing. The problem carries the game as it stands: guess something else.")
BODY_TOO_LARGE = ProblemType(
    "body-too-large", 413, (http.RequestEntityTooLarge,),
    "Send a body of at most 16 KiB.", detail="The body is larger than 16 KiB.")
DEALER_FAILED = ProblemType(
    "dealer-failed", 500, (play.DealerFailed,),
    "The dealer is a plug-in, and has failed. Nothing has changed: send the request again, with "
    "the same Idempotency-Key if it had one, make another guess, or start a game with another "
    "dealer. If that fails, too, give the request id to whoever runs the service.", level="error",
    detail="The dealer failed, and nothing has changed. Try again.")
GAME_IN_PROGRESS = ProblemType(
    "game-in-progress", 409, (refusals.GameInProgress,),
    "The dealer confesses once the game is won or lost; to those who watch the game of a day, once "
    "the day is over.")
GAME_NOT_FOUND = ProblemType(
    "game-not-found", 404, (store.GameNotFound,),
    "The game never existed, was deleted, or has expired: start another one with POST /games.")
GAME_OVER = ProblemType(
    "game-over", 409, (play.GameOver,),
    "The problem carries the game as it ended: start another one with POST /games.")
GAME_UNPLAYABLE = ProblemType(
    "game-unplayable", 410, (
        store.GameDamaged, play.BadCheatList, play.NoWordFits, refusals.DictionaryGone,
        refusals.DealerGone),
    "The stored game is damaged or of another version of the service, or its dictionary or dealer "
    "is gone: start another one.", level="warning",
    detail="The stored game is damaged, or of another version of the service. Start another game.")
GUESSER_FAILED = ProblemType(
    "guesser-failed", 500, (play.GuesserFailed,),
    "The guesser is a plug-in, and has failed. Nothing has changed: name another guesser, and give "
    "the request id to whoever runs the service.", level="error",
    detail="The guesser failed, and nothing has changed. Choose another guesser.")
KEY_REUSED = ProblemType(
    "idempotency-key-reused", 422, (refusals.KeyReused,),
    "A key belongs to one request; make a new one, such as a UUID, for each.")
INTERNAL_ERROR = ProblemType(
    "internal-error", 500, (http.InternalServerError,),
    "Our fault. Give the request id to whoever runs the service; nothing was lost.", level="error")
INVALID_INPUT = ProblemType(
    "invalid-input", 422, (
        ValidationError, play.InvalidGuess, play.Contradiction, play.NoWordsOfLength,
        refusals.UnknownDictionary, refusals.DayNotOpen, refusals.KeptTooLong),
    "“errors” names each field, parameter or header that is wrong, says what would be right, and "
    "has a code for programs. If the dictionary has no words of a length, “lengths” lists those "
    "that it has.")
MALFORMED = ProblemType(
    "malformed-request", 400, (http.BadRequest,),
    "Send one JSON object in UTF-8, each key once. /docs lists the fields of each endpoint.")
METHOD_NOT_ALLOWED = ProblemType(
    "method-not-allowed", 405, (http.MethodNotAllowed,),
    "The Allow header lists what the path takes.")
NOT_A_WORD = ProblemType(
    "not-a-word", 422, (play.NotAWord,),
    "The game's dictionary does not have this word. It cost nothing: guess another one. A word "
    "that you set for a new game must be in its dictionary, too.")
NOT_FOUND = ProblemType(
    "not-found", 404, (refusals.UnknownDay, http.NotFound),
    "Look the path up in /openapi.yaml or /docs.")
REQUEST_TIMEOUT = ProblemType(
    "request-timeout", 408, (http.RequestTimeout,),
    "The request did not arrive within ten seconds; nothing was done. Send it again.")
STORE_FULL = ProblemType(
    "store-full", 503, (store.StoreFull,),
    "There is no room for another game just now; every running game can be finished. Try again "
    "after the seconds in Retry-After.", level="warning",
    detail="There is no room for another game just now; every running game can be finished.")
TOO_MANY_REQUESTS = ProblemType(
    "too-many-requests", 429, (LimitExceeded,),
    "Wait for the seconds in Retry-After. RateLimit says how many units you have left, "
    "RateLimit-Policy how many you get.")
TOO_MANY_WORDS = ProblemType(
    "too-many-words", 409, (play.TooManyWords,),
    "A game takes 100 whole words. It cost nothing: guess letters.")
UNAUTHORIZED = ProblemType(
    "unauthorized", 401, (), "This service needs a key: send it as “Authorization: Bearer KEY”.")
UNAVAILABLE = ProblemType(
    "unavailable", 503, (refusals.Busy, store.StoreUnavailable),
    "The games cannot be reached, the service is about to stop, or too many other requests came "
    "first. Ask again after the seconds in Retry-After; with the same Idempotency-Key a guess is "
    "never counted twice.", level="warning",
    detail="The games cannot be reached just now; nothing was lost. Try again in a moment.")
UNSUPPORTED_MEDIA_TYPE = ProblemType(
    "unsupported-media-type", 415, (http.UnsupportedMediaType,),
    "Send JSON with “Content-Type: application/json”, and not packed.")
VERSION_MISMATCH = ProblemType(
    "version-mismatch", 412, (refusals.VersionMismatch,),
    "If-Match named another version than the game's. The problem carries the game as it stands: go "
    "on from there.")
# fmt: on

PROBLEM_TYPES: Final = tuple(each for each in vars().values() if isinstance(each, ProblemType))
PROBLEMS: Final = {error: each for each in PROBLEM_TYPES for error in each.errors}
BLAMED: Final[dict[type[Exception], tuple[str, str]]] = {  # the field that is wrong, and the code
    play.InvalidLetter: ("letter", "invalid-guess"),
    play.InvalidWord: ("word", "invalid-guess"),
    play.NotAWord: ("word", "not-a-word"),
    play.NoWordsOfLength: ("length", "no-words-of-length"),
    refusals.NoWordToSet: ("secret_word", "not-a-word"),
    refusals.UnknownDictionary: ("dictionary", "unknown-dictionary"),
    refusals.DayNotOpen: ("daily", "day-not-open"),
    refusals.KeptTooLong: ("keep_for", "out-of-range"),
}


def register(app: Flask) -> None:
    """Answer every error with a problem, whether it is in the table or not."""
    for error in PROBLEMS:
        if not issubclass(error, http.HTTPException):
            app.register_error_handler(error, _domain_problem)
    app.register_error_handler(play.DealerFailed, _plugin_failed)
    app.register_error_handler(play.GuesserFailed, _plugin_failed)
    app.register_error_handler(ValidationError, _invalid_input)
    app.register_error_handler(Refused, _refusal)
    app.register_error_handler(http.HTTPException, _http_problem)
    app.register_error_handler(Exception, _unexpected)


def problem(problem_type: ProblemType, detail: str, **more: Any) -> Response:
    """The answer to a request that failed in this way."""
    g.log_level = problem_type.level
    g.log_fields["problem"] = problem_type.name
    response = _answer(problem_type.type, problem_type.title, problem_type.status, detail, **more)
    if problem_type.status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = RETRY_AFTER
    return response


def _answer(kind: str, title: str, status: int, detail: str, **more: Any) -> Response:
    content = {"type": kind, "title": title, "status": status, "detail": detail}
    more = {"request_id": g.request_id, **more}
    return answer({**content, **more}, status, "application/problem+json")


def refused_by_the_worker() -> Response:
    """The answer to bytes that the worker could not read as a request."""
    return blank_problem(*request.environ[REFUSED])


def blank_problem(status: int, title: str, detail: str) -> Response:
    """The answer to a request that failed in a way that has no type."""
    return _answer("about:blank", title, status, detail)


def _type_of(error: Exception) -> ProblemType:
    """The type in the table; if the error is not there, whose fault it is."""
    is_ours = getattr(error, "code", None) not in range(400, 500)
    other = INTERNAL_ERROR if is_ours else MALFORMED
    return next((PROBLEMS[cls] for cls in type(error).__mro__ if cls in PROBLEMS), other)


def _domain_problem(error: Exception) -> Response:
    problem_type = _type_of(error)
    if problem_type.level != "info":
        g.log_fields["reason"] = str(error)
    detail = str(error) if isinstance(error, play.HangmanError) else problem_type.detail
    response = problem(problem_type, detail, **_details(error))
    if isinstance(error, LimitExceeded):
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def _details(error: Exception) -> dict[str, Any]:
    """The fields that some errors add to their problem."""
    more = {"lengths": error.lengths} if isinstance(error, play.NoWordsOfLength) else {}
    contradicting = getattr(error, "field", ""), "contradiction"
    field, code = BLAMED.get(type(error), contradicting)
    errors = {"errors": [field_error(field.split("/"), code, str(error))]} if field else {}
    return {**errors, **more}


def _invalid_input(error: ValidationError) -> Response:
    errors, may_be_more = first_errors(error)
    [place, code, detail] = errors[0].values()
    sentence = detail if code == ONE_OF else f"{place.removeprefix('/')}: {detail}"
    more = " There may be more: only the first errors are named." if may_be_more else ""
    return problem(INVALID_INPUT, sentence + more, errors=errors)


def _refusal(error: Refused) -> Response:
    reason = error.reason
    response = problem(_type_of(reason), str(error), **_details(reason), game=error.game)
    response.set_etag(str(error.game.version))
    return response


def _http_problem(error: http.HTTPException) -> Response:
    problem_type = _type_of(error)
    response = problem(problem_type, problem_type.detail or _words(error))
    response.headers.extend(each for each in error.get_headers() if each[0] in TOLD)
    return response


def _words(error: http.HTTPException) -> str:
    """What went wrong, in our words if werkzeug has found it."""
    paths, shorter = current_app.create_url_adapter(request), request.path.rstrip("/")
    assert paths is not None, "there is a request"
    match error:
        case http.NotFound() if shorter != request.path and paths.allowed_methods(shorter):
            return f"There is nothing at “{request.path}”. Leave out the slash at its end."
        case http.NotFound():
            return "There is nothing at this path."
        case http.MethodNotAllowed():
            methods = sorted({*(error.valid_methods or ())} - {"HEAD", "OPTIONS"})
            return " ".join([f"This path takes no {request.method}.", *_views(paths, methods)])
        case _:
            return error.description or ""


def _views(paths: MapAdapter, methods: Iterable[str]) -> Iterator[str]:
    """What each method of this path does."""
    for method in methods:
        endpoint, _ = paths.match(request.path, method)
        yield f"{method}: {cleandoc(current_app.view_functions[endpoint].__doc__ or '')}"


def _plugin_failed(error: Exception) -> Response:
    """The answer does not say why, because that could tell the player who deals, or the word."""
    g.log_fields["exc_info"] = error
    problem_type = _type_of(error)
    return problem(problem_type, problem_type.detail)


def _unexpected(error: Exception) -> Response:
    g.log_fields["exc_info"] = error
    return problem(INTERNAL_ERROR, "Something went wrong on our side.")
