"""Analysis: hints, reviews, solutions and word families, of games here and elsewhere."""

from flask import Blueprint, Response

from service.api import schemas
from service.api.application import app
from service.api.hooks import refuse_query
from service.api.limits import charge, client, cost_of_families, cost_of_review
from service.api.messages import answer, body, query, tagged
from service.play.families import slow_dealers
from service.play.seats import Seat

blueprint = Blueprint("analysis", __name__)
blueprint.before_request(refuse_query)


@blueprint.get("/games/<game_id>/hint")
def hint(game_id: str) -> Response:
    """Get a hint: letters ranked by what the player knows."""
    charge("hint")
    choices = query(schemas.HintQuery)
    charge("hint", app.parts.catalogue.guesser(choices["guesser"]).costs.hint, paid=1)
    return answer(app.parts.help.hint(app.parts.games.question(game_id, **choices), client()))


@blueprint.get("/games/<game_id>/review")
def review(game_id: str) -> Response:
    """Review a game: what each guess was worth."""
    charge("hint")
    played = app.parts.games.played(Seat.of_player(game_id), **query(schemas.ReviewQuery))
    charge("hint", cost_of_review(played), paid=1)
    return tagged(answer(app.parts.help.review(played, client())))


@blueprint.post("/hints")
def hint_elsewhere() -> Response:
    """Get a hint in a game that is played elsewhere."""
    charge("hint")
    question = body(schemas.HintRequest)
    charge("hint", app.parts.catalogue.guesser(question.guesser).costs.hint, paid=1)
    return answer(app.parts.help.hint(question, client()))


@blueprint.post("/solutions")
def solve() -> Response:
    """Let a guesser find a word."""
    charge("hint")
    puzzle = body(schemas.SolutionRequest)
    charge("hint", app.parts.catalogue.guesser(puzzle.guesser).costs.solution, paid=1)
    return answer(app.parts.help.solution(puzzle, client()))


@blueprint.post("/reviews")
def review_elsewhere() -> Response:
    """Review a game that was played elsewhere."""
    charge("hint")
    played = body(schemas.ReviewRequest)
    charge("hint", cost_of_review(played), paid=1)
    return answer(app.parts.help.review(played, client()))


@blueprint.post("/families")
def families() -> Response:
    """Say what a dealer could answer to a letter."""
    charge("hint")
    question = body(schemas.FamiliesRequest)
    charge("hint", cost_of_families(slow_dealers(question, app.parts.catalogue)), paid=1)
    return answer(app.parts.help.families(question, client()))
