"""The table of limits in docs/api.md, from the code that enforces them: python -m tools.limits"""

from typing import Final

from gunicorn.config import LimitRequestFieldSize, LimitRequestLine

from service.api import limits, messages, schemas
from service.app import retention
from service.choices import LONGEST_LIST, MOST_MISSES
from service.dictionaries.dictionary import load
from service.engine.game import MOST_WORD_GUESSES
from service.engine.lexicon import LONGEST_WORD
from service.play.requests import GameChoices
from service.registry import DEFAULT_DICTIONARY
from service.serving.lookout import MOST_WATCHED
from service.serving.worker import LARGEST_HEAD, REQUEST_SECONDS
from service.settings import Settings, shipped

DEFAULTS: Final = Settings()
LIFE: Final = retention(DEFAULTS)
ENGLISH: Final = load(shipped("data") / DEFAULT_DICTIONARY).description
A_GAME: Final = limits.cost_of_start(GameChoices(), LIFE, ENGLISH)
REVIEW: Final = f"{limits.COST_OF_REVIEW} plus 1 for every {limits.GUESSES_A_UNIT} guesses"
RATES: Final = (
    ("games that you start", "create", DEFAULTS.ratelimit_create, "minute"),
    ("guesses", "guess", DEFAULTS.ratelimit_guess, "minute"),
    ("looks at games and lists, and minutes of watching a game", "read",
     DEFAULTS.ratelimit_read, "minute"),
    (f"help: a hint costs 1 unit, a confession {limits.COST_OF_CONFESSION}, a review {REVIEW}",
     "hint", DEFAULTS.ratelimit_hint, "minute"),
    (f"room in the store: a game with the usual words costs {A_GAME} units, so you can start"
     f" {DEFAULTS.ratelimit_storage // A_GAME:,} at once", "storage", DEFAULTS.ratelimit_storage,
     "day"),
)  # fmt: skip
SIZES: Final = (
    ("the body of a request", f"{messages.LARGEST // 1024} KiB", "413"),
    ("its first line (`GET PATH HTTP/1.1`)", f"{LimitRequestLine.default:,} bytes", "414"),
    ("that line and its headers",
     f"{LARGEST_HEAD:,} bytes; {LimitRequestFieldSize.default:,} a line", "431"),
    ("the time that it may take to arrive", f"{REQUEST_SECONDS:.0f} seconds", "408"),
    ("whole words guessed in a game", f"{MOST_WORD_GUESSES}", "409"),
    ("`length`", f"1 to {LONGEST_WORD}, if the dictionary has such words", "422"),
    ("`max_misses`", f"1 to {MOST_MISSES:,}; with {MOST_MISSES:,} you cannot lose", "422"),
    ("`keep_seconds`", f"1 to {LIFE.longest // 1000:,}", "422"),
    ("`Idempotency-Key`", "20 to 128 characters", "422"),
    ("`words` in a hint or confession", f"0 to {LONGEST_LIST}", "422"),
    ("guesses in a review", f"{schemas.MOST_GUESSES}", "422"),
    ("games on one stream of events", f"{schemas.MOST_FOLLOWED}", "422"),
    ("games watched at each worker", f"{MOST_WATCHED:,}", "503"),
)  # fmt: skip


def main() -> None:
    """Print what each client gets, and how large things may be."""
    print("| what | how much | beyond that |\n|---|---|---|")
    for meaning, kind, units, period in RATES:
        print(f"| {meaning} | {units:,} units of `{kind}` a {period} | 429 |")
    for row in SIZES:
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
