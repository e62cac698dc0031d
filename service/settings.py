"""Settings: each with its type, its default, and what it costs; read once from the environment."""

import errno
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from service.engine.errors import HangmanError

SHORTEST_SECRET, LONGEST_SECRET = 16, 64  # bytes
LAST_PORT = 65_535
MOST_WORKERS = 64 * (os.cpu_count() or 1)
PREFIX = "HANGMAN_"  # of our variables, so that those of other software cannot be taken for them
PLATFORMS = re.compile("PORT|REDIS_URL|SCRIPT_NAME|(OTEL|XDG)_.+")  # names that others define
MOST = 10**9  # of any number: Redis rejects longer expiries
LONGEST_DRAIN = 3600  # seconds
NODES_A_MS = 5  # positions that minimax searches in a millisecond, roughly
PATH = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")
COLLECTOR = re.compile(r"https?://[^\s/?#]+(/\S*)?")
ORIGIN = re.compile(r"\*|null|[a-z][a-z0-9+.-]*://[^\s/?#]+")  # as browsers write it, in lower case


class BadSetting(HangmanError):
    """A setting that cannot be used; `str(error)` names it and says in one line what is right."""

    def __init__(self, message: str) -> None:
        super().__init__("".join([each if each.isprintable() else "?" for each in message]))


def setting(
    default: Any, meaning: str, *, costs: str = "", at_least: float = 0, at_most: float = MOST
) -> Any:
    """A field of Settings: what the documents say of it, and its least and greatest value."""
    metadata = {"meaning": meaning, "costs": costs, "at_least": at_least, "at_most": at_most}
    return field(default=default, metadata=metadata)


def variable(name: str) -> str:
    """The environment variable of a field of Settings."""
    return name.upper() if PLATFORMS.fullmatch(name.upper()) else PREFIX + name.upper()


def shipped(name: str) -> Path:
    """A file of the project: inside the package when installed, else at the top of the checkout."""
    package = Path(__file__).parent
    inside = package / "shipped" / name
    return inside if inside.exists() else package.parent / name


