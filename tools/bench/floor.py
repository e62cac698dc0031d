"""The floor: the cost of Flask and two round trips alone, under the service's own gunicorn.

Its one endpoint reads a guess, reads a game and writes one back by the script that the service
uses, in typical sizes, and knows nothing of hangman.
"""

import os
from types import SimpleNamespace

from flask import Flask, Response, request
from redis import Redis

from service.api.application import Draining
from service.settings import Settings
from service.store.scripts import COMPARE_AND_SET

STATE = (1).to_bytes(8) + bytes(8)  # its version and its last operation
VALUE = (1).to_bytes(8) + bytes(536)  # a typical record
LIFE = 86_400_000  # ms
ANSWER = b"{" + b" " * 620 + b"}\n"  # a typical answer


class Floor(Flask):
    parts = SimpleNamespace(draining=Draining())  # gunicorn's configuration uses it


def app() -> Flask:
    settings = Settings.from_environ(os.environ)
    client = Redis.from_url(settings.redis_url, socket_timeout=settings.store_read_timeout)
    compare_and_set = client.register_script(COMPARE_AND_SET.text)
    floor = Floor("floor", static_folder=None)

    @floor.get("/readyz")
    def ready() -> Response:
        return Response(b"")

    @floor.post("/games")
    def start() -> Response:
        found = Response(ANSWER, 201, mimetype="application/json")
        game_id = request.headers["X-Request-ID"]
        client.set(f"floor:{game_id}", VALUE, px=LIFE)
        found.headers["Location"] = f"/games/{game_id}"
        return found

    @floor.post("/games/<game_id>/guesses")
    def guess(game_id: str) -> Response:
        request.get_json()
        key = f"floor:{game_id}"
        client.get(key)
        compare_and_set([key], [STATE, VALUE, LIFE])
        return Response(ANSWER, mimetype="application/json")

    return floor
