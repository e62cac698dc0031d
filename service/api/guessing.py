"""Help for players: suggestions for any game, a guesser at play, and the guessers."""

from flask import Blueprint, Response

from service.api import schemas
from service.api.answers import answer
from service.api.body import json_body
from service.api.limits import HINT, limited
from service.api.parts import games
from service.play import help

blueprint = Blueprint("guessing", __name__)

NEW_SUGGESTION = schemas.NewSuggestion()
NEW_SOLUTION = schemas.NewSolution()


@blueprint.post("/suggestions")
@limited(HINT, needs_store=False)
def suggest() -> Response:
    """What to guess next in a game that is played elsewhere."""
    asked = NEW_SUGGESTION.load(json_body())
    return answer(help.suggested(asked, games().catalogue))


@blueprint.post("/solutions")
@limited(HINT, needs_store=False)
def solve() -> Response:
    """What a guesser makes of a word."""
    puzzle = NEW_SOLUTION.load(json_body())
    return answer(help.solution(puzzle, games().catalogue))


@blueprint.get("/guessers")
def show_guessers() -> Response:
    """All guessers."""
    return answer({"guessers": help.guessers()})