@dataclass(frozen=True)
class Settings:
    """How one service runs. Each field is read from its `variable`."""

    # fmt: off
    host: str = setting("127.0.0.1",
        "The address to listen on. Keep `127.0.0.1` if players or a proxy are on the same machine."
        " Choose `0.0.0.0` to open the service to the network, or `::` to open it with IPv6, too.")
    port: int = setting(8000,
        "The port to listen on. Without `REDIS_URL`, each port has its own games.",
        at_least=1, at_most=LAST_PORT)
    workers: int = setting(2,
        "The number of worker processes. Choose the number of cores; the maximum is 64 for each"
        " core.", costs="About 30 MB of memory for each worker.",
        at_least=1, at_most=MOST_WORKERS)
    drain_seconds: float = setting(0.0,
        "The seconds between SIGTERM and the stop. Meanwhile `/readyz` fails, and each connection"
        " is closed after its response. Choose 1 or more behind a load balancer, so that no client"
        " sees an error. With more than 5, raise the time after which the process is killed:"
        " `TimeoutStopSec` of systemd, `stop_grace_period` of compose,"
        " `terminationGracePeriodSeconds` of Kubernetes.",
        costs="Each stop takes that much longer.", at_most=LONGEST_DRAIN)
    redis_url: str = setting("",
        "The address of the store: `redis://`, `rediss://`, `unix://`,"
        " `redis+sentinel://HOST:PORT,…/SERVICE` or `redis+cluster://HOST:PORT,…`. All instances"
        " must use the same store. Of a cluster, give all nodes, or a name that leads to them."
        " Percent-encode the password (`%40` for `@`); docs/deploying.md"
        " lists the options. If this is empty, `hangman serve` starts a store of its own, whose"
        " games survive a restart.")
    store_connect_timeout: float = setting(0.1,
        "The seconds that a connection to the store may take. Choose more if the network to the"
        " store is slow.", costs="If the store is unreachable, clients wait longer for their 503.",
        at_least=0.001)
    store_read_timeout: float = setting(0.25,
        "The seconds that a reply of the store may take. After two attempts, the service returns a"
        " 503.", costs="If the store hangs, clients wait longer for their 503.", at_least=0.001)
    store_wait_replicas: int = setting(0,
        "The number of replicas that should confirm a guess before the service answers it (`WAIT`)."
        " The service waits for at most half of `HANGMAN_STORE_READ_TIMEOUT`. Choose 1 with"
        " Sentinel, so that a guess survives the loss of the primary's machine. It has no effect on"
        " a cluster.",
        costs="One round trip between the servers of the store for each guess.")
    minimax_budget_ms: int = setting(20,
        "How far the dealer `minimax` looks ahead at each guess: 5 nodes of its search for each"
        " millisecond. It counts nodes, not time, so that it answers the same on every machine."
        " Choose the same value for all instances: with another value it may answer differently.",
        costs="With more, `minimax` plays better and answers more slowly.")
    game_ttl: int = setting(86_400,
        "The seconds until a game expires after its last guess.",
        costs="About 700 bytes of the store for each game.", at_least=1)
    unplayed_ttl: int = setting(1800,
        "The seconds until a game expires if nobody guesses; not more than `HANGMAN_GAME_TTL`.",
        costs="About 700 bytes of the store for each game.", at_least=1)
    keep_for_max: int = setting(1_209_600,
        "The longest `keep_seconds` of a new game. A game with `keep_seconds` stays for that"
        " time, even if nobody guesses.", costs="About 700 bytes of the store for each game.")
    ratelimit_enabled: bool = setting(True,
        "Whether the service limits the requests of each client. Choose `false` for load tests"
        " only.", costs="One round trip to the store for each request.")
    ratelimit_create: int = setting(1200,
        "The games that a client may start in a minute. A game whose `keep_seconds` is longer than"
        " `HANGMAN_UNPLAYED_TTL` counts as 60.", at_least=2)
    ratelimit_guess: int = setting(12_000,
        "The guesses that a client may make in a minute.", at_least=2)
    ratelimit_hint: int = setting(2400,
        "The units of help that a client may use in a minute. A hint costs 1 (by `careful` 2, by"
        " `perfect` 5), a solution 1 (by `careful` 6, by `perfect` 8), a confession 4. A review"
        " costs 12, and 1 more for every ten guesses. Word families cost 1, and 4 more"
        " for each slow dealer in the request, such as `minimax`.",
        at_least=2)
    ratelimit_read: int = setting(12_000,
        "The games and lists that a client may read in a minute.", at_least=2)
    trusted_proxies: int = setting(0,
        "The number of proxies in front of the service. It believes the `X-Forwarded-For`, `-Proto`"
        " and `-Prefix` of that many. If the number is too low, all players share one rate limit."
        " If it is too high, clients can claim any address; behind `deploy/nginx.conf`, they share"
        " one rate limit.")
    draw_secret: str = setting("",
        "A secret of 16 to 64 bytes, the same for all instances. It draws the dealer if a client"
        " chooses `any`. If this is empty, the service generates a secret and keeps it in the"
        " store.")
    api_keys: str = setting("",
        "The hashes of the keys that may use the API, separated by commas; docs/deploying.md shows"
        " how to make a key. If this is empty, everybody may use the API.")
    docs_public: bool = setting(True,
        "Whether `/docs`, `/openapi.yaml` and `/problems` need no key. If there are no keys,"
        " `false` hides them.")
    dictionary_path: str = setting("",
        "Folders with more dictionaries, separated by `:`. Each folder must exist. A dictionary in"
        " them replaces a shipped one of the same name. All instances need the same words. If this"
        " is empty, the folder is `evil-hangman/dictionaries` in `XDG_DATA_HOME`.")
    plugins: str = setting("",
        "Dealers and guessers of your own, separated by commas: `MODULE:CLASS` or `FILE.py:CLASS`"
        " (docs/dealers-and-guessers.md). Name only programs that you trust: they can do everything"
        " that the service can. Installed packages need no entry here.")
    xdg_data_home: str = setting("~/.local/share",
        "The folder for data of your programs. Your dictionaries are in `evil-hangman/dictionaries`"
        " there, unless you set `HANGMAN_DICTIONARY_PATH`.")
    xdg_state_home: str = setting("~/.local/state",
        "The folder for the state of your programs. Without `REDIS_URL`, the games are in"
        " `evil-hangman` there, or in `evil-hangman/port-8123` if `PORT` is 8123 instead of 8000.")
    cors_origins: str = setting("",
        "The origins whose pages may call the API, such as `https://play.example`, separated by"
        " commas. Choose `*` to allow all origins.")
    mcp: bool = setting(False,
        "Whether language models may play over `/mcp` (docs/agents.md).")
    metrics_port: int = setting(0,
        "The port of the metrics of all workers, for Prometheus, on the address of `HANGMAN_HOST`."
        " It needs no key and has no rate limit, so keep it inside your network. Instances on one"
        " machine need different ports. With `SCRIPT_NAME=/hangman`, they are at"
        " `/hangman/metrics`. 0 means no metrics.",
        costs="15 µs for each guess.", at_most=LAST_PORT)
    otel_exporter_otlp_endpoint: str = setting("",
        "The address that receives traces (OpenTelemetry over HTTP). OpenTelemetry's other `OTEL_`"
        " variables work, too. Traces need `.venv/bin/pip install '.[trace]'`. If this is empty,"
        " there are no traces.")
    log_level: str = setting("info",
        "`debug`, `info`, `warning` or `error`. `info` logs a line of JSON for each request, except"
        " the probes `/livez` and `/readyz`.")
    # fmt: on

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> "Settings":
        """The settings in an environment; if a variable is missing or empty, its default counts.

        Raises BadSetting.
        """
        texts = {each: environ.get(variable(each.name), "") for each in fields(cls)}
        settings = cls(**{each.name: _value(each, text) for each, text in texts.items() if text})
        if settings.metrics_port == settings.port:
            raise BadSetting(
                f"HANGMAN_METRICS_PORT: {settings.port} is PORT, too; choose another port"
            )
        prefix = environ.get("SCRIPT_NAME", "")  # gunicorn's
        if prefix and not PATH.fullmatch(prefix):
            raise BadSetting(f"SCRIPT_NAME: {prefix!r} is not a path such as /hangman")
        return settings

    def check(self) -> None:
        """Check the settings that are otherwise checked on their first use. Raises BadSetting."""
        _ = self.draw_key, self.hashes, self.origins
        _ = self.existing_dictionary_folders, self.store_folder
        collector, name = self.otel_exporter_otlp_endpoint, "OTEL_EXPORTER_OTLP_ENDPOINT"
        if collector and not COLLECTOR.fullmatch(collector):
            raise BadSetting(
                f"{name}: “{collector}” is not an address with http:// or https://, such as"
                " http://127.0.0.1:4318"
            )
        if collector and not find_spec("opentelemetry"):
            extra = "pip install '.[trace]' in the project's folder"
            raise BadSetting(f"{name}: traces need an extra: {extra}")

    @property
    def minimax_budget(self) -> int:
        """The nodes that the dealer minimax may look at in a guess."""
        return NODES_A_MS * self.minimax_budget_ms

    @property
    def per_minute(self) -> dict[str, int]:
        """The limits of a client, by kind of request."""
        kinds = ("create", "guess", "hint", "read")
        return {kind: getattr(self, f"ratelimit_{kind}") for kind in kinds}

    @property
    def address(self) -> str:
        """The host without the brackets that an IPv6 address may have: ::, not [::]."""
        return self.host.removeprefix("[").removesuffix("]")

    @property
    def dictionary_folders(self) -> list[Path]:
        """Where dictionaries are: the operator's folders, then the shipped ones.

        Raises BadSetting.
        """
        own = self._home("xdg_data_home") / "dictionaries"
        return [*(self._operators_folders or [own]), shipped("data")]

    @property
    def plugin_places(self) -> list[str]:
        """Where the plug-ins of the operator are."""
        return _listed(self.plugins)

    @property
    def existing_dictionary_folders(self) -> list[Path]:
        """As `dictionary_folders`. Raises BadSetting if one of the operator's does not exist."""
        for folder in self._operators_folders:
            if not os.path.isdir(folder):  # Path.is_dir fails if a name is too long
                raise BadSetting(f"HANGMAN_DICTIONARY_PATH: there is no folder {folder}")
        return self.dictionary_folders

    @property
    def _operators_folders(self) -> list[Path]:
        return [Path(part) for part in self.dictionary_path.split(os.pathsep) if part]

    @property
    def draw_key(self) -> bytes:
        """The secret of the draw of a dealer, if it is set. Raises BadSetting."""
        key = self.draw_secret.encode()
        if key and not SHORTEST_SECRET <= len(key) <= LONGEST_SECRET:
            raise BadSetting(
                f"HANGMAN_DRAW_SECRET: {len(key)} bytes;"
                f" choose {SHORTEST_SECRET} to {LONGEST_SECRET}"
            )
        return key

    @property
    def hashes(self) -> list[str]:
        """The hashes of the keys that may use the API. Raises BadSetting."""
        hashes = _listed(self.api_keys.lower())
        are_hashes = all(re.fullmatch("[0-9a-f]{64}", each) for each in hashes)
        if not are_hashes or (self.api_keys and not hashes):
            raise BadSetting(
                "HANGMAN_API_KEYS: use hashes of 64 hexadecimal digits; docs/deploying.md makes one"
            )
        return hashes

    @property
    def origins(self) -> list[str]:
        """The origins whose pages may call the API. Raises BadSetting."""
        origins = _listed(self.cors_origins.lower())
        for origin in origins:
            if not ORIGIN.fullmatch(origin):
                raise BadSetting(
                    f"HANGMAN_CORS_ORIGINS: “{origin}” is not an origin such as"
                    " https://play.example, without a path or a slash at its end"
                )
        return origins

    @property
    def state_folder(self) -> Path:
        """Where this user's state is: games, and values of exact play. Raises BadSetting."""
        return self._home("xdg_state_home")

    @property
    def store_folder(self) -> Path:
        """Where our own store keeps its games: a folder for each port, so that two can run."""
        usual = self.port == type(self).port
        return self.state_folder if usual else self.state_folder / f"port-{self.port}"

    def _home(self, name: str) -> Path:
        """Our folder in one of the user's folders; XDG Base Directory ignores relative ones.

        Raises BadSetting if there is none, or if its name is too long.
        """
        # An empty HOME would make `/` our home.
        if not os.environ.get("HOME", "unset"):
            del os.environ["HOME"]
        homes = [Path(os.path.expanduser(getattr(each, name))) for each in (self, type(self))]
        if (home := next((home for home in homes if home.is_absolute()), None)) is None:
            raise BadSetting(f"{name.upper()}: set it to an absolute path, because HOME has none")
        folder = home / "evil-hangman"
        try:
            os.stat(folder)
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG:
                raise BadSetting(f"{name.upper()}: {folder}: {error.strerror}") from error
        return folder


