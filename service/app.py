"""The only place that joins the parts of the service."""

import logging
import os
import re
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

import orjson
import structlog
from flask import Flask, Response

from service.api import cors, daily, docs, every_request, guessing, health, keys, limits, problems
from service.api import dictionaries as dictionaries_api
from service.api import games as games_api
from service.api import watching as watching_api
from service.api.services import Services, init_app
from service.dictionaries.dictionary import load_all
from service.engine.errors import HangmanError
from service.play.catalogue import Catalogue
from service.play.games import Games
from service.registry import dealers
from service.serving.background_work import BackgroundWorker
from service.serving.draining import Draining
from service.serving.metrics import WSGI, CountedStore, Metrics, TimedClient, beside
from service.serving.tracing import TracedClient, Tracing
from service.serving.watching import Watching
from service.settings import Settings, shipped
from service.store.address import client_of
from service.store.clients import Client
from service.store.game_store import DailyResults, GameStore
from service.store.rate_limits import Limiter
from service.store.record import Retention
from service.web import page

PREFIX = re.compile(r"(/[\w.-]+)*")


class Service(Flask):
    """Flask for views that are plain functions. OPTIONS is answered with 204."""

    def ensure_sync(self, view: Callable[..., Any]) -> Callable[..., Any]:
        """The view as it is; Flask would ask four times a request whether it is a coroutine."""
        return view

    def make_default_options_response(self) -> Response:
        """What the path takes, in `Allow`."""
        response = super().make_default_options_response()
        response.status_code = 204
        del response.headers["Content-Type"]
        return response


def from_environ() -> Flask:
    """The service with the settings of the environment; if one is wrong, a line and exit code 2."""
    try:
        return create_app(Settings.from_environ(os.environ))
    except HangmanError as error:
        print(f"evil-hangman: {error}", file=sys.stderr)
        sys.exit(2)


def create_app(settings: Settings, client: Client | None = None) -> Flask:
    """The service as a WSGI application. It has loaded its dictionaries, but not asked its store.

    `client` is a client of the store; None makes the client of `redis_url`.
    Raises BadSetting, DictionaryError, BadAddress, NoTracing.
    """
    _log_as_json(settings.log_level)
    metrics = Metrics() if settings.metrics_port else None
    tracing = Tracing() if settings.otel_exporter_otlp_endpoint else None
    client = _watched(client or _client(settings), metrics, tracing)
    store = GameStore(client, retention_of(settings))
    counted = CountedStore(store, metrics) if metrics else store
    results = DailyResults(store.client)
    run = BackgroundWorker()
    games = Games(
        _catalogue(settings), counted, _now, run, settings.id_key, results, run.beside_games
    )
    limiter = Limiter(store, _per_minute(settings)) if settings.ratelimit_enabled else None
    app = application(games, settings, limiter)
    _watch(app, settings, metrics, tracing)
    public = [health.blueprint, page.blueprint, *([docs.blueprint] if settings.docs_public else [])]
    keys.register(app, settings.hashes, public)
    return app


def application(games: Games, settings: Settings, limiter: Limiter | None = None) -> Flask:
    """The WSGI application that serves these games; it asks for no keys."""
    app = Service("service", static_folder=None)
    app.config["OPENAPI"] = shipped("openapi.yaml")
    init_app(app, Services(games, Draining(), Watching(games.watch, games.store.versions), limiter))
    every_request.register(app)  # first, because the others use what it puts into `g`
    problems.register(app)
    limits.register(app)
    for module in (games_api, guessing, daily, watching_api, dictionaries_api, health, docs, page):
        app.register_blueprint(module.blueprint)
    if settings.origins:
        cors.register(app, settings.origins)
    if settings.trusted_proxies:
        _trust(app, settings.trusted_proxies)
    return app


def retention_of(settings: Settings) -> Retention:
    """How long games are kept."""
    return Retention(played=1000 * settings.game_ttl, unplayed=1000 * settings.unplayed_ttl)


def _catalogue(settings: Settings) -> Catalogue:
    dictionaries = load_all(settings.existing_dictionary_folders)
    return Catalogue(dictionaries, dealers(settings.minimax_budget_ms, dictionaries.values()))


def _client(settings: Settings) -> Client:
    return client_of(
        settings.redis_url,
        connect_timeout=settings.store_connect_timeout,
        read_timeout=settings.store_read_timeout,
        wait_replicas=settings.store_wait_replicas,
    )


def _watched(client: Client, metrics: Metrics | None, tracing: Tracing | None) -> Client:
    """The client; its commands are timed if there are metrics, and traced if there is tracing."""
    client = TimedClient(client, metrics) if metrics else client
    return TracedClient(client, tracing.span) if tracing else client


def _watch(
    app: Flask, settings: Settings, metrics: Metrics | None, tracing: Tracing | None
) -> None:
    """Count the requests of an app if there are metrics, and trace them if there is tracing."""
    if metrics:
        metrics.register(app)
        with_metrics = beside(app.wsgi_app, metrics.folder, settings.metrics_port)
        app.wsgi_app = with_metrics  # type: ignore[method-assign, assignment]  # as Flask documents
    if tracing:
        tracing.register(app)


def _per_minute(settings: Settings) -> dict[str, int]:
    return {
        limits.CREATE: settings.ratelimit_create,
        limits.GUESS: settings.ratelimit_guess,
        limits.HINT: settings.ratelimit_hint,
        limits.READ: settings.ratelimit_read,
    }


def _trust(app: Flask, proxies: int) -> None:
    from werkzeug.middleware.proxy_fix import ProxyFix

    trusted = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_prefix=proxies)
    app.wsgi_app = _with_plain_prefix(trusted)  # type: ignore[method-assign, assignment]  # as Flask documents it


def _with_plain_prefix(wsgi: WSGI) -> WSGI:
    """The application without X-Forwarded-Prefix headers that are not plain paths."""

    def answered(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if not PREFIX.fullmatch(environ.get("HTTP_X_FORWARDED_PREFIX", "")):
            del environ["HTTP_X_FORWARDED_PREFIX"]
        return wsgi(environ, start_response)

    return answered


def _log_as_json(level: str) -> None:
    """Log to standard output, one JSON object a line."""
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
