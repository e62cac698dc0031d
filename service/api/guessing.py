"""Help for players: hints for any game, a guesser at play, reviews of any game."""

from flask import Blueprint, Response

from service.api import schemas
from service.api.application import app
from service.api.hooks import refuse_query
from service.api.limits import charge, cost_of_review
from service.api.messages import answer, body
from service.play import help
from service.registry import GUESSERS

blueprint = Blueprint("guessing", __name__)
blueprint.before_request(refuse_query)

HINT_REQUEST = schemas.HintRequest()
SOLUTION_REQUEST = schemas.SolutionRequest()
REVIEW_REQUEST = schemas.ReviewRequest()


@blueprint.post("/hints")
def hint() -> Response:
    """What to guess next in a game that is played elsewhere."""
    charge("hint", needs_store=False)
    asked = body(HINT_REQUEST)
    charge("hint", GUESSERS[asked.guesser].costs.hint - 1, needs_store=False)
    return answer(help.hint_elsewhere(asked, app.games.catalogue, app.games.run_beside_games))


@blueprint.post("/solutions")
def solve() -> Response:
    """A guesser's guesses at a word."""
    charge("hint", needs_store=False)
    puzzle = body(SOLUTION_REQUEST)
    charge("hint", GUESSERS[puzzle.guesser].costs.solution - 1, needs_store=False)
    return answer(help.solution(puzzle, app.games.catalogue, app.games.run_beside_games))


@blueprint.post("/reviews")
def review() -> Response:
    """What each guess of a game was worth that was played elsewhere."""
    charge("hint", needs_store=False)
    played = body(REVIEW_REQUEST)
    charge("hint", cost_of_review(played) - 1, needs_store=False)
    return answer(app.games.review(played))
