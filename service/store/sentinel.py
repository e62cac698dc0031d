"""Connections to the primary that sentinels name, dropped the moment one names another.

Without this, after a planned failover idle connections go on writing to the old primary, which
takes the writes for some seconds more and then forgets them.
"""

import os
import time
from threading import Lock, Thread
from typing import Any, Final

from redis import Redis
from redis.exceptions import RedisError
from redis.sentinel import SentinelConnectionPool

SWITCHED: Final = "+switch-master"
PAUSE: Final = 0.2  # seconds before a sentinel that went away is listened to again
SILENCE: Final = 1.0  # seconds after which we ask a quiet sentinel, in case its word was missed


class WatchedPool(SentinelConnectionPool):
    """A pool that listens to each sentinel, in threads of each process that uses it.

    To each, for the one that leads a failover tells of it a second before the others do.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)  # type: ignore[no-untyped-call]  # redis
        self._sentinels = list(self.sentinel_manager.sentinels)
        self._watched_in: int | None = None  # the process; a fork has to watch for itself
        self._primary: Any = None
        self._switching = Lock()

    def get_connection(self, *arguments: Any, **options: Any) -> Any:
        """A connection to the primary."""
        if self._watched_in != os.getpid():
            self._watched_in = os.getpid()
            for sentinel in self._sentinels:
                Thread(target=self._watch, args=(sentinel,), name="sentinel", daemon=True).start()
        return super().get_connection(*arguments, **options)

    def _watch(self, sentinel: Redis) -> None:
        while True:
            try:
                self._listen(sentinel)
            except (RedisError, OSError):
                time.sleep(PAUSE)

    def _listen(self, sentinel: Redis) -> None:
        """Switch whenever this sentinel names another primary than before, until it goes away."""
        before = self._named_by(sentinel)
        with sentinel.pubsub(ignore_subscribe_messages=True) as heard:
            heard.subscribe(SWITCHED)
            while True:
                heard.get_message(timeout=SILENCE)
                named = self._named_by(sentinel)
                if named != before:
                    before = named
                    self._switch(sentinel, named)

    def _switch(self, sentinel: Redis, primary: Any) -> None:
        """Drop all connections; new ones ask this sentinel first, for others may not know yet."""
        with self._switching:
            if primary == self._primary:
                return
            self._primary = primary
            others = [one for one in self._sentinels if one is not sentinel]
            self.sentinel_manager.sentinels = [sentinel, *others]
            self.disconnect(inuse_connections=True)

    def _named_by(self, sentinel: Redis) -> Any:
        return sentinel.execute_command("SENTINEL GET-MASTER-ADDR-BY-NAME", self.service_name)
