"""The commitment, worked out from what the contract says. It shares no code with the service."""

from hashlib import sha256
from typing import Any

MEMBERS = [
    "budget", "dealer", "dictionary", "fingerprint", "length", "max_misses", "salt", "seed",
    "version", "word",
]  # fmt: skip
SHORT = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}


def digest(opening: dict[str, Any]) -> str:
    """The SHA-256 of an opening in hexadecimal."""
    assert sorted(opening) == MEMBERS
    members = ",".join(f"{written(name)}:{written(opening[name])}" for name in MEMBERS)
    return sha256(("{" + members + "}").encode()).hexdigest()


def written(value: str | int | None) -> str:
    """A value as RFC 8785 writes it."""
    if isinstance(value, str):
        return '"' + "".join(map(escaped, value)) + '"'
    return "null" if value is None else str(value)


def escaped(character: str) -> str:
    code = ord(character)
    return SHORT.get(code) or (f"\\u{code:04x}" if code < 32 else character)
