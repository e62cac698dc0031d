"""The types of problem: status, advice, and how loudly each is logged."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ProblemType:
    """A type of problem: its path's last part, status, and what a client can do about it."""

    name: str
    status: int
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


# fmt: off
MALFORMED = ProblemType(
    "malformed-request", 400,
    "Send one JSON object in UTF-8, each key once. /docs lists the fields of each endpoint.")
NOT_FOUND = ProblemType("not-found", 404, "Look the path up in /openapi.yaml or /docs.")
GAME_NOT_FOUND = ProblemType(
    "game-not-found", 404,
    "The game never existed, was deleted, or has expired: start another one with POST /games.")
METHOD_NOT_ALLOWED = ProblemType(
    "method-not-allowed", 405, "The Allow header lists what the path takes.")
REQUEST_TIMEOUT = ProblemType(
    "request-timeout", 408,
    "The request did not arrive within ten seconds; nothing was done. Send it again.")
ALREADY_GUESSED = ProblemType(
    "already-guessed", 409,
    "It cost nothing. The problem carries the game as it stands: guess something else.")
TOO_MANY_WORDS = ProblemType(
    "too-many-words", 409, "A game takes 100 whole words. It cost nothing: guess letters.")
GAME_OVER = ProblemType(
    "game-over", 409,
    "The problem carries the game as it ended: start another one with POST /games.")
GAME_IN_PROGRESS = ProblemType(
    "game-in-progress", 409, "The dealer confesses once the game is won or lost.")
GAME_UNPLAYABLE = ProblemType(
    "game-unplayable", 410,
    "The stored game is damaged or of another version of the service, or its dictionary or dealer "
    "is gone: start another one.", "warning",
    "The stored game is damaged, or of another version of the service. Start another game.")
VERSION_MISMATCH = ProblemType(
    "version-mismatch", 412,
    "If-Match named another version than the game's. The problem carries the game as it stands: go "
    "on from there.")
BODY_TOO_LARGE = ProblemType(
    "body-too-large", 413, "Send a body of at most 16 KiB.",
    detail="The body is larger than 16 KiB.")
UNSUPPORTED_MEDIA_TYPE = ProblemType(
    "unsupported-media-type", 415,
    "Send JSON with “Content-Type: application/json”, and not packed.")
INVALID_INPUT = ProblemType(
    "invalid-input", 422,
    "“errors” names each field, parameter or header that is wrong, says what would be right, and "
    "has a code for programs. If the dictionary has no words of a length, “lengths” lists those "
    "that it has.")
NOT_A_WORD = ProblemType(
    "not-a-word", 422,
    "The game's dictionary does not have this word. It cost nothing: guess another one. A word "
    "that you set for a new game must be in its dictionary, too.")
KEY_REUSED = ProblemType(
    "idempotency-key-reused", 422,
    "A key belongs to one request; make a new one, such as a UUID, for each.")
INTERNAL_ERROR = ProblemType(
    "internal-error", 500,
    "Our fault. Give the request id to whoever runs the service; nothing was lost.", "error")
STORE_FULL = ProblemType(
    "store-full", 503,
    "There is no room for another game just now; every running game can be finished. Try again "
    "after the seconds in Retry-After.", "warning",
    "There is no room for another game just now; every running game can be finished.")
TOO_MANY_REQUESTS = ProblemType(
    "too-many-requests", 429,
    "Wait for the seconds in Retry-After. RateLimit says how many units you have left, "
    "RateLimit-Policy how many you get.")
UNAUTHORIZED = ProblemType(
    "unauthorized", 401, "This service needs a key: send it as “Authorization: Bearer KEY”.")
UNAVAILABLE = ProblemType(
    "unavailable", 503,
    "The games cannot be reached, the service is about to stop, or too many other requests came "
    "first. Ask again after the seconds in Retry-After; with the same Idempotency-Key a guess is "
    "never counted twice.", "warning",
    "The games cannot be reached just now; nothing was lost. Try again in a moment.")
