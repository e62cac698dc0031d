"""The service with pages that fail in every way; each failure names what stands in the path."""

import logging
import sys
import threading
import warnings

import gevent
from flask import Flask, Response, request
from gevent.monkey import get_original

from service.app import from_environ
from service.serving import worker


def raising() -> Flask:
    """What gunicorn serves."""
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
    """Fail in a greenlet, a thread, gevent's threads and the view; say so in every way."""
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
    """Hold up the whole worker, until its master has had enough."""
    get_original("time", "sleep")(60)
    return name