def _listed(text: str) -> list[str]:
    """The parts between commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def _value(each: Any, text: str) -> Any:
    """The value of a setting, from the text of its variable. Raises BadSetting."""
    name, kind = variable(each.name), each.type
    # Python decodes bytes that are not UTF-8 to surrogates.
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise BadSetting(f"{name}: its bytes are not UTF-8")
    if each.name == "log_level" and text not in ("debug", "info", "warning", "error"):
        raise BadSetting(f"{name}: “{text}” is not one of debug, info, warning, error")
    if kind is bool and text.lower() not in ("true", "false"):
        raise BadSetting(f"{name}: “{text}” is neither true nor false")
    if kind is bool:
        return text.lower() == "true"
    return text if kind is str else _number(each, text)


def _number(each: Any, text: str) -> float:
    """A number within the bounds of a setting. Raises BadSetting."""
    name, least, most = variable(each.name), each.metadata["at_least"], each.metadata["at_most"]
    try:
        number: float = each.type(text)
    except ValueError as error:
        kind = "a whole number" if each.type is int else "a number"
        message = f"{name}: “{text}” is not {kind}; the default is {each.default}"
        raise BadSetting(message) from error
    # A float may be nan, which is neither less nor more.
    if not number >= least:
        raise BadSetting(f"{name}: {text} is too small; the smallest value is {least}")
    if number > most:
        raise BadSetting(f"{name}: {text} is too large; the largest value is {most}")
    return number
