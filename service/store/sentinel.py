"""Connections to the primary that the sentinels name; when one names another, we drop them.

Otherwise idle connections would write to the old primary after a planned failover. It would take
these writes for some seconds, and then lose them.
"""

import os
import time
from threading import Lock, Thread
from typing import Any, Final

from redis import Redis
from redis.sentinel import SentinelConnectionPool

SWITCHED: Final = "+switch-master"
PAUSE: Final = 0.2  # seconds until we listen again to a sentinel that went away
SILENCE: Final = 1.0  # seconds until we ask a quiet sentinel, in case we missed its message


class WatchedPool(SentinelConnectionPool):
    """A pool that listens to every sentinel, with a thread for each, in each process that uses it.

    The sentinel that leads a failover announces it a second before the others, and it may be any.
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
        """Close all connections, and listen to nobody any more."""
        self._watched_in = None
        super().close()

    def _watch(self, sentinel: Redis) -> None:
        while self._watched_in:
            try:
                self._listen(sentinel)
            except Exception:  # whatever it is: this thread must go on
                time.sleep(PAUSE)

    def _listen(self, sentinel: Redis) -> None:
        """Switch whenever this sentinel names a new primary, until the sentinel goes away."""
        before = self._named_by(sentinel)
        with sentinel.pubsub(ignore_subscribe_messages=True) as heard:
            heard.subscribe(SWITCHED)
            while self._watched_in:
                heard.get_message(timeout=SILENCE)
                named = self._named_by(sentinel)
                if named != before:
                    before = named
                    self._switch(sentinel, named)

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

    def _named_by(self, sentinel: Redis) -> Any:
        return sentinel.execute_command("SENTINEL GET-MASTER-ADDR-BY-NAME", self.service_name)
