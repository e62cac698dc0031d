"""A game of Evil Hangman: python play.py [LENGTH]."""

import os
import sys
from typing import Any

import httpx
from retry import Refused, Retry

URL = os.environ.get("HANGMAN_URL", "http://localhost:8000")
api = httpx.Client(base_url=URL, timeout=10, transport=Retry())


def game(path: str, **body: Any) -> dict[str, Any]:
    """The game that the response carries; so do a 409, a 412 and a reused key."""
    answered = api.post(path, json=body).json()
    if "pattern" in answered:
        return dict(answered)
    if "game" in answered:
        return dict(answered["game"])
    detail = answered.get("detail", "That was not the service. Are you signed in to this network?")
    raise Refused(detail, answered.get("code", ""))


def main() -> None:
    """Play one game to its end."""
    length = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    played = game("/games", length=length, seed=20261121093000)
    for letter in "eetaoinshrdlucmfwypvbgkjqxz":  # the second e is a 409
        played = game(f"/games/{played['id']}/guesses", letter=letter)
        print(played["pattern"], played["message"])
        if played["over"]:
            break
    print(played["word"], played["dealer"], played["seed"])


if __name__ == "__main__":
    try:
        main()
    except Refused as refused:
        sys.exit(str(refused))
    except httpx.RequestError as error:
        sys.exit(f"No network: {error}")
