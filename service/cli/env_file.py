"""Files of settings: NAME=value lines that compose and systemd read like `hangman serve --env`."""

import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Final

from service.cli.failures import Failure
from service.settings import Settings

# Compose and systemd disagree on anything else: $NAME, backslashes, a comment behind a value.
LINE: Final = re.compile(
    r"""(?P<name>[A-Za-z_][A-Za-z0-9_]*)=
    (?: '(?P<single>[^'\\]*)' | "(?P<double>[^"\\$]*)" | (?P<bare>(?:(?!\s\#)[^'"\\$])*) )""",
    re.VERBOSE,
)
SETTINGS: Final = {each.name.upper() for each in fields(Settings)} | {"SCRIPT_NAME"}  # gunicorn's


def values_of(path: Path) -> dict[str, str]:
    """The values in a file, by name. Raises Failure; its text repeats no value: some are secret."""
    try:
        lines = path.read_text("utf-8-sig").split("\n")
    except OSError as error:
        raise Failure(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Failure(f"{path} cannot be read: its bytes are not UTF-8") from error
    numbered = [(number, line.strip()) for number, line in enumerate(lines, 1)]
    return dict(
        _value(line, f"{path}, line {number}")
        for number, line in numbered
        if line and not line.startswith("#")
    )


def _value(line: str, place: str) -> tuple[str, str]:
    match = LINE.fullmatch(line)
    if not match or not line.isprintable():
        raise Failure(
            f"{place}: write NAME=value. A value that contains $, # or quotes needs single quotes"
            " around it; backslashes are not allowed. A comment needs a line of its own."
        )
    return match["name"], match["single"] or match["double"] or (match["bare"] or "").strip()


def report(path: Path, values: Mapping[str, str], environ: Mapping[str, str]) -> str:
    """What a file sets, in a line that names variables and shows no value."""
    known = [name for name in values if name in SETTINGS or name.startswith("OTEL_")]
    lists = {
        "the environment already sets": [name for name in known if name in environ],
        "unknown names:": [name for name in values if name not in known],
    }
    used = ", ".join(name for name in known if name not in environ) or "nothing"
    others = [f"; {what} {', '.join(names)}" for what, names in lists.items() if names]
    return f"{path} sets {used}{''.join(others)}"
