"""The hash of an API key; in a module of its own, so that `hangman key` does not load Flask."""

from hashlib import sha256


def hash_of(key: str) -> str:
    """The hash of a key, as in API_KEYS. Keys are long and random: no salt, no slow hash."""
    return sha256(key.encode()).hexdigest()
