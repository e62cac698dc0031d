"""What the lines of a file are: entries, each of which may be a word, with its number."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from unicodedata import normalize

from service.dictionaries.arrays import DictionaryError
from service.dictionaries.commonness import Numbers

MOST_ENTRIES: Final = 10_000_000


class Dropped(StrEnum):
    """Why an entry is dropped; the first reason that applies counts."""

    COMMENT = "comments"
    UNREADABLE = "not a word with a number"
    PHRASE = "several words in one"
    CAPITALS = "capital letters"
    APOSTROPHE = "apostrophes"
    OUTSIDE = "outside alphabet"
    SHORT = "too short"
    LONG = "too long"
    HIDDEN = "hidden"
    DUPLICATE = "duplicates"


@dataclass(frozen=True, slots=True)
class Entry:
    """A text in NFC that may be a word; if the form of the file says that it is none, why.

    `place` is the number of its line, or of its place in an array. `number` is what stands beside
    it, as it is written.
    """

    place: int
    text: str
    number: str = ""
    dropped: Dropped | None = None


@dataclass(frozen=True)
class Entries:
    """The entries of a file; `form` says what the file was taken for, `note` what was done.

    `unit` says what the entries' places count: lines, or entries of an array.
    """

    form: str
    entries: list[Entry]
    numbers: Numbers = Numbers.NONE
    note: str = ""
    unit: str = "line"


def entry(place: int, text: str, number: str = "") -> Entry:
    """An entry; if it has blanks, it is several words."""
    text = normalize("NFC", text.strip())
    several = Dropped.PHRASE if len(text.split()) > 1 else None
    return Entry(place, text, number, several)


def unread(place: int, line: str, why: Dropped) -> Entry:
    """A line that cannot be a word."""
    return Entry(place, normalize("NFC", line.strip()), dropped=why)


def check_number(entries: int) -> None:
    """Raises DictionaryError if a file has more entries than MOST_ENTRIES."""
    if entries > MOST_ENTRIES:
        most = f"{MOST_ENTRIES / 1e6:g} million"
        raise DictionaryError(f"it has more than {most} entries, the most that we read")


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text that are not blank, and their numbers from 1; CR alone ends one, too.

    Raises DictionaryError if they are too many.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    check_number(text.count("\n"))
    lines = text.split("\n")
    return ((place, line) for place, line in enumerate(lines, start=1) if line.strip())
