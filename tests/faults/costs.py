"""What the most expensive requests cost, of each kind."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from service.play.help import GUESSER_NAMES
from tests.faults.findings import Finding
from tests.faults.players import Caller
from tests.live.running import serving

DEAREST = 0.1  # seconds
LENGTHS = (5, 7, 8, 9, 10, 12)
WORDS = ("jazzy", "buzz", "jiggling", "zigzagging", "fluffiest", "puppies", "zzzzzzzz")


def bounded(folder: Path) -> Iterator[Finding]:
    """The dearest guess, hint, suggestion and solution, on the largest dictionary."""
    with serving(folder) as service:
        caller = Caller(service.url)
        for kind, asked in (
            ("guess", _guesses(caller)),
            ("hint", _hints(caller)),
            ("suggestion", _suggestions(caller)),
            ("solution", _solutions(caller)),
        ):
            dearest = max(asked)
            yield Finding(
                "7", f"the dearest {kind} on `en-large`", f"{len(asked)} requests",
                f"within {1000 * DEAREST:.0f} ms", f"{1000 * dearest[0]:.0f} ms: {dearest[1]}",
                True, dearest[0] < DEAREST,
            )  # fmt: skip


def _guesses(caller: Caller) -> list[tuple[float, str]]:
    times = []
    for length in LENGTHS:
        for dealer in ("largest-family", "cheat-score", "minimax", "honest"):
            game = _game(caller, length, dealer)
            for letter in "qjxzkvwyfbgh":
                answer = caller.call("POST", f"/games/{game}/guesses", {"letter": letter})
                times.append((answer.seconds, f"{dealer}, {length} letters"))
    return times


def _hints(caller: Caller) -> list[tuple[float, str]]:
    times = []
    for length in LENGTHS:
        game = _game(caller, length, "largest-family")
        for letter in "etaoinsr":
            for guesser in GUESSER_NAMES:
                answer = caller.call("GET", f"/games/{game}/hint?guesser={guesser}")
                times.append((answer.seconds, f"{guesser}, {length} letters"))
            caller.call("POST", f"/games/{game}/guesses", {"letter": letter})
    return times


def _suggestions(caller: Caller) -> list[tuple[float, str]]:
    times = []
    for length in LENGTHS:
        for guesser in GUESSER_NAMES:
            for wrong in ("", "e", "ea", "eaiost", "qjxz"):
                asked = {"pattern": "_" * length, "wrong_letters": [*wrong], "guesser": guesser}
                more = {"dictionary": "en-large", "limit": 100}
                answer = caller.call("POST", "/suggestions", {**asked, **more})
                times.append((answer.seconds, f"{guesser}, {length} letters, “{wrong}” wrong"))
    return times


def _solutions(caller: Caller) -> list[tuple[float, str]]:
    times = []
    for word in WORDS:
        for guesser in GUESSER_NAMES:
            asked = {"word": word, "guesser": guesser, "dictionary": "en-large"}
            times.append((caller.call("POST", "/solutions", asked).seconds, f"{guesser}, {word}"))
    return times


def _game(caller: Caller, length: int, dealer: str) -> str:
    asked: dict[str, Any] = {"dictionary": "en-large", "length": length, "max_misses": None}
    return str(caller.call("POST", "/games", {**asked, "dealer": dealer}).body["id"])
