"""A game with the models that datamodel-code-generator makes for pydantic."""

import os
import sys

import httpx
from models import Game, GameRequest, GuessRequest, Problem
from pydantic import BaseModel
from retry import Refused, Retry

URL = os.environ.get("HANGMAN_URL", "http://localhost:8000")
api = httpx.Client(base_url=URL, timeout=10, transport=Retry())


def game(path: str, body: BaseModel) -> Game:
    """The game that the response carries; so do a 409, a 412 and a reused key."""
    answered = api.post(path, json=body.model_dump())
    if answered.is_success:
        return Game.model_validate_json(answered.content)
    problem = Problem.model_validate_json(answered.content)
    if problem.game:
        return problem.game
    raise Refused(problem.detail, problem.code)


try:
    length = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    played = game("/games", GameRequest(length=length, seed=20261121093000))
    for letter in "eetaoinshrdlucmfwypvbgkjqxz":  # the second e is a 409
        played = game(f"/games/{played.id}/guesses", GuessRequest(letter=letter))
        print(played.pattern, played.message)
        if played.over:
            break
    print(played.word, played.dealer, played.seed)
except Refused as refused:
    sys.exit(str(refused))
except httpx.RequestError as error:
    sys.exit(f"No network: {error}")
