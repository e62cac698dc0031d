"""Turns of a worker's loop: what can wait lets the requests of others go first."""

import time
from threading import Lock
from typing import Final

A_MOMENT: Final = 1e-6  # seconds: unlike 0, it lets the loop look at all sockets

one_at_a_time: Final = Lock()


def let_others_go_first() -> None:
    """Before a request for a document or a file: answer one in each turn of the loop.

    They cost no units, so a client may ask for as many as it likes, on many connections. If all of
    them were answered in one turn, a guess would wait for that at each of its steps.
    """
    with one_at_a_time:
        time.sleep(A_MOMENT)
