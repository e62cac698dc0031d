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
LARGEST: Final = 1_000_000  # characters of a file
SETTINGS: Final = frozenset(map(variable, FIELDS))
OLD_NAMES: Final = old_names(FIELDS)
OLD_NAME: Final = re.compile(rf"^(\s*(?:#\s*)?(?:export\s+)?'?)({'|'.join(OLD_NAMES)})(?='?\s*=)")


def values_of(path: Path) -> dict[str, str]:
    """The values in a file, by name. Raises Failure, without any value: some are secret."""
    return values_in(text_of(path), path)


def values_in(text: str, path: Path) -> dict[str, str]:
    """The values in the text of a file, by name."""
    from dotenv.parser import parse_stream

    lines = [each for each in parse_stream(StringIO(text)) if each.error or each.key]
    values: dict[str, str] = {}
    for line in lines:
        name, value = _value(line, path)
        if name in values:  # an empty one at the end would undo the first unseen
            raise Failure(f"{path}, line {_number(line)}: {name} is there twice: leave out one")
        values[name] = value
    return values


def text_of(path: Path) -> str:
    """The text of a file."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(LARGEST + 1)  # a device or a pipe may never end
    except OSError as error:
        raise Failure(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Failure(f"{path} cannot be read: its bytes are not UTF-8") from error
    if len(text) > LARGEST:
        raise Failure(f"{path} cannot be read: it has more than {LARGEST:,} characters")
    return text


def renamed(text: str, except_for: Container[str] = ()) -> str:
    """The text of a file with the present name in place of each old one, in comments too."""

    from dotenv.parser import parse_stream

    def name(match: re.Match[str]) -> str:
        return match[0] if match[2] in except_for else match[1] + OLD_NAMES[match[2]]

    # Each line is taken by itself: a value with several lines may hold what looks like a name.
    lines = [each.original.string for each in parse_stream(StringIO(text))]
    return "".join(OLD_NAME.sub(name, line, count=1) for line in lines)


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
        "leaves empty": [name for name in known if not values[name]],
        "the environment already sets": [name for name in known if environ.get(name)],
        "unknown names:": unknown(values),
    }
    used = ", ".join(name for name in known if values[name] and not environ.get(name)) or "nothing"
    others = [f"; {label} {', '.join(names)}" for label, names in lists.items() if names]
    return f"{path} sets {used}{''.join(others)}"


def _value(binding: "Binding", path: Path) -> tuple[str, str]:
    name, value = binding.key or "", binding.value
    if value is None or not NAME.fullmatch(name) or "\0" in value:
        raise Failure(
            f"{path}, line {_number(binding)}: write NAME=value. A value that contains # or quotes"
            " needs single quotes around it."
        )
    return name, value


def _number(binding: "Binding") -> int:
    """The number of the line on which a name stands, after blank lines."""
    text = binding.original.string
    return int(binding.original.line) + text[: len(text) - len(text.lstrip())].count("\n")
