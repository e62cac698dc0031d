"""The names of environment variables: ours, and those that somebody may have meant for ours."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final

PREFIX: Final = "HANGMAN_"  # so that nobody's variables are taken for ours: conda exports HOST
PLATFORMS: Final = re.compile("PORT|REDIS_URL|SCRIPT_NAME|(OTEL|XDG)_.+")  # others named these
# The player's two, and what `hangman serve` hands to gunicorn.
NOT_SETTINGS: Final = {"HANGMAN_KEY", "HANGMAN_URL", "HANGMAN_READY"}
# The settings that keep the service closed, each with the words that tell that it is meant.
GUARDS: Final = {
    "API_KEYS": ("KEY", "TOKEN", "HASH", "AUTH"),
    "CORS_ORIGINS": ("ORIGIN", "CORS"),
    "TRUSTED_PROXIES": ("PROX", "TRUST", "FORWARD"),
    "DRAW_SECRET": ("SECRET", "DRAW"),
    "DOCS_PUBLIC": ("DOC", "PUBLIC"),
}
SLIP: Final = 2  # letters by which a name may differ from the one that was meant
NEVER_RENAMED: Final = {"dictionaries", "public_url"}  # settings that came after the prefix

# Kubernetes gives each pod such variables for each Service of its namespace, whose name is the
# beginning: HANGMAN_PORT=tcp://10.0.0.1:80, HANGMAN_METRICS_SERVICE_HOST, HANGMAN_PORT_80_TCP_ADDR.
OF_SERVICES: Final = re.compile(
    r"(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)"
)
ADDRESS: Final = re.compile(r"(tcp|udp|sctp)://.*")


def variable(field: str) -> str:
    """The name of the variable of a setting."""
    name = field.upper()
    return name if PLATFORMS.fullmatch(name) else PREFIX + name


def text_of(field: str, environ: Mapping[str, str]) -> str:
    """The text of a setting, empty if it is not set, or if Kubernetes has set it."""
    name = variable(field)
    text = environ.get(name, "")
    return "" if _is_of_a_service(name, text) else text


def old_names(fields: Collection[str]) -> dict[str, str]:
    """The names before there was a prefix, each with the present one."""
    renamed = (field for field in fields if field not in NEVER_RENAMED)
    return {field.upper(): variable(field) for field in renamed if variable(field) != field.upper()}


def strays(fields: Collection[str], environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The variables that only look like a setting, each with the setting that may be meant."""
    known = {*map(variable, fields), *NOT_SETTINGS}
    old = old_names(fields)
    for name, text in environ.items():
        if not text or name in known or _is_of_a_service(name, text):
            continue
        upper = name.upper()
        if name in old or upper in GUARDS:  # a guard counts in lower case, too
            if not environ.get(old[upper]):
                yield name, old[upper]
        elif guard := guarded(name):
            yield name, guard
        elif upper.startswith(PREFIX):
            rest = upper.removeprefix(PREFIX)
            yield name, variable(min(fields, key=lambda field: distance(rest, field.upper())))


def guarded(name: str) -> str | None:
    """The setting that keeps the service closed and that a misspelt name may stand for."""
    upper = name.upper()
    for field, words in GUARDS.items():
        has_word = upper.startswith(PREFIX) and any(word in upper for word in words)
        if has_word or _is_nearly(upper, variable(field)):
            return variable(field)
    return None


def distance(one: str, other: str) -> int:
    """Levenshtein's: the fewest letters to insert, drop or replace to make one of the other."""
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        before, row[0] = row[0], number
        for place, theirs in enumerate(other, 1):
            fewest = min(row[place] + 1, row[place - 1] + 1, before + (letter != theirs))
            before, row[place] = row[place], fewest
    return row[-1]


def _is_nearly(name: str, setting: str) -> bool:
    # The lengths rule out most names of an environment, which are a hundred or more.
    return abs(len(name) - len(setting)) <= SLIP and distance(name, setting) <= SLIP


def _is_of_a_service(name: str, text: str) -> bool:
    """Whether Kubernetes made this variable, for a Service whose name begins with `hangman`."""
    if not name.startswith(PREFIX):
        return False
    is_address = name.endswith("_PORT") and ADDRESS.fullmatch(text)
    return bool(is_address or OF_SERVICES.fullmatch(name.removeprefix(PREFIX)))
