import httpx
from models import Game, GameRequest, GuessRequest, Problem
from pydantic import BaseModel


def post(path: str, body: BaseModel) -> httpx.Response:
    return httpx.post(f"http://localhost:8000{path}", json=body.model_dump())


refused = Problem.model_validate_json(post("/games", GameRequest(length=60)).content)
print(refused.type, refused.detail)

game = Game.model_validate_json(post("/games", GameRequest(length=8, seed=20261121093000)).content)
for letter in "eetaoinshrdlucmfwypvbgkjqxz":
    answer = post(f"/games/{game.id}/guesses", GuessRequest(letter=letter))
    if answer.is_success:
        guessed = Game.model_validate_json(answer.content)
        print(guessed.last_guess.letter if guessed.last_guess else "", guessed.pattern)
        if guessed.status != "in_progress":
            print(guessed.dealer, guessed.word, guessed.seed)
            break
    else:
        problem = Problem.model_validate_json(answer.content)
        print(problem.type, problem.game.pattern if problem.game else "")
