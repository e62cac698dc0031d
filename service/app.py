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

from service.api import dictionaries as dictionaries_api
from service.api import docs, exchange, guessing, health, keys, limits, problems
from service.api import games as games_api
from service.dictionaries.dictionary import Dictionary, load_all
from service.dictionaries.errors import DictionaryError
from service.draining import Draining
from service.engine.dealers import dealers
from service.games import Games
from service.metrics import CountedStore, Metrics, TimedClient, beside
from service.settings import BadSetting, Settings, shipped
from service.store.addresses import BadAddress, Client, client_of
from service.store.game_store import GameStore
from service.store.memory import MemoryStore
from service.store.record import Life
from service.tracing import NoTracing, TracedClient, Tracing
from service.turns import Turn, Waiting
from service.web import page

EXPOSED = ["Location", "ETag", "Retry-After", "X-Request-ID", "RateLimit", "RateLimit-Policy"]


def from_environ() -> Flask:
    """The service that its environment describes; where that is wrong, a line and exit code 2."""
    try:
        return create_app(Settings.from_environ(os.environ))
    except (BadSetting, BadAddress, DictionaryError, NoTracing) as error:
        print(f"evil-hangman: {error}", file=sys.stderr)
        sys.exit(2)


def create_app(settings: Settings) -> Flask:
    """The service as a WSGI application, its dictionaries loaded, its store not yet asked.

    Raises BadSetting, DictionaryError, BadAddress, NoTracing.
    """
    _log_as_json(settings.log_level)
    metrics = Metrics() if settings.metrics_port else None
    tracing = Tracing() if settings.otel_exporter_otlp_endpoint else None
    turn = Turn()
    client = Waiting(_client(settings, metrics, tracing), turn)
    store = GameStore(client, life_of(settings))
    games = Games(
        load_all(settings.dictionary_folders),
        CountedStore(store, metrics) if metrics else store,
        _now,
        turn,
        dealers(settings.minimax_budget_ms),
    )
    app = application(games, settings)
    if metrics:
        metrics.register(app)
        with_metrics = beside(app.wsgi_app, settings.metrics_port)
        app.wsgi_app = with_metrics  # type: ignore[method-assign, assignment]  # as Flask documents
    if tracing:
        tracing.register(app)
    keys.register(app, settings.hashes, docs_public=settings.docs_public)
    if settings.ratelimit_enabled:
        _limit(app, store, settings)
    return app


def in_process(dictionaries: Mapping[str, Dictionary]) -> Flask:
    """The service for one player in this process: it logs nothing, and forgets at the end."""
    quiet = structlog.make_filtering_bound_logger(logging.CRITICAL)
    structlog.configure(wrapper_class=quiet)
    settings = Settings()
    return application(Games(dictionaries, MemoryStore(life_of(settings)), _now), settings)


def application(games: Games, settings: Settings) -> Flask:
    """The WSGI application that serves these games, to everybody and without limits."""
    app = Flask("service", static_folder=None)
    app.config["OPENAPI"] = shipped("openapi.yaml")
    app.extensions[Games.__name__] = games
    app.extensions[Draining.__name__] = Draining()
    exchange.register(app)
    problems.register(app)
    for module in (games_api, guessing, dictionaries_api, health, docs, page):
        app.register_blueprint(module.blueprint)
    if settings.cors_origins:
        _allow_origins(app, settings.cors_origins.split(","))
    if settings.trusted_proxies:
        _trust(app, settings.trusted_proxies)
    return app


def life_of(settings: Settings) -> Life:
    """How long games are kept."""
    return Life(played=1000 * settings.game_ttl, unplayed=1000 * settings.unplayed_ttl)


def _client(settings: Settings, metrics: Metrics | None, tracing: Tracing | None) -> Client:
    client = client_of(
        settings.redis_url,
        connect_timeout=settings.store_connect_timeout,
        read_timeout=settings.store_read_timeout,
        wait_replicas=settings.store_wait_replicas,
    )
    client = TimedClient(client, metrics) if metrics else client
    return TracedClient(client, tracing.span) if tracing else client


def _limit(app: Flask, store: GameStore, settings: Settings) -> None:
    per_minute = {
        limits.CREATE: settings.ratelimit_create,
        limits.GUESS: settings.ratelimit_guess,
        limits.HINT: settings.ratelimit_hint,
    }
    limits.register(app, store, per_minute)


def _trust(app: Flask, proxies: int) -> None:
    from werkzeug.middleware.proxy_fix import ProxyFix

    trusted = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_prefix=proxies)
    app.wsgi_app = trusted  # type: ignore[method-assign]  # as Flask documents it


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
