"""Whether the service is about to stop: it still answers, and asks to be sent no more."""

import mmap


class Draining:
    """One flag for all processes that are forked after it was made."""

    def __init__(self) -> None:
        self._flag = mmap.mmap(-1, 1)

    def begin(self) -> None:
        """Say so from now on."""
        self._flag[0] = 1

    def __bool__(self) -> bool:
        return self._flag[0] == 1
