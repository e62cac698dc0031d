"""Connections to the primary that sentinels name, dropped the moment they name another.

Without this, after a planned failover idle connections go on writing to the old primary, which
takes the writes for some seconds more and then forgets them.
"""

import os
import time
from threading import Thread
from typing import Any, Final

from redis import Redis
from redis.exceptions import RedisError
from redis.sentinel import SentinelConnectionPool

SWITCHED: Final = "+switch-master"
PAUSE: Final = 0.2  # seconds before the next sentinel is listened to, where one went away
SILENCE: Final = 1.0  # seconds after which we ask a quiet sentinel, in case its word was missed


class WatchedPool(SentinelConnectionPool):
    """A pool that listens, in a thread of each process that uses it, to what the sentinels say."""

    _watched_in: int | None = None  # the process; a fork has to watch for itself

    def get_connection(self, *arguments: Any, **options: Any) -> Any:
        """A connection to the primary."""
        if self._watched_in != os.getpid():
            self._watched_in = os.getpid()
            Thread(target=self._watch, name="sentinels", daemon=True).start()
        return super().get_connection(*arguments, **options)

    def _watch(self) -> None:
        while True:
            for sentinel in list(self.sentinel_manager.sentinels):
                try:
                    self._listen(sentinel)
                except (RedisError, OSError):
                    time.sleep(PAUSE)

    def _listen(self, sentinel: Redis) -> None:
        """Drop the connections at each switch that this sentinel tells of, until it goes away."""
        primary = self._named_by(sentinel)
        with sentinel.pubsub(ignore_subscribe_messages=True) as heard:
            heard.subscribe(SWITCHED)
            while True:
                heard.get_message(timeout=SILENCE)
                named = self._named_by(sentinel)
                if named != primary:
                    primary = named
                    self.disconnect(inuse_connections=True)

    def _named_by(self, sentinel: Redis) -> Any:
        return sentinel.execute_command("SENTINEL GET-MASTER-ADDR-BY-NAME", self.service_name)
