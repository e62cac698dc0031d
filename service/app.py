"""Build the service: this is the only module that joins its parts."""

import os
import re
import sys
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import orjson
import structlog
from werkzeug.middleware.proxy_fix import ProxyFix

from service import registry
from service.api import analysis, docs, health, hooks, limits, problems, watching
from service.api import catalogue as catalogue_api
from service.api import games as games_api
from service.api.hooks import Application
from service.dictionaries.dictionary import load_all
from service.engine.errors import HangmanError
from service.play.catalogue import Catalogue
from service.play.games import Games, now
from service.plugins import load_plugins
from service.serving.background_work import BackgroundWorker
from service.serving.log import count_losses
from service.serving.watching import Watching
from service.settings import Settings, shipped
from service.store.address import client_of
from service.store.clients import Client
from service.store.game_store import GameStore
from service.store.guarded import Guarded
from service.store.record import Retention
from service.web import page

if TYPE_CHECKING:
    from service.serving.metrics import Metrics
    from service.serving.tracing import Tracing

PREFIX = re.compile(r"(/(?!\.{1,2}(/|\Z))[\w.-]+)*", re.ASCII)  # /.. would be another app's


class Proxies(ProxyFix):
    """Trust the headers of proxies, except an X-Forwarded-Prefix that is not a path."""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """The application's answer."""
        nearest = environ.get("HTTP_X_FORWARDED_PREFIX", "").rpartition(",")[2].strip()
        environ["HTTP_X_FORWARDED_PREFIX"] = nearest if PREFIX.fullmatch(nearest) else ""
        return super().__call__(environ, start_response)


def from_environ() -> Application:
    """The service with the settings of the environment; if one is wrong, exit with code 2."""
    try:
        settings = Settings.from_environ(os.environ)
        load_plugins(settings.plugins)
        return create_app(settings)
    except HangmanError as error:
        print(f"hangman: {error}", file=sys.stderr)
        sys.exit(2)


def create_app(settings: Settings, client: Client | None = None) -> Application:
    """The service as a WSGI application. It has loaded its dictionaries, but not called its store.

    `client` is a client of the store; the default is the client of `redis_url`.
    Raises BadSetting, DictionaryError, NotPrepared, BadAddress.

    >>> app = create_app(Settings(redis_url="redis://localhost:6379/0"))
    >>> app.url_map.bind("").match("/daily")
    ('games.show_day', {})
    >>> app.games.catalogue.dictionary("en").description.language
    'en'
    """
    _log_as_json(settings.log_level)
    metrics, tracing = _metrics(settings), _tracing(settings)
    client = client or client_of(
        settings.redis_url,
        connect_timeout=settings.store_connect_timeout,
        read_timeout=settings.store_read_timeout,
        wait_replicas=settings.store_wait_replicas,
    )
    client = metrics.timed(client) if metrics else client
    client = tracing.traced(client) if tracing else client
    lives = (settings.game_ttl, settings.unplayed_ttl, settings.keep_for_max)
    retention = Retention(*[1000 * seconds for seconds in lives])
    commands = Guarded(client)
    store = metrics.store(commands, retention) if metrics else GameStore(commands, retention)
    dictionaries = load_all(settings.dictionary_folders)
    words = dictionaries.values()
    dealers = registry.dealers(words, settings.minimax_budget)
    catalogue = Catalogue(dictionaries, dealers, registry.guessers(words))
    run = BackgroundWorker(limits.client)
    games = Games(catalogue, store, now, run, settings.draw_secret, run.beside_games)
    limiter = limits.Limiter(commands, settings.per_minute) if settings.ratelimit_enabled else None
    app = application(games, settings, limiter)
    if metrics:
        metrics.register(app, settings.metrics_port)
        count_losses(metrics.log_lines_lost.count)
    if tracing:
        tracing.register(app)
    if settings.api_keys:
        public = [health, page, *([docs] if settings.docs_public else [])]
        names = [module.blueprint.name for module in public]
        app.before_request(partial(hooks.check_key, settings.api_keys, names))
    return app


def application(
    games: Games, settings: Settings, limiter: limits.Limiter | None = None
) -> Application:
    """The WSGI application that serves these games, without keys."""
    app = Application()
    app.config.update(OPENAPI=shipped("openapi.yaml"), KEYS=bool(settings.api_keys))
    app.games, app.extensions[limits.LIMITER] = games, limiter
    app.draining, app.watching = health.Draining(), Watching(games.watch, games.store.tags)
    problems.register(app)
    for module in (games_api, watching, analysis, catalogue_api, health, page):
        app.register_blueprint(module.blueprint)
    if settings.docs_public or settings.api_keys:  # else nobody may read it
        app.register_blueprint(docs.blueprint)
    if settings.cors_origins:
        app.before_request(hooks.answer_preflight)
        app.after_request(partial(hooks.allow_origins, settings.cors_origins))
    if proxies := settings.trusted_proxies:
        app.wsgi_app = Proxies(app.wsgi_app, x_for=proxies, x_proto=proxies, x_prefix=1)  # type: ignore[method-assign]  # as Flask documents
    return app


def _metrics(settings: Settings) -> "Metrics | None":
    """The metrics, if they are on; otherwise their library is not imported."""
    if not settings.metrics_port:
        return None
    from service.serving.metrics import Metrics

    return Metrics(2 * settings.workers)  # while gunicorn reloads, there are twice as many


def _tracing(settings: Settings) -> "Tracing | None":
    """The traces, if they are on."""
    if not settings.otel_exporter_otlp_endpoint:
        return None
    from service.serving.tracing import Tracing

    return Tracing()


def _log_as_json(level: str) -> None:
    """Log to standard output, one JSON object a line."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _without_ids,
            structlog.processors.JSONRenderer(serializer=orjson.dumps),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.BytesLoggerFactory(),
        cache_logger_on_first_use=True,
    )


def _without_ids(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """A log line without game ids in its errors; its path has none already."""
    for name in ("exception", "reason"):
        if name in event:
            event[name] = hooks.without_ids(event[name])
    return event
