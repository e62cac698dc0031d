"""Settings: each with its type, its default, and what it costs; read once from the environment."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

from service import setting_values as values
from service.engine.errors import HangmanError
from service.variables import GUARDS, strays, text_of, variable

NODES_A_MS = 5  # positions that minimax searches in a millisecond, roughly


class BadSetting(HangmanError):
    """A variable that cannot be used; `str(error)` names it and says in one line what is right."""

    sentence = "{}: {}"

    def __init__(self, name: str, why: object) -> None:
        super().__init__(_printable(name), _printable(str(why)))
        self.name = name


def setting(default: str, read: Callable[[str], object], meaning: str, *, costs: str = "") -> Any:
    """A field of Settings: its default as text, its reader, and what the documents say of it."""
    metadata = {"default": default, "read": read, "meaning": meaning, "costs": costs}
    return field(default_factory=partial(read, default), metadata=metadata)


def home(default: str, meaning: str) -> Any:
    """A folder in which the user's programs keep something."""
    return setting(default, values.home(default), meaning)


def shipped(name: str) -> Path:
    """A file of the project: inside the package when installed, else at the top of the checkout."""
    package = Path(__file__).parent
    inside = package / "shipped" / name
    return inside if inside.exists() else package.parent / name


@dataclass(frozen=True)
class Places:
    """Where dictionaries, plug-ins and games are. Commands without a service read only these."""

    # fmt: off
    dictionary_path: tuple[Path, ...] = setting("", values.folders,
        "Folders with dictionaries of your own, separated by `:`. Each folder must exist. A"
        " dictionary in them replaces a shipped one of the same name. Give all instances the same."
        " If this is empty, the folder is `evil-hangman/dictionaries` in `XDG_DATA_HOME`.")
    plugins: tuple[str, ...] = setting("", values.listed,
        "Dealers and guessers of your own, separated by commas: `MODULE:CLASS` or `FILE.py:CLASS`"
        " (docs/dealers-and-guessers.md). Only name programs that you trust, because they can do"
        " everything that the service can. Installed packages need no entry here.")
    xdg_data_home: Path = home("~/.local/share",
        "The folder for data of your programs. Your dictionaries are in"
        " `evil-hangman/dictionaries` there, unless you set `HANGMAN_DICTIONARY_PATH`.")
    xdg_state_home: Path = home("~/.local/state",
        "The folder for what your programs keep. Without `REDIS_URL`, the games are in"
        " `evil-hangman` there, or in `evil-hangman/port-8123` if `PORT` is 8123 and not 8000.")
    # fmt: on

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Self:
        """The settings in an environment. A variable that is missing or empty has its default.

        Raises BadSetting.
        """
        return cls(**{each.name: _value(each, environ) for each in fields(cls)})

    @property
    def dictionary_folders(self) -> list[Path]:
        """Where dictionaries are: the operator's folders, then the shipped ones."""
        own = self.xdg_data_home / values.OURS / "dictionaries"
        return [*(self.dictionary_path or [own]), shipped("data")]

    @property
    def state_folder(self) -> Path:
        """Where this user's state is: games, and values of exact play."""
        return self.xdg_state_home / values.OURS

    def check_folders(self) -> None:
        """Raise BadSetting if a folder of the operator does not exist."""
        for folder in self.dictionary_path:
            if not os.path.isdir(folder):  # Path.is_dir fails if a name is too long
                raise BadSetting(variable("dictionary_path"), f"there is no folder {folder}")


