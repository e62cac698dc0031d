"""What requests may name: dictionaries, dealers and guessers."""

from flask import Blueprint, Response

from service.api.application import app
from service.api.hooks import refuse_query
from service.api.limits import limited
from service.api.messages import kept_answer
from service.api.problem_types import NOT_FOUND
from service.api.problems import problem
from service.play.catalogue import dealer_views, guesser_views, word_list_view

blueprint = Blueprint("dictionaries", __name__)
blueprint.before_request(refuse_query)


@blueprint.get("/dictionaries")
@limited("read", needs_store=False)
def show_all() -> Response:
    """All dictionaries."""
    dictionaries = app.games.catalogue.dictionaries.values()
    return kept_answer({"dictionaries": [word_list_view(each) for each in dictionaries]})


@blueprint.get("/dictionaries/<name>")
@limited("read", needs_store=False)
def show(name: str) -> Response:
    """One dictionary."""
    dictionary = app.games.catalogue.dictionaries.get(name)
    if dictionary is None:
        return problem(NOT_FOUND, "There is no such dictionary; GET /dictionaries lists them.")
    return kept_answer(word_list_view(dictionary))


@blueprint.get("/dealers")
@limited("read", needs_store=False)
def show_dealers() -> Response:
    """All dealers."""
    return kept_answer({"dealers": dealer_views()})


@blueprint.get("/guessers")
@limited("read", needs_store=False)
def show_guessers() -> Response:
    """All guessers."""
    return kept_answer({"guessers": guesser_views()})
