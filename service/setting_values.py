"""From the texts of variables to the values of settings: each reader raises ValueError.

The error says what is wrong and what would be right; a secret is not repeated.
"""

import errno
import os
import pwd
import re
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

SHORTEST_SECRET: Final = 16  # bytes
LONGEST_SECRET: Final = 64
USUAL_PORT: Final = 8000
LAST_PORT: Final = 65_535
MOST_WORKERS: Final = 64 * (os.cpu_count() or 1)
MOST: Final = 10**9  # of any number: Redis rejects longer expiries
LONGEST_DRAIN: Final = 3600  # seconds
LEVELS: Final = ("debug", "info", "warning", "error")
NUMBER: Final = re.compile("[0-9.e-]+")  # Python also reads 1_0, +1 and digits of other scripts
OURS: Final = "evil-hangman"  # our folder in those of the user
PATH: Final = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*")
ADDRESS: Final = re.compile(rf"https?://[A-Za-z0-9.:\[\]-]+{PATH.pattern}/?")
COLLECTOR: Final = re.compile(r"https?://[^\s/?#]+(/\S*)?")
USUAL_PORTS: Final = {"http": 80, "https": 443}
NO_ORIGIN: Final = "none"  # instead of the origins of pages
ORIGIN: Final = re.compile(r"\*|[a-z][a-z0-9+.-]*://[^\s/?#]+")  # as browsers write it


def whole(at_least: int = 0, at_most: int = MOST) -> Callable[[str], int]:
    """The reader of a whole number."""

    def read(text: str) -> int:
        with suppress(ValueError):
            if NUMBER.fullmatch(text) and at_least <= (number := int(text)) <= at_most:
                return number
        raise ValueError(f"“{text}” is not a whole number from {at_least} to {at_most}")

    return read


def seconds(at_least: float = 0, at_most: float = MOST) -> Callable[[str], float]:
    """The reader of a number of seconds."""

    def read(text: str) -> float:
        with suppress(ValueError):
            if NUMBER.fullmatch(text) and at_least <= (number := float(text)) <= at_most:
                return number
        raise ValueError(f"“{text}” is not a number from {at_least:g} to {at_most}")

    return read


def switch(text: str) -> bool:
    """Read `true` or `false`."""
    if text.lower() not in ("true", "false"):
        raise ValueError(f"“{text}” is neither true nor false")
    return text.lower() == "true"


def level(text: str) -> str:
    """Read a level of the log, in either case."""
    if text.lower() not in LEVELS:
        raise ValueError(f"“{text}” is not one of {', '.join(LEVELS)}")
    return text.lower()


def host(text: str) -> str:
    """Read an address without the brackets that one of IPv6 may have: ::, not [::]."""
    return text.removeprefix("[").removesuffix("]")


def path(text: str) -> str:
    """Read the path under which a proxy serves the app."""
    if not PATH.fullmatch(text):
        raise ValueError(f"“{text}” is not a path such as /hangman")
    return text


def address(text: str) -> str:
    """Read the address of a page, and give it a slash at its end."""
    if text and not ADDRESS.fullmatch(text):
        raise ValueError(
            f"“{text}” is not an address such as https://play.example or"
            " https://school.example/hangman"
        )
    return f"{text.rstrip('/')}/" if text else ""


def listed(text: str) -> tuple[str, ...]:
    """Read the parts between commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def hashes(text: str) -> tuple[str, ...]:
    """Read the hashes of API keys."""
    parts = listed(text.lower())
    are_hashes = all(re.fullmatch("[0-9a-f]{64}", part) for part in parts)
    # Commas alone would open the service to everybody.
    if not are_hashes or (text and not parts):
        raise ValueError("use hashes of 64 hexadecimal digits; docs/operate.md makes one")
    if sha256().hexdigest() in parts:
        raise ValueError("one of the hashes is that of an empty key, which anybody could send")
    return parts


def origins(text: str) -> tuple[str, ...]:
    """Read the origins of pages, in lower case as browsers send them; or NO_ORIGIN alone."""
    parts = listed(text.lower())
    if NO_ORIGIN in parts and len(parts) > 1:
        raise ValueError(f"“{NO_ORIGIN}” allows no origin: leave out the others, or leave it out")
    for part in parts if parts != (NO_ORIGIN,) else ():
        if why := why_never_sent(part):
            raise ValueError(f"“{part}” {why}")
    return parts


def why_never_sent(origin: str) -> str:
    """Why browsers never send this as an origin, and what they send; empty if they may."""
    if not ORIGIN.fullmatch(origin):
        return "is not an origin such as https://play.example, without a path or a slash at its end"
    if "*" in origin and origin != "*":
        return "has a *, which stands for all origins, alone; list each origin that you mean"
    if not origin.isascii() or "@" in origin:
        return "is not as browsers send it: they send ASCII (xn--…), and no name or password"
    without_port, _, port = origin.rpartition(":")
    if without_port and port.isdigit() and USUAL_PORTS.get(origin.partition(":")[0]) == int(port):
        return f"has the usual port, which browsers leave out; write {without_port}"
    if origin.endswith(":") or re.search(":0[0-9]*$", origin):
        return "has no port after its last colon, or one that begins with 0"
    return ""


def secret(text: str) -> bytes:
    """Read a secret."""
    key = text.encode()
    if key and not SHORTEST_SECRET <= len(key) <= LONGEST_SECRET:
        raise ValueError(f"{len(key)} bytes; choose {SHORTEST_SECRET} to {LONGEST_SECRET}")
    return key


def collector(text: str) -> str:
    """Read the address of a collector of traces; without our extra, there are none."""
    return "" if why_no_traces(text) else text


def why_no_traces(text: str) -> str:
    """Why traces cannot be sent to this address; empty if they can, or if there is no address."""
    if text and not COLLECTOR.fullmatch(text):
        return "it is not an address with http:// or https://, such as http://127.0.0.1:4318"
    if text and not find_spec("opentelemetry"):
        return "traces need an extra: pip install '.[trace]' in the project's folder"
    return ""


def folders(text: str) -> tuple[Path, ...]:
    """Read folders; whoever uses them says if one does not exist."""
    return tuple(Path(part) for part in text.split(os.pathsep) if part)


def home(usual: str) -> Callable[[str], Path]:
    """The reader of a folder in which the user's programs keep something.

    As XDG Base Directory has it, a relative path is ignored in favour of the usual one.
    """

    def read(text: str) -> Path:
        paths = [Path(_expanded(each)) for each in (text, usual)]
        folder = next((each for each in paths if each.is_absolute()), None)
        if folder is None:
            raise ValueError("set it to an absolute path, because HOME has none")
        try:
            os.stat(folder / OURS)
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG:
                raise ValueError(f"{folder}: {error.strerror}") from error
        return folder

    return read


def _expanded(text: str) -> str:
    """A path with the user's home in place of `~`, if there is a home."""
    # To os.path.expanduser, an empty HOME is `/`; it should be as if HOME were not set.
    if not text.startswith("~/") or os.environ.get("HOME") != "":
        return os.path.expanduser(text)
    try:
        return pwd.getpwuid(os.getuid()).pw_dir + text[1:]
    except KeyError:  # the user has no entry
        return text