@dataclass(frozen=True)
class Settings(Places):
    """How one service runs. Each field is read from its `variable`."""

    # fmt: off
    host: str = setting("127.0.0.1", values.host,
        "The address to listen on. With `127.0.0.1`, only this machine can reach the service,"
        " which is right if a proxy runs here. `0.0.0.0` opens it to your network, and `::` does"
        " so with IPv6, too.")
    port: int = setting(str(values.USUAL_PORT), values.whole(1, values.LAST_PORT),
        "The port to listen on. Without `REDIS_URL`, each port has games of its own.")
    workers: int = setting("2", values.whole(1, values.MOST_WORKERS),
        "How many worker processes play. Choose the number of cores; at most 64 for each core are"
        " allowed.",
        costs="About 27 MB of memory for each worker, and 45 MB more once players have had help of"
        " all kinds.")
    drain_seconds: float = setting("0", values.seconds(0, values.LONGEST_DRAIN),
        "When the service is told to stop (SIGTERM), it goes on for this many seconds, so that the"
        " proxy can send players elsewhere. Meanwhile `/readyz` fails, and each connection is"
        " closed after its response. Choose 2 behind `deploy/nginx.conf`. Behind another load"
        " balancer, choose the seconds in which it notices that `/readyz` fails. With more than 5,"
        " also raise the time after which the process is killed: `TimeoutStopSec` of systemd,"
        " `stop_grace_period` of compose, or `terminationGracePeriodSeconds` of Kubernetes.",
        costs="Each stop takes that much longer.")
    script_name: str = setting("", values.path,
        "The path under which a proxy serves the app, such as `/hangman`, if the proxy does not"
        " strip it. The probes and the metrics are then at `/hangman/livez`, `/hangman/readyz` and"
        " `/hangman/metrics`.")
    public_url: str = setting("", values.address,
        "The address at which people open the page, such as `https://play.example/hangman`. If it"
        " is set, a link to the page shows a title and a picture in a chat. Programs that show them"
        " need a whole address, and the service takes it from nowhere else. If this is empty, a"
        " link shows neither.")
    redis_url: str = setting("", str,
        "Where the games are: `redis://HOST:PORT/0`, `rediss://…` for TLS, `unix:///PATH`,"
        " `redis+sentinel://HOST:PORT,…/SERVICE` or `redis+cluster://HOST:PORT,…`. All instances"
        " must use the same store. For a cluster, list all nodes, or a DNS name that resolves to"
        " all of them. Percent-encode the password (`%40` for `@`);"
        " docs/operate.md#passwords-and-tls lists the options. If this is empty, `hangman serve`"
        " starts a store of its own, whose games survive a restart.")
    store_connect_timeout: float = setting("0.1", values.seconds(0.001),
        "How many seconds a connection to the store may take. If the network to the store is slow"
        " or loses packets, choose 1, and never less than three round trips"
        " (docs/operate.md#a-slow-network). If it is too short, a line of the log says so.",
        costs="If nobody can reach the store, players wait longer for their 503.")
    store_read_timeout: float = setting("0.25", values.seconds(0.001),
        "How many seconds the store may take to respond. The service tries twice, then returns a"
        " 503. Once nothing has succeeded for one and a half times the longer timeout, it returns"
        " the 503 at once. If the network to the store is slow or loses packets, choose 1"
        " (docs/operate.md#a-slow-network). If it is too short, a line of the log says so.",
        costs="If the store hangs, players wait longer for their 503.")
    store_wait_replicas: int = setting("0", values.whole(),
        "How many replicas must confirm what a player is told: guesses, starts, claimed words, and"
        " the game that a refusal shows. If they do not within half of"
        " `HANGMAN_STORE_READ_TIMEOUT`, the player gets a 503, and a retry with the same"
        " `Idempotency-Key` makes the guess once. Choose 1 with Sentinel or a cluster on three"
        " hosts: then the loss of one host loses no guess (docs/operate.md#which-store).",
        costs="One round trip between the servers of the store for each guess. While fewer"
        " replicas can be reached, or with Sentinel fewer than most sentinels, nobody can play.")
    minimax_budget_ms: int = setting("20", values.whole(),
        "How far the dealer `minimax` looks ahead at each guess: 5 nodes of its search for each"
        " millisecond. It counts nodes and not time, so that it answers the same on every machine."
        " Choose the same value for all instances, because with another one it may answer"
        " differently.",
        costs="With more, `minimax` plays better and answers more slowly.")
    game_ttl: int = setting("86400", values.whole(1),
        "How many seconds a game is kept after its last guess, from the third guess on. No game is"
        " kept for more than twice this time after its start, unless it has `keep_seconds`.",
        costs="About 700 bytes of the store for each game. With a longer time, each start also"
        " uses more of `HANGMAN_RATELIMIT_STORAGE`: raise that, too.")
    unplayed_ttl: int = setting("1800", values.whole(1),
        "How many seconds a game is kept if nobody guesses, and after its first and its second"
        " guess. It must not be more than `HANGMAN_GAME_TTL`.",
        costs="About 700 bytes of the store for each game.")
    keep_for_max: int = setting("1209600", values.whole(),
        "The longest `keep_seconds` that a client may ask for. Such a game is kept for that time,"
        " even if nobody guesses.",
        costs="About 700 bytes of the store for each game.")
    ratelimit_enabled: bool = setting("true", values.switch,
        "Whether the service limits what each client may do. Choose `false` for load tests only,"
        " or if a gateway in front limits clients already.",
        costs="With limits, each request runs a script in the store. A guess does so in the same"
        " round trip in which it reads its game; for a busy client, one script counts many"
        " requests.")
    ratelimit_create: int = setting("1200", values.whole(2),
        "How many games a client may start in a minute.")
    ratelimit_guess: int = setting("12000", values.whole(2),
        "How many guesses a client may make in a minute.")
    ratelimit_hint: int = setting("2400", values.whole(2),
        "How many units of help a client may use in a minute. A hint costs 1 (by `careful` 2, by"
        " `perfect` 5), a solution 1 (by `careful` 6, by `perfect` 15), a confession 10. A review"
        " costs 12, and 1 more for every ten guesses. Word families cost 1, and 2 more for each"
        " slow dealer in the request, such as `minimax`.")
    ratelimit_read: int = setting("12000", values.whole(2),
        "How many games and lists a client may read in a minute.")
    ratelimit_storage: int = setting("400000", values.whole(2),
        "How much of the store a client may fill, in kilobyte-hours: the kilobytes that its games"
        " can need, times the hours that they can be kept. A client can use this many at once;"
        " they refill within a day. A start uses 217 with the dictionary `en`, and 1515 with a"
        " `keep_seconds` of two weeks; a claimed word uses 27. With the default, 300 phones behind"
        " one address can start six games each. Raise it for a larger school.",
        costs="With the default, one client can fill 25 MB of the store.")
    trusted_proxies: int = setting("0", values.whole(),
        "How many proxies are in front of the service, usually 1. It believes the"
        " `X-Forwarded-For`, `-Proto` and `-Prefix` of that many. If the number is too low, all"
        " players share one rate limit. If it is too high, clients can claim any address; or,"
        " behind `deploy/nginx.conf`, all players share one rate limit.")
    dictionaries: tuple[str, ...] = setting("", values.listed,
        "Which dictionaries to offer, separated by commas, such as `nl,class-7b`. `en` is always"
        " there, because requests that name no dictionary use it. If this is empty, the service"
        " offers all that are shipped, and all in the folders of `HANGMAN_DICTIONARY_PATH`.",
        costs="Dutch, for example, takes 4 MB, which the workers share, and a quarter of a second"
        " at the start.")
    draw_secret: bytes = setting("", values.secret,
        "A secret of 16 to 64 bytes, the same for all instances, from which the dealer is drawn if"
        " a client chooses `any`. If this is empty, the service makes one and keeps it in the"
        " store.")
    api_keys: tuple[str, ...] = setting("", values.hashes,
        "The hashes of the API keys that may use the service, separated by commas."
        " docs/operate.md#let-only-some-people-in shows how to make a key. If this is empty,"
        " everybody may use the service.")
    docs_public: bool = setting("true", values.switch,
        "Whether everybody may read `/docs`, `/openapi.yaml` and `/problems`. With `false`,"
        " readers need an API key; if there are none, these pages are hidden.")
    cors_origins: tuple[str, ...] = setting("", values.origins,
        "The origins whose web pages may use the service, separated by commas, such as"
        " `https://play.example` (without a port if it is the usual one). `*` allows all, and"
        " `none` only the service's own page. If this is empty, all are allowed, unless there are"
        " `HANGMAN_API_KEYS`: then none is. SECURITY.md says what a page can read.")
    metrics_port: int = setting("0", values.whole(0, values.LAST_PORT),
        "The port of the metrics, for Prometheus, on the address of `HANGMAN_HOST`; 0 means no"
        " metrics. It needs no API key and has no rate limit, so keep it inside your network."
        " Instances on one machine need different ports (docs/operate.md#metrics).",
        costs="15 µs for each guess.")
    otel_exporter_otlp_endpoint: str = setting("", values.collector,
        "The address that receives traces (OpenTelemetry over HTTP). OpenTelemetry's other `OTEL_`"
        " variables work, too. Traces need `.venv/bin/pip install '.[trace]'`. If this is empty,"
        " there are no traces.")
    log_level: str = setting("info", values.level,
        "`debug`, `info`, `warning` or `error`. `info` logs a line of JSON for each request,"
        " except the probes `/livez` and `/readyz`.")
    # fmt: on

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Self:
        """The settings in an environment, where folders must exist.

        Raises BadSetting, also if a misspelt name could leave the service open.
        """
        _refuse_misnamed_guards(environ)
        settings = super().from_environ(environ)
        settings._check_together()
        settings.check_folders()
        return settings

    def _check_together(self) -> None:
        """Raise BadSetting if a setting contradicts another one."""
        if self.metrics_port == self.port:
            raise BadSetting(
                variable("metrics_port"), f"{self.port} is PORT, too; choose another port"
            )
        if self.unplayed_ttl > self.game_ttl:
            chosen, other = "unplayed_ttl", "game_ttl"
            if str(self.unplayed_ttl) == FIELDS[chosen].metadata["default"]:
                chosen, other = other, chosen
            raise BadSetting(
                variable(chosen),
                f"with {getattr(self, chosen)}, {variable(other)} ({getattr(self, other)}) does not"
                f" fit: {variable('unplayed_ttl')} must not be more than {variable('game_ttl')}",
            )

    @property
    def allowed_origins(self) -> tuple[str, ...]:
        """The origins whose pages may call the API; `*` stands for all."""
        if self.cors_origins:
            return self.cors_origins if self.cors_origins != (values.NO_ORIGIN,) else ()
        # Strangers can play without a key, whatever page they come from.
        return () if self.api_keys else ("*",)

    @property
    def minimax_budget(self) -> int:
        """The nodes that the dealer minimax may look at in a guess."""
        return NODES_A_MS * self.minimax_budget_ms

    @property
    def per_minute(self) -> dict[str, int]:
        """The units of a client in a minute, by kind: each `ratelimit_…` above, except a day's."""
        names = {name.removeprefix("ratelimit_"): name for name in FIELDS if "ratelimit_" in name}
        for other in ("enabled", *self.per_day):
            del names[other]
        return {kind: getattr(self, name) for kind, name in names.items()}

    @property
    def per_day(self) -> dict[str, int]:
        """The limits of a client for each day, by kind."""
        return {"storage": self.ratelimit_storage}

    @property
    def store_folder(self) -> Path:
        """Where our own store keeps its games: a folder for each port, so that two can run."""
        usual = self.port == values.USUAL_PORT
        return self.state_folder if usual else self.state_folder / f"port-{self.port}"


