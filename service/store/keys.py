"""The key of a game in the store: a hash of its id, so that nobody can play from the keys."""

from hashlib import blake2b
from typing import Final

PREFIX: Final = "hangman:game:"


def watch_id(game_id: str) -> str:
    """A public name of a game, 32 hexadecimal digits; nobody can work out the game's id from it."""
    return blake2b(game_id.encode(), digest_size=16, person=b"watch").hexdigest()


def key_of(game_id: str) -> str:
    """The key of a game in the store."""
    return key_watched(watch_id(game_id))


def key_watched(watch_id: str) -> str:
    """The key of the game with this watch id."""
    return PREFIX + watch_id
