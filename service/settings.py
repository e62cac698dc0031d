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
MOST = 10**9  # of any number: a store takes no lives of games that are much longer
LONGEST_DRAIN = 3600  # seconds
NODES_A_MS = 5  # positions that minimax searches in a millisecond, roughly
PATH = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")
COLLECTOR = re.compile(r"https?://[^\s/?#]+(/\S*)?")
ORIGIN = re.compile(r"\*|null|[a-z][a-z0-9+.-]*://[^\s/?#]+")  # as browsers write it, in lower case


class BadSetting(HangmanError):
    """A setting that cannot be used; `str(error)` names it and says in one line what is right."""

    def __init__(self, message: str) -> None:
        super().__init__("".join([each if each.isprintable() else "?" for each in message]))


def setting(default: Any, explained: str, *, at_least: float = 0, at_most: float = MOST) -> Any:
    """A field of Settings, with its line for `.env.example` and its least and greatest value."""
    return field(
        default=default,
        metadata={"explained": explained, "at_least": at_least, "at_most": at_most},
    )


def shipped(name: str) -> Path:
    """A file of the project: inside the package when installed, else at the top of the checkout."""
    package = Path(__file__).parent
    inside = package / "shipped" / name
    return inside if inside.exists() else package.parent / name


@dataclass(frozen=True)
class Settings:
    """How one service runs. Each field is read from the variable of its name in capitals."""

    # fmt: off
    host: str = setting("127.0.0.1",
        "Address to listen on; 0.0.0.0 opens it to the network, :: with IPv6 too.")
    port: int = setting(8000, "Port to listen on.", at_least=1, at_most=LAST_PORT)
    workers: int = setting(2,
        "Processes; one for each core, at most 64 for each. Each costs some 30 MB of its own.",
        at_least=1, at_most=MOST_WORKERS)
    drain_seconds: float = setting(0.0,
        "Seconds between SIGTERM and the stop. Meanwhile /readyz fails, and each connection is"
        " closed after its answer. Use 1 or more behind a load balancer; then no client sees an"
        " error.", at_most=LONGEST_DRAIN)
    redis_url: str = setting("",
        "The store: redis://, rediss://, unix://, redis+sentinel://HOST:PORT,…/SERVICE or"
        " redis+cluster://HOST:PORT,…. Empty: `hangman serve` starts a server of its own.")
    store_connect_timeout: float = setting(0.1,
        "Seconds to reach the store. Longer: slower 503s when it is away.", at_least=0.001)
    store_read_timeout: float = setting(0.25,
        "Seconds for the store to answer. Longer: slower 503s when it is frozen.", at_least=0.001)
    store_wait_replicas: int = setting(0,
        "Replicas that should have a guess before it is answered (WAIT), for half the read timeout"
        " at most. Costs a round trip between the servers.")
    minimax_budget_ms: int = setting(20,
        "Milliseconds that the dealer minimax may look ahead at a guess, counted in positions that"
        " it searches, so that it answers the same on every machine. Use the same for all"
        " instances. More: stronger, slower.")
    game_ttl: int = setting(86_400,
        "Seconds that a game lives after its last guess. A game takes about 700 bytes.", at_least=1)
    unplayed_ttl: int = setting(1800,
        "Seconds that a game lives if nobody has guessed yet.", at_least=1)
    keep_for_max: int = setting(1_209_600,
        "Seconds for which a new game may ask to be kept (`keep_seconds`), played or not.")
    ratelimit_enabled: bool = setting(True,
        "Whether clients are limited. Costs a round trip to the store; false for load tests.")
    ratelimit_create: int = setting(1200,
        "Games that a client may start in a minute; one that asks to be kept for longer than"
        " UNPLAYED_TTL counts as 60. A class behind one address is one client.",
        at_least=2)
    ratelimit_guess: int = setting(12_000,
        "Guesses that a client may make in a minute.", at_least=2)
    ratelimit_hint: int = setting(2400,
        "Units of help that a client has in a minute: a hint or suggestion costs 1 (careful 2,"
        " perfect 5), a solution 1 (6, 8), a confession 4, a review 12 and one more for every ten"
        " guesses, word families 1 (5 with minimax).", at_least=2)
    ratelimit_read: int = setting(12_000,
        "Games and lists that a client may read in a minute.", at_least=2)
    trusted_proxies: int = setting(0,
        "How many proxies in front to believe (X-Forwarded-For, -Proto, -Prefix). If it is too"
        " high, clients can claim any address.")
    draw_secret: str = setting("",
        "A secret of 16 to 64 bytes, the same for all instances. It draws the dealer where any may"
        " deal. Empty: made once, and kept in the store.")
    api_keys: str = setting("",
        "Hashes of the keys that may use the API, separated by commas (docs/deploying.md). Empty:"
        " everybody may use the API.")
    docs_public: bool = setting(True,
        "Whether /docs, /openapi.yaml and /problems need no key. If there are no keys, false hides"
        " them.")
    dictionary_path: str = setting("",
        "Folders with more dictionaries, separated by “:”; they must exist. A dictionary in them"
        " replaces a shipped one of the same name. Empty: evil-hangman/dictionaries in"
        " XDG_DATA_HOME.")
    plugins: str = setting("",
        "Dealers and guessers of your own, separated by commas: MODULE:CLASS, or FILE.py:CLASS"
        " (docs/dealers-and-guessers.md). They can do what the service can: name only programs that"
        " you trust. Installed packages name theirs by themselves.")
    xdg_data_home: str = setting("~/.local/share", "Where your programs keep their data.")
    xdg_state_home: str = setting("~/.local/state",
        "Where your programs keep their state; here, games and exact values.")
    cors_origins: str = setting("",
        "Origins whose pages may call the API, such as https://play.example, separated by commas;"
        " or * for all.")
    mcp: bool = setting(False, "Whether language models may play over /mcp (docs/agents.md).")
    metrics_port: int = setting(0,
        "Port of the metrics of all workers, for Prometheus, on the address of HOST. It asks for no"
        " key and has no limit: keep it inside your network. 0: no metrics. Costs 15 us a guess.",
        at_most=LAST_PORT)
    otel_exporter_otlp_endpoint: str = setting("",
        "Where traces are sent (OTLP over HTTP); the other OTEL_ variables work too. Needs the"
        " extra `trace`. Empty: no traces, no cost.")
    log_level: str = setting("info",
        "debug, info, warning or error; info logs a line for each request but the probes'.")
    # fmt: on

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> "Settings":
        """The settings in an environment; if a variable is missing or empty, its default counts.

        Raises BadSetting.
        """
        texts = {each: environ.get(each.name.upper(), "") for each in fields(cls)}
        settings = cls(**{each.name: _value(each, text) for each, text in texts.items() if text})
        if settings.metrics_port == settings.port:
            raise BadSetting(f"METRICS_PORT: {settings.port} is PORT; it has to be another one")
        prefix = environ.get("SCRIPT_NAME", "")  # gunicorn's
        if prefix and not PATH.fullmatch(prefix):
            raise BadSetting(f"SCRIPT_NAME: {prefix!r} has to be a path such as /hangman")
        return settings

    def check(self) -> None:
        """Read what is otherwise read only when somebody needs it. Raises BadSetting."""
        _ = self.draw_key, self.hashes, self.origins
        _ = self.existing_dictionary_folders, self.store_folder
        if self.otel_exporter_otlp_endpoint:
            self._check_traces()

    def _check_traces(self) -> None:
        """Raise BadSetting if no traces can be sent."""
        address = self.otel_exporter_otlp_endpoint
        if not COLLECTOR.fullmatch(address):
            raise BadSetting(
                f"OTEL_EXPORTER_OTLP_ENDPOINT: “{address}” is not an address with http:// or"
                " https://, such as http://127.0.0.1:4318"
            )
        if not find_spec("opentelemetry"):
            extra = "pip install '.[trace]' in the project's folder"
            raise BadSetting(f"OTEL_EXPORTER_OTLP_ENDPOINT: traces need an extra: {extra}")

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
        return [place.strip() for place in self.plugins.split(",") if place.strip()]

    @property
    def existing_dictionary_folders(self) -> list[Path]:
        """As `dictionary_folders`. Raises BadSetting if one of the operator's does not exist."""
        for folder in self._operators_folders:
            if not os.path.isdir(folder):  # Path.is_dir fails if a name is too long
                raise BadSetting(f"DICTIONARY_PATH: there is no folder {folder}")
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
                f"DRAW_SECRET: {len(key)} bytes; {SHORTEST_SECRET} to {LONGEST_SECRET} would do"
            )
        return key

    @property
    def hashes(self) -> list[str]:
        """The hashes of the keys that may use the API. Raises BadSetting."""
        hashes = _listed(self.api_keys)
        names_none = bool(self.api_keys) and not hashes
        if names_none or not all(re.fullmatch("[0-9a-f]{64}", each) for each in hashes):
            raise BadSetting(
                "API_KEYS: not hashes, of 64 hexadecimal digits; docs/deploying.md makes one"
            )
        return hashes

    @property
    def origins(self) -> list[str]:
        """The origins whose pages may call the API. Raises BadSetting."""
        origins = _listed(self.cors_origins)
        for origin in origins:
            if not ORIGIN.fullmatch(origin):
                raise BadSetting(
                    f"CORS_ORIGINS: “{origin}” is no origin; https://play.example would be one,"
                    " without a path or a slash at its end"
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
        """Our folder in one of the user's folders. Raises BadSetting if its name is too long."""
        folder = _home(getattr(self, name), getattr(type(self), name))
        try:
            os.stat(folder)
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG:
                raise BadSetting(f"{name.upper()}: {folder}: {error.strerror}") from error
        return folder


def example() -> str:
    """The text of `.env.example`: every setting, explained, at its default."""
    lines = []
    for each in fields(Settings):
        default = str(each.default).lower() if each.type is bool else each.default
        lines += [f"# {each.metadata['explained']}", f"#{each.name.upper()}={default}", ""]
    return "\n".join(lines)


def _listed(text: str) -> list[str]:
    """The parts between commas, in lower case."""
    return [part.strip().lower() for part in text.split(",") if part.strip()]


def _value(each: Any, text: str) -> Any:
    """What a variable says of a setting. Raises BadSetting."""
    name, kind = each.name.upper(), each.type
    # Python reads bytes that are not UTF-8 as halves of characters.
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise BadSetting(f"{name}: its bytes are not UTF-8")
    if each.name == "log_level" and text not in ("debug", "info", "warning", "error"):
        raise BadSetting(f"{name}: “{text}” is none of debug, info, warning, error")
    if kind is bool and text.lower() not in ("true", "false"):
        raise BadSetting(f"{name}: “{text}” is neither true nor false")
    if kind is bool:
        return text.lower() == "true"
    return text if kind is str else _number(each, text)


def _number(each: Any, text: str) -> float:
    """A number within the bounds of a setting. Raises BadSetting."""
    name, least, most = each.name.upper(), each.metadata["at_least"], each.metadata["at_most"]
    try:
        number: float = each.type(text)
    except ValueError as error:
        kind = "a whole number" if each.type is int else "a number"
        message = f"{name}: “{text}” is not {kind}; the default is {each.default}"
        raise BadSetting(message) from error
    # A float may be nan, which is neither less nor more.
    if not number >= least:
        raise BadSetting(f"{name}: {text} is too small; {least} is the least")
    if number > most:
        raise BadSetting(f"{name}: {text} is too large; {most} is the most")
    return number


def _home(folder: str, default: str) -> Path:
    """Our folder in one of the user's folders; XDG Base Directory ignores relative ones."""
    if not os.environ.get("HOME", "unset"):
        del os.environ["HOME"]  # it is empty, which would make the root of all files our home
    chosen = Path(os.path.expanduser(folder))
    return (chosen if chosen.is_absolute() else Path(os.path.expanduser(default))) / "evil-hangman"


if __name__ == "__main__":
    print(example(), end="")
