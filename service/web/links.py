"""The links that a program gets at `/` instead of the page."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from flask import current_app, request

ENDPOINTS: Final[Mapping[str, str]] = {  # by the name of a link, what it leads to
    "documentation": "docs.documentation",
    "contract": "docs.contract_in_json",
    "games": "games.start",
    "game": "games.show",
    "guesses": "games.guess",
    "watch": "watching.watch",
    "daily": "games.show_day",
    "dictionaries": "listings.dictionaries",
    "dealers": "listings.dealers",
    "guessers": "listings.guessers",
    "ready": "health.ready",
}


def links() -> dict[str, str]:
    """The path of each part of the service, by name; an id is in braces, as `{game_id}`.

    Private documentation that nobody can read has no link.
    """
    # Today's game also has the address of its date; the plain address comes last.
    rules = {rule.endpoint: rule.rule for rule in current_app.url_map.iter_rules()}
    root = quote(request.root_path)
    return {
        name: root + rules[endpoint].replace("<", "{").replace(">", "}")
        for name, endpoint in ENDPOINTS.items()
        if endpoint in rules
    }
