"""Where a game is kept: under a hash of its id, so that who reads the store cannot play."""

from hashlib import blake2b
from typing import Final

PREFIX: Final = "hangman:game:"


def watch_id(game_id: str) -> str:
    """A name of a game that tells it from all others, and that nobody can play it with.

    32 hexadecimal digits, of which the game's id cannot be worked out.
    """
    return blake2b(game_id.encode(), digest_size=16, person=b"watch").hexdigest()


def key_of(game_id: str) -> str:
    """The key of a game in the store."""
    return PREFIX + watch_id(game_id)
