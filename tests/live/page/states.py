"""Games that tests of the page need at some point."""

from typing import Any, TypeAlias

from tests.support.browsing import DESKTOP, PHONE
from tests.support.running import Service

Ended: TypeAlias = tuple[dict[str, Any], str]

SCREENS = DESKTOP, PHONE
# Games, and the letters that end them. The largest-family dealer always answers alike.
LOST: Ended = {"length": 8, "max_misses": 6, "dealer": "largest-family"}, "eiaonrts"
WON: Ended = {"length": 12, "max_misses": 1000, "dealer": "largest-family"}, "eioantsckbg"
FAIR: Ended = {"length": 6, "max_misses": 6, "dealer": "honest", "seed": 2}, "eaiosrtnld"
LONG = {"length": 22, "max_misses": 6, "dictionary": "en-large", "dealer": "largest-family"}
CORNERED: Ended = LONG, "eaiosrtnldcmup"


def guessed(service: Service, choices: dict[str, Any], letters: str) -> Any:
    """Start a game, guess these letters until it ends, and return the game."""
    game = service.post("/games", json=choices).json()
    for letter in letters:
        if game["status"] != "in_progress":
            break
        answer = service.post(f"/games/{game['id']}/guesses", json={"letter": letter})
        assert answer.status_code == 200, answer.text
        game = answer.json()
    return game


def played(service: Service, choices: dict[str, Any], letters: str) -> str:
    """Start a game, guess these letters, which must end it, and return its id."""
    game = guessed(service, choices, letters)
    assert game["status"] != "in_progress"
    return str(game["id"])


def claims(service: Service, game: Any, words: int) -> None:
    """Open the link to the words of a game, as so many other people."""
    for _ in range(words):
        service.post(f"/watch/{game['watch_id']}/words")
