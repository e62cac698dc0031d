"""The one place where the parts of the service are joined."""

import logging
import os
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

import orjson
import structlog
from flask import Flask

from service.api import dictionaries, docs, exchange, guessing, health, problems
from service.api import games as games_api
from service.dictionaries.dictionary import Dictionary, load_all
from service.dictionaries.errors import DictionaryError
from service.games import Games
from service.settings import BadSetting, Settings, shipped
from service.store.addresses import BadAddress, client_of
from service.store.game_store import GameStore
from service.store.memory import MemoryStore
from service.web import page

EXPOSED = ["Location", "ETag", "Retry-After", "X-Request-ID"]


def from_environ() -> Flask:
    """The service that its environment describes; where that is wrong, a line and exit code 2."""
    try:
        return create_app(Settings.from_environ(os.environ))
    except (BadSetting, BadAddress, DictionaryError) as error:
        print(f"evil-hangman: {error}", file=sys.stderr)
        sys.exit(2)


def create_app(settings: Settings) -> Flask:
    """The service as a WSGI application, its dictionaries loaded, its store not yet asked.

    Raises DictionaryError, BadAddress.
    """
    _log_as_json(settings.log_level)
    client = client_of(
        settings.redis_url,
        connect_timeout=settings.store_connect_timeout,
        read_timeout=settings.store_read_timeout,
    )
    store = GameStore(client, life=1000 * settings.game_ttl)
    return application(Games(load_all(settings.dictionary_folders), store, _now), settings)


def in_process(dictionaries: Mapping[str, Dictionary]) -> Flask:
    """The service for one player in this process: it logs nothing, and forgets at the end."""
    quiet = structlog.make_filtering_bound_logger(logging.CRITICAL)
    structlog.configure(wrapper_class=quiet)
    settings = Settings()
    store = MemoryStore(life=1000 * settings.game_ttl)
    return application(Games(dictionaries, store, _now), settings)


def application(games: Games, settings: Settings) -> Flask:
    """The WSGI application that serves these games."""
    app = Flask("service", static_folder=None)
    app.config["OPENAPI"] = shipped("openapi.yaml")
    app.extensions[Games.__name__] = games
    exchange.register(app)
    problems.register(app)
    for module in (games_api, guessing, dictionaries, health, docs, page):
        app.register_blueprint(module.blueprint)
    if settings.cors_origins:
        _allow_origins(app, settings.cors_origins.split(","))
    return app


def _allow_origins(app: Flask, origins: list[str]) -> None:
    from flask_cors import CORS  # costs 15 us a request, and only where it is on

    CORS(app, origins=[origin.strip() for origin in origins], expose_headers=EXPOSED)


def _log_as_json(level: str) -> None:
    """One JSON object a line on standard output."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=_dumps),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level.upper())),
        logger_factory=structlog.BytesLoggerFactory(),
        cache_logger_on_first_use=True,
    )


def _dumps(event: Any, **_: Callable[[Any], Any]) -> bytes:
    return orjson.dumps(event, default=str)


def _now() -> int:
    return time.time_ns() // 1_000_000
