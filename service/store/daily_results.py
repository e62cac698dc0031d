"""Counts of how the games of each day went: a hash a day, for 400 days.

A count is a command of its own, because on a cluster it is on another server than the game. One
that is lost is not missed.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from service.store.errors import StoreUnavailable
from service.store.guarded import Guarded
from service.store.scripts import Script

PREFIX: Final = "hangman:daily:"
LIFE: Final = 400 * 24 * 60 * 60  # seconds
COUNT: Final = Script.beside(__file__, "count_daily.lua")


class DailyResults:
    """Counts in a store; `client` is the one of its games."""

    def __init__(self, client: Guarded) -> None:
        self._client = client

    def count(self, day: str, *fields: str) -> None:
        """Add 1 to each of these fields, unless the store is away."""
        with suppress(StoreUnavailable):
            COUNT.run(self._client, PREFIX + day, LIFE, *fields)

    def of(self, day: str) -> Mapping[str, int]:
        """The counts of a day by field. Raises StoreUnavailable."""
        flat = self._client.execute_command("HGETALL", PREFIX + day)
        pairs = flat.items() if isinstance(flat, dict) else zip(flat[::2], flat[1::2], strict=True)
        return {name.decode(): int(count) for name, count in pairs}
