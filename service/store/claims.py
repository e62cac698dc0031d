"""The numbers that are given out in a game that is over, each to one request."""

from typing import Final

from service.store.record import Milliseconds
from service.store.scripts import CLAIM_WORD, Commands

CLAIMS: Final = "hangman:claims:"  # and the watch id: a hash, `claimed` and a number for each key
CLAIMED: Final = "claimed"


class Claims:
    """The numbers given out in each game.

    Every method raises StoreUnavailable. If the store loses a write in a failover, it gives out a
    number twice.
    """

    def __init__(self, client: Commands) -> None:
        self._client = client

    def claim(
        self, watch_id: str, highest: int, life: Milliseconds, operation: bytes
    ) -> tuple[int, bool]:
        """The next number of a game, from 1, or 0 if all are given out; and whether it is repeated.

        An operation id that is not empty gets its number again. Claims are kept for another `life`.
        Raises StoreFull.
        """
        arguments = (-(-life // 1000), highest, operation)
        number, is_repeated = self._client.run(CLAIM_WORD, CLAIMS + watch_id, *arguments)
        return int(number), bool(is_repeated)

    def count(self, watch_id: str) -> int:
        """How many numbers of a game are given out."""
        return int(self._client.execute_command("HGET", CLAIMS + watch_id, CLAIMED) or 0)
