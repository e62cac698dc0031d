"""The parts that the views use, as the app joined them."""

from flask import current_app

from service.games import Games


def games() -> Games:
    """The games of this app."""
    found = current_app.extensions[Games.__name__]
    assert isinstance(found, Games)
    return found
