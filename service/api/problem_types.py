"""The types of problem: status, advice, the errors of each, and how loudly it is logged."""

from dataclasses import dataclass
from typing import Final

from marshmallow import ValidationError
from werkzeug import exceptions as http

from service.api.limits import LimitExceeded
from service.engine import errors as play
from service.play import refusals
from service.store import errors as store


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
    "game-unplayable", 410, (store.GameDamaged, refusals.DictionaryGone, refusals.DealerGone),
    "The stored game is damaged or of another version of the service, or its dictionary or dealer "
    "is gone: start another one.", level="warning",
    detail="The stored game is damaged, or of another version of the service. Start another game.")
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
