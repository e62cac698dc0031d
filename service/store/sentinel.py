"""Connections to the primary that the sentinels name; when one names another, we drop them.

Otherwise idle connections would write to the old primary after a planned failover. It would take
these writes for some seconds, and then lose them.
"""

import os
import time
from contextlib import suppress
from threading import Lock, Thread
from typing import Any, Final

from redis import Redis
from redis.sentinel import SentinelConnectionPool

POLL_INTERVAL: Final = 0.1  # seconds between two questions to a sentinel


class WatchedPool(SentinelConnectionPool):
    """A pool that queries every sentinel, with a thread for each, in each process that uses it.

    The sentinel that leads a failover knows of it a second before the others, and it may be any.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)  # type: ignore[no-untyped-call]  # redis
        self._sentinels = list(self.sentinel_manager.sentinels)
        self._watched_in: int | None = None  # the process that has the threads; a fork has none
        self._primary: Any = None
        self._switching = Lock()

    def get_connection(self, *arguments: Any, **options: Any) -> Any:
        """A connection to the primary."""
        if self._watched_in != os.getpid():
            self._watched_in = os.getpid()
            for sentinel in self._sentinels:
                Thread(target=self._watch, args=(sentinel,), name="sentinel", daemon=True).start()
        return super().get_connection(*arguments, **options)

    def close(self) -> None:
        """Close all connections, and ask nobody any more."""
        self._watched_in = None
        super().close()

    def _watch(self, sentinel: Redis) -> None:
        """Switch whenever this sentinel names a new primary, while the pool is in use.

        We ask as redis-py asks when it connects: other commands name a new primary too early.
        """
        before = None
        while self._watched_in:
            with suppress(Exception):  # whatever it is: this thread must go on
                state: Any = sentinel.sentinel_master(self.service_name)
                named = state["ip"], state["port"]
                if before not in (None, named):
                    self._switch(sentinel, named)
                before = named
            time.sleep(POLL_INTERVAL)

    def _switch(self, sentinel: Redis, primary: Any) -> None:
        """Use no connection again. New ones ask this sentinel first: others may not know yet."""
        with self._switching:
            if primary == self._primary:
                return
            self._primary = primary
            others = [one for one in self._sentinels if one is not sentinel]
            self.sentinel_manager.sentinels = [sentinel, *others]
            self.disconnect_free_connections()
            self.update_active_connections_for_reconnect()
