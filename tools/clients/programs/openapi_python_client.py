import os
from collections.abc import Callable
from typing import TypeVar
from uuid import uuid4

import httpx
from evil_hangman_client import Client
from evil_hangman_client.api.games import get_confession, make_guess, start_game
from evil_hangman_client.models import Game, GameRequest, GuessRequest, Problem

T = TypeVar("T")


def answer(request: Callable[[], T | Problem | None], tries: int = 3) -> T | None:
    """Send a request, again if no answer comes. Return the answer, or print the problem."""
    try:
        answered = request()
    except httpx.TransportError:
        if tries == 1:
            raise
        return answer(request, tries - 1)
    if not isinstance(answered, Problem):
        return answered
    print(answered.code, answered.game.pattern if answered.game else answered.title)
    return None


def start(**choices: int | str) -> Game | None:
    request = GameRequest.from_dict(choices)
    return answer(lambda: start_game.sync(client=api, body=request))


def guess(game: Game, letter: str) -> Game | None:
    request, key = GuessRequest(letter=letter), str(uuid4())
    return answer(lambda: make_guess.sync(game.id, client=api, body=request, idempotency_key=key))


api = Client(os.environ.get("HANGMAN_URL", "http://localhost:8000"))
start(length=60)
today = start(daily="today")
print(today.pattern if today else "")

game = start(length=8, seed=20261121093000)
assert game
for letter in "eetaoinshrdlucmfwypvbgkjqxz":
    if guessed := guess(game, letter):
        game = guessed
        print(game.last_guess.letter if game.last_guess else "", game.pattern)
    if game.over:
        break
print(game.dealer, game.word, game.seed)
over = game.id
if confession := answer(lambda: get_confession.sync(over, client=api)):
    print(confession.odds.same_answers)
