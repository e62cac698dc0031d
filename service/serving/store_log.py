"""The log's lines about the store: that it is away, and which timeout is too short for it."""

from typing import Any

from service.events import Events
from service.store.slow_network import Timeout
from service.variables import variable


class StoreLog:
    """Listens to what happens to the store, and logs it, with the setting that may help."""

    def __init__(self, log: Any) -> None:
        self._log = log

    def listen(self, events: Events) -> None:
        """Be told of what happens."""
        events.listen(store_away=self._log_away, store_slow=self._log_slow)

    def _log_away(self, server: str, reason: str, timeout: Timeout | None) -> None:
        if timeout is None:
            advice = f"its games wait until {server} answers: does it run, and is REDIS_URL right?"
        else:
            advice = f"if {server} runs, the network to it is slow: raise {setting_of(timeout)}"
        self._log.warning("store away", server=server, reason=reason, advice=advice)

    def _log_slow(self, timeout: Timeout) -> None:
        advice = f"the store works, but the network to it is slow: raise {setting_of(timeout)}"
        self._log.warning("store slow", advice=advice)


def setting_of(timeout: Timeout) -> str:
    """The setting of this timeout."""
    return variable(f"store_{timeout}_timeout")
