"""Threads take turns to think: one at a time, and another whenever that one waits for the store.

NumPy and zlib let go of the interpreter's lock at each step on a long list, and a thread that wants
it then takes it for a while: with four threads at work, a guess was passed around 60 times. A lock
of our own around the whole guess leaves nobody to pass it to.
"""

from threading import Lock, get_ident
from typing import Any

from service.store.clients import Client


class Turn:
    """A lock, held while thinking and handed on while waiting."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._holder: int | None = None

    def __enter__(self) -> None:
        self._lock.acquire()
        self._holder = get_ident()

    def __exit__(self, *_: object) -> None:
        self._holder = None
        self._lock.release()

    @property
    def is_ours(self) -> bool:
        """Whether this thread has it."""
        return self._holder == get_ident()


class Waiting:
    """A client that hands the turn on while it waits for the store."""

    def __init__(self, client: Client, turn: Turn) -> None:
        self._client = client
        self._turn = turn

    def execute_command(self, *arguments: Any) -> Any:
        """As the client does."""
        if not self._turn.is_ours:
            return self._client.execute_command(*arguments)
        self._turn.__exit__()
        try:
            return self._client.execute_command(*arguments)
        finally:
            self._turn.__enter__()
