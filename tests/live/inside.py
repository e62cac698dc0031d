"""The service with short deadlines, and with pages that describe a worker or fail in every way.

The message of a failure is the name in the path.
"""

import logging
import os
import sys
import threading
import warnings
from typing import Any

import gevent
from flask import Flask, Response, request
from gevent.monkey import get_original, is_module_patched

from service.app import from_environ
from service.serving import worker

DEADLINE = 4.0  # seconds for a request, and for an answer: no test waits for thirty
BEFORE_THE_FORK = os.getpid()


def inside() -> Flask:
    """The application for gunicorn, with a page about its worker."""
    worker.REQUEST_SECONDS = worker.ANSWER_SECONDS = DEADLINE  # type: ignore[misc]
    app = from_environ()
    commands: Any = app.parts.games.store.commands
    breaker = commands.servers.breaker

    def look() -> dict[str, object]:
        return {
            "preloaded": os.getpid() != BEFORE_THE_FORK,
            "patched": is_module_patched("threading") and is_module_patched("socket"),
            "locks": [type(lock).__module__ for lock in (threading.Lock(), breaker._lock)],
        }

    app.add_url_rule("/inside", "inside", look)
    return app


def raising() -> Flask:
    """The application for gunicorn, with pages that fail."""
    app = from_environ()
    app.add_url_rule("/raise/<name>", "raise", fail_everywhere)
    app.add_url_rule("/finalize/<name>", "finalize", str)
    app.add_url_rule("/stuck/<name>", "stuck", stay)
    app.after_request(fail_to_finalize)
    app.teardown_request(fail_to_end)
    worker.REQUEST_SECONDS = 1.0  # type: ignore[misc]  # so that a test need not wait for ten
    return app


def fail(name: str) -> None:
    raise RuntimeError(name)


def fail_everywhere(name: str) -> str:
    """Fail in a greenlet, a thread, gevent's threads and the view; log and print in every way."""
    gevent.spawn(fail, name)
    threading.Thread(target=fail, args=(name,)).start()
    gevent.get_hub().threadpool.spawn(fail, name)
    for logger in ("", "gunicorn.error", "gunicorn.error.child", "service", "others.child"):
        logging.getLogger(logger).error("%s fails", name)
    warnings.warn(name, stacklevel=1)
    print(name)
    print(name, file=sys.stderr)
    gevent.sleep(0.1)
    raise RuntimeError(name)


def fail_to_finalize(response: Response) -> Response:
    if request.path.startswith("/finalize/"):
        raise RuntimeError(request.path)
    return response


def fail_to_end(_: BaseException | None) -> None:
    if request.path.startswith("/raise/"):
        raise RuntimeError(request.path)


def stay(name: str) -> str:
    """Block the whole worker until its master kills it."""
    get_original("time", "sleep")(60)
    return name
