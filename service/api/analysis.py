"""Analysis: hints, reviews, solutions and word families, of games here and elsewhere."""

from flask import Blueprint, Response

from service.api import schemas
from service.api.application import app
from service.api.limits import charge, client, cost_of_families, cost_of_review
from service.api.messages import answer, tagged
from service.api.operations import returns, takes
from service.choices import WeightsName
from service.play.families import FamiliesQuestion, FamiliesView, slow_dealers
from service.play.hints import HintQuestion, HintView
from service.play.review import ReviewView, Transcribed
from service.play.seats import Seat
from service.play.solutions import Puzzle, SolutionView

blueprint = Blueprint("analysis", __name__)


@blueprint.get("/games/<game_id>/hint")
@takes("hint", query=schemas.HintQuery)
@returns(HintView)
def hint(game_id: str, guesser: str, words: int) -> HintView:
    """Get a hint: letters ranked by what the player knows."""
    charge("hint", app.parts.catalogue.guesser(guesser).costs.hint, paid=1)
    question = app.parts.games.question(game_id, guesser, words)
    return app.parts.help.hint(question, client())


@blueprint.get("/games/<game_id>/review")
@takes("hint", query=schemas.ReviewQuery)
@returns(ReviewView)
def review(game_id: str, weights: WeightsName) -> Response:
    """Review a game: what each guess was worth."""
    played = app.parts.games.played(Seat.of_player(game_id), weights)
    charge("hint", cost_of_review(played), paid=1)
    return tagged(answer(app.parts.help.review(played, client())))


@blueprint.post("/hints")
@takes("hint", body=schemas.HintRequest)
@returns(HintView)
def hint_elsewhere(question: HintQuestion) -> HintView:
    """Get a hint in a game that is played elsewhere."""
    charge("hint", app.parts.catalogue.guesser(question.guesser).costs.hint, paid=1)
    return app.parts.help.hint(question, client())


@blueprint.post("/solutions")
@takes("hint", body=schemas.SolutionRequest)
@returns(SolutionView)
def solve(puzzle: Puzzle) -> SolutionView:
    """Let a guesser find a word."""
    charge("hint", app.parts.catalogue.guesser(puzzle.guesser).costs.solution, paid=1)
    return app.parts.help.solution(puzzle, client())


@blueprint.post("/reviews")
@takes("hint", body=schemas.ReviewRequest)
@returns(ReviewView)
def review_elsewhere(played: Transcribed) -> ReviewView:
    """Review a game that was played elsewhere."""
    charge("hint", cost_of_review(played), paid=1)
    return app.parts.help.review(played, client())


@blueprint.post("/families")
@takes("hint", body=schemas.FamiliesRequest)
@returns(FamiliesView)
def families(question: FamiliesQuestion) -> FamiliesView:
    """Say what a dealer could answer to a letter."""
    charge("hint", cost_of_families(slow_dealers(question, app.parts.catalogue)), paid=1)
    return app.parts.help.families(question, client())
