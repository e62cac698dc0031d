"""What requests may name: dictionaries, dealers and guessers."""

from flask import Blueprint, Response

from service.api.application import app
from service.api.hooks import refuse_query
from service.api.limits import charge
from service.api.messages import kept_answer
from service.api.problems import NOT_FOUND, problem
from service.play.catalogue import dealer_views, guesser_views, word_list_view

blueprint = Blueprint("dictionaries", __name__)
blueprint.before_request(refuse_query)


@blueprint.get("/dictionaries")
def show_all() -> Response:
    """All dictionaries."""
    charge("read", needs_store=False)
    dictionaries = app.games.catalogue.dictionaries.values()
    return kept_answer({"dictionaries": [word_list_view(each) for each in dictionaries]})


@blueprint.get("/dictionaries/<name>")
def show(name: str) -> Response:
    """One dictionary."""
    charge("read", needs_store=False)
    dictionary = app.games.catalogue.dictionaries.get(name)
    if dictionary is None:
        return problem(NOT_FOUND, "There is no such dictionary; GET /dictionaries lists them.")
    return kept_answer(word_list_view(dictionary))


@blueprint.get("/dealers")
def show_dealers() -> Response:
    """All dealers."""
    charge("read", needs_store=False)
    return kept_answer({"dealers": dealer_views()})


@blueprint.get("/guessers")
def show_guessers() -> Response:
    """All guessers."""
    charge("read", needs_store=False)
    return kept_answer({"guessers": guesser_views()})
