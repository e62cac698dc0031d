"""The service with a page that says what a worker is made of, and with short deadlines."""

import os
import threading
from typing import Any

from flask import Flask
from gevent.monkey import is_module_patched

from service.app import from_environ
from service.serving import worker

DEADLINE = 4.0  # seconds for a request, and for an answer: no test need wait for thirty
BEFORE_THE_FORK = os.getpid()


def inside() -> Flask:
    """What gunicorn serves."""
    worker.REQUEST_SECONDS = worker.ANSWER_SECONDS = DEADLINE  # type: ignore[misc]
    app = from_environ()
    store: Any = app.games.store

    def look() -> dict[str, object]:
        return {
            "preloaded": os.getpid() != BEFORE_THE_FORK,
            "patched": is_module_patched("threading") and is_module_patched("socket"),
            "locks": [type(lock).__module__ for lock in (threading.Lock(), store.client._lock)],
        }

    app.add_url_rule("/inside", "inside", look)
    return app
