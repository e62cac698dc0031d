import os
from typing import TypeVar

import httpx
from models import Confession, Game, GameRequest, GuessRequest, Problem
from pydantic import BaseModel

URL = os.environ.get("HANGMAN_URL", "http://localhost:8000")
T = TypeVar("T", bound=BaseModel)


def answer(model: type[T], method: str, path: str, body: BaseModel | None = None) -> T | None:
    """Send a request. Return the answer, or print the problem."""
    json = body.model_dump() if body else None
    answered = httpx.request(method, f"{URL}{path}", json=json)
    if answered.is_success:
        return model.model_validate_json(answered.content)
    problem = Problem.model_validate_json(answered.content)
    print(problem.code, problem.game.pattern if problem.game else problem.title)
    return None


answer(Game, "POST", "/games", GameRequest(length=60))
today = answer(Game, "POST", "/games", GameRequest(daily="today"))
print(today.pattern if today else "")

game = answer(Game, "POST", "/games", GameRequest(length=8, seed=20261121093000))
assert game
for letter in "eetaoinshrdlucmfwypvbgkjqxz":
    if guessed := answer(Game, "POST", f"/games/{game.id}/guesses", GuessRequest(letter=letter)):
        game = guessed
        print(game.last_guess.letter if game.last_guess else "", game.pattern)
    if game.over:
        break
print(game.dealer, game.word, game.seed)
if confession := answer(Confession, "GET", f"/games/{game.id}/confession"):
    print(confession.odds.same_answers)
