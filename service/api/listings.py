"""The dictionaries, dealers and guessers that requests can name."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response

from service.api.application import app
from service.api.messages import cacheable_answer
from service.api.operations import returns, takes
from service.api.problems import problem
from service.play.listings import (
    DealerView,
    GuesserView,
    WordListView,
    dealer_view,
    guesser_view,
    word_list_view,
)

blueprint = Blueprint("listings", __name__)


@dataclass(frozen=True)
class DictionaryList:
    """All dictionaries."""

    dictionaries: Sequence[WordListView]
    """The dictionaries, sorted by name."""


@dataclass(frozen=True)
class DealerList:
    """All dealers."""

    dealers: Sequence[DealerView]
    """The dealers."""


@dataclass(frozen=True)
class GuesserList:
    """All guessers."""

    guessers: Sequence[GuesserView]
    """The guessers."""


@blueprint.get("/dictionaries")
@takes("read")
@returns(DictionaryList)
def dictionaries() -> Response:
    """Show the dictionaries."""
    every = app.parts.catalogue.dictionaries.values()
    return cacheable_answer(DictionaryList([word_list_view(each) for each in every]))


@blueprint.get("/dictionaries/<name>")
@takes("read")
@returns(WordListView)
def dictionary(name: str) -> Response:
    """Look at a dictionary."""
    dictionary = app.parts.catalogue.dictionaries.get(name)
    if dictionary is None:
        return problem("dictionary-not-found", f"There is no dictionary “{name}”.")
    return cacheable_answer(word_list_view(dictionary))


@blueprint.get("/dealers")
@takes("read")
@returns(DealerList)
def dealers() -> Response:
    """Show the dealers."""
    every = app.parts.catalogue.dealers.values()
    return cacheable_answer(DealerList([dealer_view(each) for each in every]))


@blueprint.get("/guessers")
@takes("read")
@returns(GuesserList)
def guessers() -> Response:
    """Show the guessers."""
    every = app.parts.catalogue.guessers.values()
    return cacheable_answer(GuesserList([guesser_view(each) for each in every]))
