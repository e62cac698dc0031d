"""The names of a class, from a file. They stay on this machine: no request and no link has one."""

from pathlib import Path
from typing import Final
from unicodedata import normalize

from service.cli.class_file import FIRST_LINE
from service.cli.console import visible
from service.cli.failures import Failure
from service.cli.word_report import letters_to_expect
from service.dictionaries.word_file import lines_of
from service.wording import counted

COMMENT: Final = "#"
LONGEST_NAME: Final = 80  # characters
MOST_NAMES: Final = 500


def names_in(path: Path) -> list[str]:
    """The names in a file with one on each line, in any encoding; `#` begins a comment.

    Raises DictionaryError if the file cannot be read; Failure if it has no names, too many, one
    twice, or something that is none.
    """
    lines = [(place, visible(_tidied(line))) for place, line in lines_of(path, letters_to_expect())]
    if lines and lines[0][1] == FIRST_LINE:
        raise Failure(f"{path}: these are the games of a class; give the file with the names")
    names = {place: name for place, name in lines if not name.startswith(COMMENT)}
    if not names:
        raise Failure(f"{path}: there are no names; write one on each line")
    if len(names) > MOST_NAMES:
        count = counted(len(names), "name")
        raise Failure(f"{path}: there are {count}; a class has at most {MOST_NAMES}")
    _check(path, names)
    return [*names.values()]


def _check(path: Path, names: dict[int, str]) -> None:
    """Raises Failure if a name is too long, or there twice; `names` are by line."""
    lines: dict[str, int] = {}
    for line, name in names.items():
        if len(name) > LONGEST_NAME:
            raise Failure(f"{path}: line {line} is too long for a name; write one on each line")
        before = lines.setdefault(name.casefold(), line)
        if before != line:
            raise Failure(
                f"{path}: “{name}” is on lines {before} and {line}: make the two names different,"
                " for example by an initial"
            )


def _tidied(line: str) -> str:
    """A name in NFC, with single spaces."""
    return normalize("NFC", " ".join(line.split()))
