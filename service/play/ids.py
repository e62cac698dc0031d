"""Game ids and operation ids: random, or derived from a client's idempotency key."""

import json
import secrets
from collections.abc import Mapping
from hashlib import blake2b
from typing import Final, TypeAlias

GameID: TypeAlias = str  # 128 bits as 26 characters of Crockford's base32, in lower case
OperationID: TypeAlias = bytes  # 8 bytes that name one request to change a game

ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"


def new_game_id() -> GameID:
    """A random id, which nobody can guess."""
    return _base32(secrets.randbits(128))


def game_id_for(key: str, secret: bytes, deleted: int = 0) -> GameID:
    """The id of the game that a request with this idempotency key creates.

    So a repeated request finds the game of the first one, and nothing has to store the key.
    `deleted` counts the games of this key that have been deleted since.
    """
    return _base32(int.from_bytes(_digest("game", f"{deleted} {key}", 16, secret)))


def seed_of(game_id: GameID) -> int:
    """A seed for what is drawn in a game and the player may know: it tells nothing of the word."""
    return int.from_bytes(_digest("hints", game_id, 8))


def number_for(seed: int, secret: bytes) -> int:
    """What the dealer of a game with this seed is drawn by; only who has the secret knows it."""
    return int.from_bytes(_digest("dealer", str(seed), 8, secret))


def operation_for(key: str) -> OperationID:
    """The operation id of a request with this idempotency key."""
    return _digest("operation", key, 8)


def digest_of(request: Mapping[str, str | int | None]) -> bytes:
    """8 bytes that tell one request from another by its fields, but for those left out (None)."""
    fields = {name: value for name, value in request.items() if value is not None}
    return _digest("request", json.dumps(fields, sort_keys=True), 8)


def _digest(purpose: str, text: str, size: int, secret: bytes = b"") -> bytes:
    return blake2b(text.encode(), digest_size=size, person=purpose.encode(), key=secret).digest()


def _base32(number: int) -> str:
    return "".join(ALPHABET[number >> shift & 31] for shift in range(125, -1, -5))
