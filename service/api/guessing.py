"""Help for players: suggestions for any game, a guesser at play, and the guessers."""

from flask import Blueprint, Response

from service import guessing
from service.api import schemas
from service.api.answers import answer
from service.api.body import json_body
from service.api.context import games

blueprint = Blueprint("guessing", __name__)

NEW_SUGGESTION = schemas.NewSuggestion()
SUGGESTION = schemas.Suggestion()
NEW_SOLUTION = schemas.NewSolution()
SOLUTION = schemas.Solution()
GUESSERS = schemas.Guessers()


@blueprint.post("/suggestions")
def suggest() -> Response:
    """What to guess next in a game that is played elsewhere."""
    asked = NEW_SUGGESTION.load(json_body())
    return answer(SUGGESTION, guessing.suggested(asked, games().dictionaries))


@blueprint.post("/solutions")
def solve() -> Response:
    """What a guesser makes of a word."""
    puzzle = NEW_SOLUTION.load(json_body())
    return answer(SOLUTION, guessing.solution(puzzle, games().dictionaries))


@blueprint.get("/guessers")
def show_guessers() -> Response:
    """All guessers."""
    return answer(GUESSERS, {"guessers": guessing.guessers()})