FIELDS: Final = {each.name: each for each in fields(Settings)}


def without_effect(environ: Mapping[str, str]) -> str:
    """A warning about variables that look like settings but are none; empty if all is well."""
    rows = [
        f"{_printable(name)} (the setting is {meant})" for name, meant in strays(FIELDS, environ)
    ]
    # Other software exports it, too: without our extra, the service starts all the same.
    if why := values.why_no_traces(environ.get("OTEL_EXPORTER_OTLP_ENDPOINT", "")):
        rows.append(f"OTEL_EXPORTER_OTLP_ENDPOINT ({why})")
    return f"these variables have no effect: {', '.join(rows)}" if rows else ""


def _refuse_misnamed_guards(environ: Mapping[str, str]) -> None:
    """Raise BadSetting if a misspelt name may leave the service more open than wanted."""
    for name, meant in strays(FIELDS, environ):
        is_old = name.upper() in GUARDS
        if is_old and _is_default(FIELDS[name.lower()], environ[name]):
            continue
        if is_old or meant in map(variable, GUARDS):
            raise BadSetting(
                name,
                f"this is not a setting. Rename it to {meant}, or unset it: the service does not"
                " start, because it could be more open than you want",
            )


def _is_default(each: Any, text: str) -> bool:
    read = each.metadata["read"]
    try:
        return bool(read(text) == read(each.metadata["default"]))
    except ValueError:
        return False


def _value(each: Any, environ: Mapping[str, str]) -> Any:
    """The value of a setting, or its default. Raises BadSetting."""
    text = text_of(each.name, environ)
    try:
        text.encode()
    except UnicodeEncodeError as error:  # Python decodes bytes that are not UTF-8 to surrogates
        raise BadSetting(variable(each.name), "its bytes are not UTF-8") from error
    try:
        return each.metadata["read"](text or each.metadata["default"])
    except ValueError as error:
        raise BadSetting(variable(each.name), error) from error


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)
