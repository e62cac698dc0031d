"""Whether the service is about to stop: it still answers, but wants no new requests."""

import mmap


class Draining:
    """One flag, shared by all processes that are forked after it was made."""

    def __init__(self) -> None:
        self._flag = mmap.mmap(-1, 1)

    def begin(self) -> None:
        """Set the flag."""
        self._flag[0] = 1

    def __bool__(self) -> bool:
        return self._flag[0] == 1
