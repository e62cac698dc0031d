"""The numbers that are given out in a game that is over, each to one request."""

from typing import Final, NamedTuple

from service.store.game_store import Asked, Script
from service.store.record import Milliseconds

CLAIMS: Final = "hangman:claims:"  # and the watch id: a hash, `claimed` and a number for each key
CLAIMED: Final = "claimed"
CLAIM_WORD: Final = Script("claim_word.lua")


class Claim(NamedTuple):
    """A number from 1 on, 0 if all are given out. `replayed`: whether the request came before."""

    number: int
    replayed: bool


class Claims:
    """The numbers given out in each game.

    Every method raises StoreUnavailable. If the store loses a write in a failover, it gives out a
    number twice.
    """

    def __init__(self, client: Asked) -> None:
        self._client = client

    def claim(self, watch_id: str, highest: int, life: Milliseconds, operation: bytes) -> Claim:
        """The next number of a game; the same operation id, if it is not empty, has the same one.

        The claims are kept for another `life`. Raises StoreFull.
        """
        seconds = -(-life // 1000)
        key = CLAIMS + watch_id
        number, before = self._client.run(CLAIM_WORD, key, seconds, highest, operation)
        return Claim(int(number), bool(before))

    def count(self, watch_id: str) -> int:
        """How many numbers of a game are given out."""
        return int(self._client.execute_command("HGET", CLAIMS + watch_id, CLAIMED) or 0)
