"""Turns of a worker's loop: what can wait lets the requests of others go first."""

import time
from threading import Lock
from typing import Final

A_MOMENT: Final = 1e-6  # seconds: unlike 0, it lets the loop look at all sockets
LONGEST_WAIT: Final = 0.02  # seconds: where the loop's turns are long, documents come all the same

one_at_a_time: Final = Lock()


def let_others_go_first() -> None:
    """Before a request for a document or a file: answer one in each turn of the loop.

    They cost no units, so a client may ask for as many as it likes, on many connections. If all of
    them were answered in one turn, a guess would wait for that at each of its steps.

    Nobody waits for long. A lock of gevent is not fair, and beside a hundred busy connections one
    document in each turn would be forty a second.
    """
    if one_at_a_time.acquire(timeout=LONGEST_WAIT):
        try:
            time.sleep(A_MOMENT)
        finally:
            one_at_a_time.release()
