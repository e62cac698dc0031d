"""What a new game may ask for: dictionaries and dealers."""

from typing import Any

from flask import Blueprint, Response

from service.api import schemas
from service.api.answers import answer
from service.api.context import games
from service.api.kinds import NOT_FOUND
from service.api.problems import problem
from service.dictionaries.dictionary import Dictionary
from service.games import dealers

blueprint = Blueprint("dictionaries", __name__)

DICTIONARY = schemas.Dictionary()
DICTIONARIES = schemas.Dictionaries()
DEALERS = schemas.Dealers()


@blueprint.get("/dictionaries")
def show_all() -> Response:
    """All dictionaries."""
    found = [_fields(dictionary) for dictionary in games().dictionaries.values()]
    return answer(DICTIONARIES, {"dictionaries": found})


@blueprint.get("/dictionaries/<name>")
def show(name: str) -> Response:
    """One dictionary."""
    found = games().dictionaries.get(name)
    if found is None:
        return problem(NOT_FOUND, "There is no such dictionary; GET /dictionaries lists them.")
    return answer(DICTIONARY, _fields(found))


@blueprint.get("/dealers")
def show_dealers() -> Response:
    """All dealers."""
    return answer(DEALERS, {"dealers": dealers()})


def _fields(dictionary: Dictionary) -> dict[str, Any]:
    counts = dictionary.description.words_per_length
    return {
        **vars(dictionary.description),
        "words": len(dictionary),
        "lengths": [
            {
                "length": length,
                "words": words,
                "misses_forced": dictionary.misses_forced.get(length),
            }
            for length, words in counts.items()
        ],
    }
