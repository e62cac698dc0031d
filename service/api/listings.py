"""The dictionaries, dealers and guessers that requests can name."""

from flask import Blueprint, Response

from service.api.application import app
from service.api.hooks import refuse_query
from service.api.limits import charge
from service.api.messages import cacheable_answer
from service.api.problems import problem
from service.play.listings import dealer_view, guesser_view, word_list_view

blueprint = Blueprint("listings", __name__)
blueprint.before_request(refuse_query)


@blueprint.get("/dictionaries")
def dictionaries() -> Response:
    """Show the dictionaries."""
    charge("read")
    every = app.parts.catalogue.dictionaries.values()
    return cacheable_answer({"dictionaries": [word_list_view(each) for each in every]})


@blueprint.get("/dictionaries/<name>")
def dictionary(name: str) -> Response:
    """Look at a dictionary."""
    charge("read")
    dictionary = app.parts.catalogue.dictionaries.get(name)
    if dictionary is None:
        return problem("dictionary-not-found", f"There is no dictionary “{name}”.")
    return cacheable_answer(word_list_view(dictionary))


@blueprint.get("/dealers")
def dealers() -> Response:
    """Show the dealers."""
    charge("read")
    every = app.parts.catalogue.dealers.values()
    return cacheable_answer({"dealers": [dealer_view(each) for each in every]})


@blueprint.get("/guessers")
def guessers() -> Response:
    """Show the guessers."""
    charge("read")
    every = app.parts.catalogue.guessers.values()
    return cacheable_answer({"guessers": [guesser_view(each) for each in every]})
