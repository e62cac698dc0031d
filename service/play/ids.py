"""Ids of games and requests, and the numbers that are drawn from them."""

import json
import secrets
from collections.abc import Mapping
from hashlib import blake2b
from typing import Final, TypeAlias

ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"  # of ids

GameID: TypeAlias = str  # 128 bits as 26 characters of Crockford's base32, in lower case
OperationID: TypeAlias = bytes  # 8 bytes that name one request to change a game


def new_game_id() -> GameID:
    """A random id, which nobody can guess."""
    number = secrets.randbits(128)
    return "".join(ALPHABET[number >> shift & 31] for shift in range(125, -1, -5))


def seed_of(game_id: GameID) -> int:
    """A seed for draws that the player may know: it reveals nothing about the word."""
    return int.from_bytes(_digest("hints", game_id, 8))


def number_for(seed: int, secret: bytes) -> int:
    """The number that draws the dealer of a game; nobody can predict it without the secret."""
    return int.from_bytes(_digest("dealer", str(seed), 8, secret))


def operation_for(key: str) -> OperationID:
    """The operation id of a guess or a claimed word, from its request's idempotency key."""
    return _digest("operation", key, 8)


def digest_of(request: Mapping[str, str | int | None]) -> bytes:
    """8 bytes that identify a request by its fields; fields that are None do not count."""
    fields = {name: value for name, value in request.items() if value is not None}
    return _digest("request", json.dumps(fields, sort_keys=True), 8)


def _digest(purpose: str, text: str, size: int, secret: bytes = b"") -> bytes:
    return blake2b(text.encode(), digest_size=size, person=purpose.encode(), key=secret).digest()
