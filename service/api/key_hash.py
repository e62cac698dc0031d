"""What the settings hold of a key for the API; here without Flask, for `hangman key`."""

from hashlib import sha256


def hash_of(key: str) -> str:
    """What the settings hold of a key. It is random and long, so it needs no salt and no work."""
    return sha256(key.encode()).hexdigest()
