"""Build the service: this is the only module that joins its parts."""

import os
import re
import sys
from collections.abc import Iterable, Set
from functools import partial
from typing import TYPE_CHECKING, Any

import orjson
import structlog
from werkzeug.middleware.proxy_fix import ProxyFix

from service import registry
from service.api import analysis, docs, health, hooks, listings, problems, watching
from service.api import games as games_api
from service.api.application import Application, Draining, Parts
from service.api.documents import Documents
from service.api.limiter import Limiter
from service.dictionaries.dictionary import folders_by_name, load_all
from service.engine.errors import HangmanError
from service.events import Events, OnEvent, ignore
from service.play.catalogue import Catalogue
from service.play.games import Games, now
from service.play.help import Help
from service.plugins import load_plugins
from service.registry import DEFAULT_DICTIONARY
from service.serving.background_work import BackgroundWork
from service.serving.log import count_losses
from service.serving.lookout import Lookout
from service.serving.store_log import StoreLog
from service.settings import BadSetting, Settings, shipped
from service.store.address import servers_at
from service.store.commands import Servers
from service.store.game_store import GameStore
from service.store.record import Retention
from service.store.redis_commands import RedisCommands
from service.variables import variable
from service.web import page

if TYPE_CHECKING:
    from service.serving.metrics import Metrics
    from service.serving.tracing import Tracing

PREFIX = re.compile(r"(/(?!\.{1,2}(/|\Z))[\w.-]+)*", re.ASCII)  # /.. would be another app's


class Proxies(ProxyFix):
    """Trust the headers of proxies, except an X-Forwarded-Prefix that is not a path."""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """The application's response."""
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


def create_app(settings: Settings, servers: Servers | None = None) -> Application:
    """The service as a WSGI application: its dictionaries are loaded, its store is not called yet.

    The store is at `servers`, or else at the `redis_url` of the settings.
    Raises BadSetting, DictionaryError, NotPrepared, BadAddress.

    >>> app = create_app(Settings(redis_url="redis://localhost:6379/0"))
    >>> app.url_map.bind("").match("/daily")
    ('games.show_day', {})
    >>> app.parts.catalogue.dictionary("en").description.language
    'en'
    """
    log = _json_log(settings.log_level)
    metrics, tracing = _metrics(settings), _tracing(settings)
    events = Events()
    for listener in (metrics, tracing):
        if listener:
            listener.listen(events)
    StoreLog(log).listen(events)
    servers = servers or servers_at(
        settings.redis_url,
        connect_timeout=settings.store_connect_timeout,
        read_timeout=settings.store_read_timeout,
        wait_replicas=settings.store_wait_replicas,
        on_event=events,
    )
    commands = RedisCommands(servers, events)
    store = GameStore(commands, retention(settings), events)
    dictionaries = load_all(settings.dictionary_folders, _offered(settings))
    words = dictionaries.values()
    dealers = registry.dealers(words, settings.minimax_budget)
    catalogue = Catalogue(dictionaries, dealers, registry.guessers(words))
    background = BackgroundWork(catalogue)
    games = Games(
        catalogue, store, now, background.for_guesses, background.for_help, settings.draw_secret
    )
    limits = partial(Limiter, commands, settings.per_minute, per_day=settings.per_day)
    limiter = limits() if settings.ratelimit_enabled else None
    app = application(games, Help(background.for_help), settings, limiter, events, log)
    app.extensions["helper"] = background.helper
    if metrics:
        metrics.register(app, settings.metrics_port)
    count_losses(partial(events, "line_lost"))
    if settings.api_keys:
        app.before_request(hooks.check_key)
    return app


def _offered(settings: Settings) -> Set[str]:
    """The names of the dictionaries to load. We load all of them now, so that no request waits.

    Raises BadSetting if one does not exist.
    """
    there = folders_by_name(settings.dictionary_folders).keys()
    if not settings.dictionaries:
        return there
    for name in settings.dictionaries:
        if name not in there:
            raise BadSetting(
                variable("dictionaries"),
                f"there is no dictionary “{name}”; choose some of: {', '.join(there)}",
            )
    return {*settings.dictionaries, DEFAULT_DICTIONARY}


def application(
    games: Games,
    help: Help,
    settings: Settings,
    limiter: Limiter | None = None,
    on_event: OnEvent = ignore,
    log: Any = None,
) -> Application:
    """The WSGI application for these games and this help. It checks no keys: `create_app` does."""
    public = [health, page, *([docs] if settings.docs_public else [])]
    documents = None
    if settings.docs_public or settings.api_keys:  # else nobody may read them
        contract, has_keys = shipped("openapi.yaml"), bool(settings.api_keys)
        documents = Documents(contract, settings.script_name, has_keys)
    app = Application(
        Parts(
            games=games,
            help=help,
            catalogue=games.catalogue,
            limiter=limiter,
            watching=Lookout(games.show, games.store.tags, games.clock),
            draining=Draining(),
            keys=settings.api_keys,
            public=[module.blueprint.name for module in public],
            origins=settings.allowed_origins,
            documents=documents,
            on_event=on_event,
            log=log or structlog.get_logger(),
        )
    )
    if origins := settings.allowed_origins:
        # Flask runs it last: it names the headers that the others have added.
        app.after_request(partial(hooks.allow_origins, origins))
    app.config[page.PUBLIC_URL] = settings.public_url
    hooks.register(app)
    problems.register(app)
    for module in (games_api, watching, analysis, listings, health, page):
        app.register_blueprint(module.blueprint)
    if documents:
        app.register_blueprint(docs.blueprint)
    if origins:
        app.before_request(hooks.answer_preflight)
    if proxies := settings.trusted_proxies:
        app.wsgi_app = Proxies(app.wsgi_app, x_for=proxies, x_proto=proxies, x_prefix=1)  # type: ignore[method-assign]  # as Flask documents
    return app


def retention(settings: Settings) -> Retention:
    """How long a service with these settings keeps games."""
    lives = (settings.game_ttl, settings.unplayed_ttl, settings.keep_for_max)
    return Retention(*[1000 * seconds for seconds in lives])


def _metrics(settings: Settings) -> "Metrics | None":
    """The metrics, if they are on. If not, we do not even import their library."""
    if not settings.metrics_port:
        return None
    from service.serving.metrics import Metrics

    return Metrics(2 * settings.workers)  # while gunicorn reloads, there are twice as many


def _tracing(settings: Settings) -> "Tracing | None":
    if not settings.otel_exporter_otlp_endpoint:
        return None
    from service.serving.tracing import Tracing

    return Tracing()


def _json_log(level: str) -> Any:
    """A log on standard output, one JSON object a line. Each service has a level of its own."""
    processors: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        _without_ids,
        structlog.processors.JSONRenderer(serializer=orjson.dumps),
    ]
    structlog.configure(processors=processors, logger_factory=structlog.BytesLoggerFactory())
    at_level = structlog.make_filtering_bound_logger(level)
    return structlog.wrap_logger(None, processors, at_level, cache_logger_on_first_use=True)


def _without_ids(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """The log line without game ids in its errors, so that its readers cannot play.

    Its path has none anyway.
    """
    for name in ("exception", "reason"):
        if name in event:
            event[name] = hooks.without_ids(event[name])
    return event
