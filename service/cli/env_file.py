"""Files of NAME=value lines, read by python-dotenv; and such a file with the present names."""

import re
from collections.abc import Container, Iterable, Mapping
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from service.cli.failures import Failure
from service.settings import FIELDS
from service.variables import PREFIX, old_names, variable

if TYPE_CHECKING:
    from dotenv.parser import Binding

NAME: Final = re.compile("[A-Za-z_][A-Za-z0-9_]*")
SETTINGS: Final = frozenset(map(variable, FIELDS))
OLD_NAMES: Final = old_names(FIELDS)
OLD_NAME: Final = re.compile(rf"^(\s*(?:#\s*)?(?:export\s+)?)({'|'.join(OLD_NAMES)})(?==)", re.M)


def values_of(path: Path) -> dict[str, str]:
    """The values in a file, by name. Raises Failure, without any value: some are secret."""
    return values_in(text_of(path), path)


def values_in(text: str, path: Path) -> dict[str, str]:
    """The values in the text of a file, by name."""
    from dotenv.parser import parse_stream

    lines = [each for each in parse_stream(StringIO(text)) if each.error or each.key]
    return dict(_value(line, path) for line in lines)


def text_of(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise Failure(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Failure(f"{path} cannot be read: its bytes are not UTF-8") from error


def renamed(text: str, except_for: Container[str] = ()) -> str:
    """The text of a file with the present name in place of each old one, in comments too."""

    def name(match: re.Match[str]) -> str:
        return match[0] if match[2] in except_for else match[1] + OLD_NAMES[match[2]]

    return OLD_NAME.sub(name, text)


def unknown(names: Iterable[str]) -> list[str]:
    """The names that are none of ours, and that `without_effect` does not name either."""
    others = [name for name in names if name not in SETTINGS and name not in OLD_NAMES]
    return [name for name in others if not name.startswith(("OTEL_", PREFIX))]


def report(path: Path, values: Mapping[str, str], environ: Mapping[str, str]) -> str:
    """A line that names the variables that a file sets, without their values.

    What may have been meant for a setting is left to `without_effect`.
    """
    known = [name for name in values if name in SETTINGS or name.startswith("OTEL_")]
    lists = {
        "the environment already sets": [name for name in known if name in environ],
        "unknown names:": unknown(values),
    }
    used = ", ".join(name for name in known if name not in environ) or "nothing"
    others = [f"; {label} {', '.join(names)}" for label, names in lists.items() if names]
    return f"{path} sets {used}{''.join(others)}"


def _value(binding: "Binding", path: Path) -> tuple[str, str]:
    name, value = binding.key or "", binding.value
    if value is None or not NAME.fullmatch(name) or "\0" in value:
        blank = len(binding.original.string) - len(binding.original.string.lstrip())
        line = binding.original.line + binding.original.string[:blank].count("\n")
        raise Failure(
            f"{path}, line {line}: write NAME=value. A value that contains # or quotes needs single"
            " quotes around it."
        )
    return name, value
