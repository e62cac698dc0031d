"""The types of problem: status, title, advice, and how loudly each is logged."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ProblemType:
    """A type of problem: its path's last part, status, title, and what a client can do about it."""

    name: str
    status: int
    title: str
    advice: str
    level: str = "info"
    detail: str = ""  # sent instead of the error's own text, which is only logged

    @property
    def type(self) -> str:
        """The stable identifier, and the path of the page that explains it."""
        return f"/problems/{self.name}"


# fmt: off
MALFORMED = ProblemType(
    "malformed-request", 400, "Malformed request",
    "Send one JSON object in UTF-8, each key once. /docs lists the fields of each endpoint.")
NOT_FOUND = ProblemType(
    "not-found", 404, "Not found", "Look the path up in /openapi.yaml or /docs.")
GAME_NOT_FOUND = ProblemType(
    "game-not-found", 404, "Game not found",
    "The game never existed, was deleted, or has expired: start another one with POST /games.")
METHOD_NOT_ALLOWED = ProblemType(
    "method-not-allowed", 405, "Method not allowed", "The Allow header lists what the path takes.")
REQUEST_TIMEOUT = ProblemType(
    "request-timeout", 408, "Request timeout",
    "The request did not arrive within ten seconds; nothing was done. Send it again.")
LETTER_ALREADY_GUESSED = ProblemType(
    "letter-already-guessed", 409, "Letter already guessed",
    "It cost nothing. The problem carries the game as it stands: guess another letter.")
WORD_ALREADY_GUESSED = ProblemType(
    "word-already-guessed", 409, "Word already guessed",
    "It cost nothing. The problem carries the game as it stands: guess something else.")
TOO_MANY_WORDS = ProblemType(
    "too-many-words", 409, "Too many words",
    "A game takes 100 whole words. It cost nothing: guess letters.")
GAME_OVER = ProblemType(
    "game-over", 409, "Game over",
    "The problem carries the game as it ended: start another one with POST /games.")
GAME_IN_PROGRESS = ProblemType(
    "game-in-progress", 409, "Game in progress",
    "The dealer confesses once the game is won or lost.")
TOO_MANY_AT_ONCE = ProblemType(
    "too-many-at-once", 409, "Too many guesses at once",
    "Others guessed on this game at the same moment, again and again. Nothing was done: try again.")
DICTIONARY_GONE = ProblemType(
    "dictionary-gone", 410, "Dictionary gone",
    "The operator has removed or changed the dictionary of this game: start another one.")
DEALER_GONE = ProblemType(
    "dealer-gone", 410, "Dealer gone",
    "The operator's version of the service does not have the dealer of this game: start another "
    "one.")
VERSION_MISMATCH = ProblemType(
    "version-mismatch", 412, "Version mismatch",
    "If-Match named another version than the game's. The problem carries the game as it stands: go "
    "on from there. If “rollback_possible” is true, you named a later version than there is: "
    "perhaps a failover has undone guesses.")
BODY_TOO_LARGE = ProblemType(
    "body-too-large", 413, "Body too large", "Send a body of at most 16 KiB.",
    detail="The body is larger than 16 KiB.")
UNSUPPORTED_MEDIA_TYPE = ProblemType(
    "unsupported-media-type", 415, "Unsupported media type",
    "Send JSON with “Content-Type: application/json”, and not packed.")
INVALID_INPUT = ProblemType(
    "invalid-input", 422, "Invalid input",
    "“errors” names each field, or header, that is wrong, and says what would be right.",
    detail="See “errors” for what is wrong.")
NO_WORDS_OF_LENGTH = ProblemType(
    "no-words-of-length", 422, "No words of this length",
    "“lengths” lists the lengths in which the dictionary has words.")
UNKNOWN_DICTIONARY = ProblemType(
    "unknown-dictionary", 422, "Unknown dictionary", "GET /dictionaries lists them.")
DAY_NOT_OPEN = ProblemType(
    "day-not-open", 422, "Day not open",
    "Only the game of today can be started; GET /daily says which day it is, in UTC.")
INVALID_GUESS = ProblemType(
    "invalid-guess", 422, "Invalid guess",
    "Guess one letter of the dictionary's alphabet, or a word of the hidden one's length. "
    "It cost nothing.")
NOT_A_WORD = ProblemType(
    "not-a-word", 422, "Not a word",
    "The game's dictionary does not have this word. It cost nothing: guess another one. A word "
    "that you set for a new game must be in its dictionary, too.")
CONTRADICTION = ProblemType(
    "contradiction", 422, "Contradiction",
    "No game can stand as you describe it; “errors” names the field to change.")
KEY_REUSED = ProblemType(
    "idempotency-key-reused", 422, "Idempotency key reused",
    "A key belongs to one request; make a new one, such as a UUID, for each.")
INTERNAL_ERROR = ProblemType(
    "internal-error", 500, "Internal error",
    "Our fault. Give the request id to whoever runs the service; nothing was lost.", "error")
GAME_DAMAGED = ProblemType(
    "game-damaged", 500, "Game damaged",
    "The stored game fails its checksum and cannot be continued. Start another one.",
    "error",
    "The stored game is damaged and cannot be continued.")
STORE_FULL = ProblemType(
    "store-full", 503, "Store full",
    "There is no room for another game just now; every running game can be finished. Try again "
    "after the seconds in Retry-After.", "warning",
    "There is no room for another game just now; every running game can be finished.")
TOO_MANY_REQUESTS = ProblemType(
    "too-many-requests", 429, "Too many requests",
    "Wait for the seconds in Retry-After. RateLimit says how many units you have left, "
    "RateLimit-Policy how many you get.")
UNAUTHORIZED = ProblemType(
    "unauthorized", 401, "Unauthorized",
    "This service needs a key: send it as “Authorization: Bearer KEY”.")
BUSY = ProblemType(
    "busy", 503, "Busy",
    "Other requests for slow work (a solution, a confession, a review, help by careful, perfect or "
    "expected, a guess against minimax) came first. Nothing was done: ask again after the seconds "
    "in Retry-After.")
STORE_UNAVAILABLE = ProblemType(
    "store-unavailable", 503, "Store unavailable",
    "The games cannot be reached just now. Try again after the seconds in Retry-After; with the "
    "same Idempotency-Key a guess is never counted twice.", "warning",
    "The games cannot be reached just now; nothing was lost. Try again in a moment.")
