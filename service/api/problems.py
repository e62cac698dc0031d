"""Errors as answers (RFC 9457): each by its type of problem."""

from collections.abc import Iterable, Iterator
from http import HTTPStatus
from inspect import cleandoc
from typing import Any, Final

from flask import Flask, Response, current_app, g, request
from marshmallow import ValidationError
from werkzeug import exceptions as http
from werkzeug.routing import MapAdapter

from service.api import problem_types as types
from service.api.field_errors import ONE_OF, field_error, first_errors
from service.api.limits import LimitExceeded
from service.api.messages import answer
from service.api.problem_types import PROBLEM_TYPES, ProblemType
from service.engine import errors as play
from service.play import refusals
from service.play.views import Refused

REFUSED: Final = "hangman.refused"  # the worker's name in the environ: status, title and detail
RETRY_AFTER: Final = "1"  # seconds, after which the cause of most 503s is over

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
TOLD: Final = ("Allow", "Accept-Encoding")  # headers of an HTTP error that clients get


def register(app: Flask) -> None:
    """Answer every error with a problem, whether it is in the table or not."""
    for error in PROBLEMS:
        if not issubclass(error, http.HTTPException):
            app.register_error_handler(error, _domain_problem)
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
    other = types.INTERNAL_ERROR if is_ours else types.MALFORMED
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
    return problem(types.INVALID_INPUT, sentence + more, errors=errors)


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


def _unexpected(error: Exception) -> Response:
    g.log_fields["exc_info"] = error
    return problem(types.INTERNAL_ERROR, "Something went wrong on our side.")
