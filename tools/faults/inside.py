"""The service with one page more, which says what a worker is made of. For tests."""

import os
import threading
from typing import Any

from flask import Flask
from gevent.monkey import is_module_patched

from service.app import from_environ

BEFORE_THE_FORK = os.getpid()


def with_a_look_inside() -> Flask:
    """What gunicorn serves."""
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
