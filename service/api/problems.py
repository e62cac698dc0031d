"""Errors as answers (RFC 9457). One table has the status of each code, and advice on it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from inspect import cleandoc
from typing import Any, Final
from urllib.parse import quote

from flask import Flask, Response, current_app, g, request
from marshmallow import ValidationError
from werkzeug import exceptions as http
from werkzeug.routing import MapAdapter

from service.api.elsewhere import hand_on
from service.api.field_errors import BODY, field_error, first_errors
from service.api.limiter import LimitExceeded
from service.api.messages import answer
from service.engine import errors as play
from service.play import refusals
from service.play.views import GameView, Refused

RETRY_AFTER: Final = "1"  # seconds, after which the cause of most 503s is over
PROBLEM: Final = "application/problem+json"
PASSED_ON: Final = ("Allow", "Accept-Encoding")  # headers of an HTTP error that clients get
UNREADABLE: Final = "The request cannot be read."
MOST_SENTENCES: Final = 3  # in the detail of a problem with several faults


@dataclass(frozen=True)
class ProblemType:
    """A type of problem: its code, its status, its name for people, and advice for clients."""

    code: str
    status: int
    title: str
    advice: str
    level: str = "info"  # of its line in the log
    retry_after: str = RETRY_AFTER  # seconds, of a 503
    detail: str = ""  # for people, if the error's own text is not for them


# In the order of their pages.
# fmt: off
PROBLEM_TYPES: Final = (
    ProblemType("already-guessed", 409, "You have guessed that before",
        "It cost nothing. The problem carries the game: guess something else."),
    ProblemType("body-too-large", 413, "The body is too large",
        "Send a body of at most 16 KiB.", detail="The body is larger than 16 KiB."),
    ProblemType("day-not-found", 404, "No game on that date",
        "Nobody requested the game of this day, or the day is in the future. GET /daily shows "
        "today's, if the service has one."),
    ProblemType("day-not-over", 409, "That day is still hidden",
        "Until an hour after its end, only players who have finished learn what the dealer of a "
        "day did. “reveals_at” says when to send the request again."),
    ProblemType("dealer-failed", 500, "The dealer failed",
        "The dealer is a plug-in, and has failed. Nothing has changed: send the request again, "
        "with the same Idempotency-Key if it had one, make another guess, or start a game with "
        "another dealer. If that fails, too, give the operator the request id.", level="error",
        detail="The dealer failed, and nothing has changed. Try again."),
    ProblemType("dictionary-not-found", 404, "No such dictionary",
        "GET /dictionaries lists the dictionaries."),
    ProblemType("dictionary-unknown", 503, "The words of the game are not here",
        "This instance of the service does not have the words of the game, and another one may. "
        "Wait Retry-After seconds, then repeat the request; or start another game.",
        level="warning", retry_after="60"),
    ProblemType("game-in-progress", 409, "The game is not over",
        "The dealer confesses when the game is won or lost: send the request again then."),
    ProblemType("game-not-found", 404, "No such game",
        "The game never existed, was deleted, or has expired: start another one with POST /games."),
    ProblemType("game-over", 409, "The game is over",
        "The problem carries the game as it ended: start another one with POST /games."),
    ProblemType("game-unplayable", 410, "The game cannot be continued",
        "The stored game is damaged or of another version of the service, its dictionary has no "
        "word that fits, or its dealer is gone: start another one.", level="warning",
        detail="The stored game is damaged, or of another version of the service. Start another "
               "game."),
    ProblemType("guesser-failed", 500, "The guesser failed",
        "The guesser is a plug-in, and has failed. Nothing has changed: choose another guesser, "
        "and give the operator the request id.", level="error",
        detail="The guesser failed, and nothing has changed. Choose another guesser."),
    ProblemType("headers-too-large", 431, "The headers are too large",
        "Send fewer or shorter headers: 8 KiB each, 24 KiB in all.",
        detail="The headers of the request are too large."),
    ProblemType("idempotency-key-reused", 422, "The idempotency key belongs to another request",
        "A key belongs to one request: make a new one, such as a UUID, for each. On a guess, the "
        "problem carries the game: continue from there, with a new key."),
    ProblemType("internal-error", 500, "Something went wrong here",
        "This is our fault. Give the operator the request id.", level="error",
        detail="Something went wrong on our side."),
    ProblemType("invalid-input", 422, "A part of the request is wrong",
        "“errors” names each field, parameter or header that is wrong, with a code for programs."
        " Where it applies, “allowed”, “minimum” and “maximum” say what would be right."),
    ProblemType("malformed-request", 400, "The request cannot be read",
        "Send one JSON object in UTF-8, each key once. /docs lists the fields of each endpoint."),
    ProblemType("method-not-allowed", 405, "This method is not allowed here",
        "The Allow header lists the methods that this path allows."),
    ProblemType("no-words-to-claim", 409, "No words can be claimed",
        "Words can be claimed only if a dealer that cheats has won with three words left or more."),
    ProblemType("all-words-claimed", 409, "Every word has been claimed",
        "Each request gets another word that still fitted, and all have been claimed."),
    ProblemType("not-a-word", 422, "Not a word of the dictionary",
        "The game's dictionary does not have this word. It cost nothing: guess another one. A "
        "word that you set for a new game must be in its dictionary, too."),
    ProblemType("not-found", 404, "Nothing is here", "Look the path up in /openapi.yaml or /docs."),
    ProblemType("request-timeout", 408, "The request took too long",
        "The request did not arrive within ten seconds; nothing was done. Send it again."),
    ProblemType("started-game-gone", 404, "The game that this key started is gone",
        "The game that this key started was deleted or has expired. While the service remembers "
        "the key, it starts no other game: send a new key."),
    ProblemType("store-full", 503, "No room for another game",
        "There is no room for another game just now; every running game can be finished. Wait "
        "Retry-After seconds, then try again.", level="warning",
        detail="There is no room for another game just now; every running game can be finished."),
    ProblemType("too-many-requests", 429, "Too many requests",
        "Wait Retry-After seconds, then repeat the request. RateLimit names the kind of units that "
        "it costs, and says how many you have left; RateLimit-Policy says how many you get."),
    ProblemType("too-many-words", 409, "Too many whole words",
        "A game accepts 100 whole words. It cost nothing: guess letters."),
    ProblemType("unauthorized", 401, "A key is needed",
        "This service needs a key: send it as “Authorization: Bearer KEY”."),
    ProblemType("unavailable", 503, "The service cannot answer now",
        "The games cannot be reached, the service is about to stop, or too many other requests "
        "came first. Wait Retry-After seconds, then repeat the request; with the same "
        "Idempotency-Key a guess is never counted twice.", level="warning",
        detail="The games cannot be reached just now. Try again in a moment."),
    ProblemType("unsupported-media-type", 415, "The body is not plain JSON",
        "Send JSON with “Content-Type: application/json”, without “Content-Encoding”."),
    ProblemType("uri-too-long", 414, "The address is too long",
        "Send a shorter path and query: the request line may have 4,094 bytes.",
        detail="The path and the query of the request are too long."),
    ProblemType("version-mismatch", 412, "The game has changed",
        "If-Match named another version than the game's. The problem carries the game as it "
        "is now: continue from there."),
)
# fmt: on
TYPES: Final = {each.code: each for each in PROBLEM_TYPES}
HTTP_ERRORS: Final = {  # by status, the problems of requests that reach no view; others of 4xx: 400
    400: "malformed-request", 404: "not-found", 405: "method-not-allowed", 408: "request-timeout",
    413: "body-too-large", 414: "uri-too-long", 415: "unsupported-media-type",
    431: "headers-too-large",
}  # fmt: skip


def register(app: Flask) -> None:
    """Answer every error with a problem, whether it is in the table or not."""
    app.register_error_handler(Exception, _problem_of)
    app.register_error_handler(ValidationError, _invalid_input)
    app.register_error_handler(Refused, _refusal)
    app.register_error_handler(http.HTTPException, _http_problem)


def problem(code: str, detail: str, **more: Any) -> Response:
    """The answer with this problem; `more` are further members of it."""
    about = TYPES[code]
    g.log_level = about.level
    g.log_fields["problem"] = code
    members = members_of(about, detail, g.request_id, request.root_path)
    response = answer({**members, **more}, about.status, PROBLEM)
    if about.status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = about.retry_after
    return response


def members_of(about: ProblemType, detail: str, request_id: str, root: str) -> dict[str, Any]:
    """What every problem says."""
    return {
        "type": f"{quote(root)}/problems/{about.code}",
        "code": about.code,
        "title": about.title,
        "status": about.status,
        "detail": detail,
        "request_id": request_id,
    }


def _type_of(error: Exception) -> ProblemType:
    """The type that an error names itself; for one of HTTP, that of its status."""
    match error:
        case http.HTTPException():
            return type_of_status(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
        case play.InvalidInput():
            return TYPES.get(error.code, TYPES["invalid-input"])
        case _:
            return TYPES.get(getattr(error, "code", ""), TYPES[play.HangmanError.code])


def type_of_status(status: int) -> ProblemType:
    """The type of an error of HTTP."""
    is_ours = status not in range(400, 500)
    other = play.HangmanError.code if is_ours else HTTP_ERRORS[HTTPStatus.BAD_REQUEST]
    return TYPES[HTTP_ERRORS.get(status, other)]


def _problem_of(error: Exception) -> Response:
    about = _type_of(error)
    is_failure = about.level == "error"
    if is_failure:
        g.log_fields["exc_info"] = error
    elif about.level != "info":
        g.log_fields["reason"] = str(error)
    # The error of a plug-in could tell the player the dealer or the word.
    speaks = isinstance(error, play.HangmanError) and not is_failure
    detail = str(error) if speaks else about.detail
    response = problem(about.code, detail, **_errors_of(error))
    if isinstance(error, LimitExceeded):
        g.log_fields["units"] = error.kind
        response.headers["Retry-After"] = str(error.retry_after)
    hand_on(response, error)
    return response


def _errors_of(error: Exception) -> dict[str, Any]:
    """The `errors` of a problem with one field."""
    if not isinstance(error, play.InvalidInput):
        return {}
    place = BODY if request.method == "POST" else "parameter"
    path = error.field.split("/")
    return {"errors": [field_error(path, error.code, str(error), error.right, place)]}


def _invalid_input(error: ValidationError) -> Response:
    errors, may_be_more = first_errors(error)
    # An error of several fields is the same sentence for each.
    sentences = [*dict.fromkeys(each["detail"] for each in errors)]
    more = ["“errors” names the others."] if len(sentences) > MOST_SENTENCES else []
    more += ["There may be more faults."] if may_be_more else []
    detail = " ".join(sentences[:MOST_SENTENCES] + more)
    return problem("invalid-input", detail, errors=errors)


def _refusal(error: Refused) -> Response:
    reason = error.reason
    more = {"reveals_at": reason.reveals_at} if isinstance(reason, refusals.DayNotOver) else {}
    name = "game" if isinstance(error.game, GameView) else "watched_game"
    response = problem(_type_of(reason).code, str(error), **more, **{name: error.game})
    response.set_etag(error.tag)
    return response


def _http_problem(error: http.HTTPException) -> Response:
    if isinstance(error, http.MethodNotAllowed):
        error.valid_methods = sorted(error.valid_methods or ())
    about = _type_of(error)
    response = problem(about.code, about.detail or _explanation(error))
    response.headers.extend(each for each in error.get_headers() if each[0] in PASSED_ON)
    return response


def _explanation(error: http.HTTPException) -> str:
    """The detail of an HTTP error: ours for a wrong path or method, otherwise the error's own."""
    paths, shorter = current_app.create_url_adapter(request), request.path.rstrip("/")
    assert paths is not None, "there is a request"
    match error:
        case http.NotFound() if shorter != request.path and paths.allowed_methods(shorter):
            return f"There is nothing at “{request.path}”. Leave out the slash at its end."
        case http.NotFound() if shorter == "/mcp":
            return (
                "The tools for language models (MCP) are a program of their own now:"
                " examples/mcp in the project's repository, explained in docs/agents.md."
            )
        case http.NotFound():
            return "There is nothing at this path."
        case http.MethodNotAllowed():
            methods = sorted({*(error.valid_methods or ())} - {"HEAD", "OPTIONS"})
            allowed = ", ".join(_described_methods(paths, methods))
            return f"{request.method} is not allowed here. Allowed: {allowed}."
        case _:
            # An error that is not ours has werkzeug's text, on its class alone.
            return vars(error).get("description") or UNREADABLE


def _described_methods(paths: MapAdapter, methods: Iterable[str]) -> Iterator[str]:
    for method in methods:
        endpoint, _ = paths.match(request.path, method)
        first = cleandoc(current_app.view_functions[endpoint].__doc__ or "").rstrip(".")
        yield f"{method} ({first[:1].lower()}{first[1:]})"
