"""Lines of text as entries: plain lists, lists with numbers, and hunspell's dictionaries."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, TypeAlias

from service.dictionaries.arrays import DictionaryError
from service.dictionaries.commonness import NUMBER, RAREST, Numbers
from service.dictionaries.entries import (
    Dropped,
    Entries,
    Entry,
    check_number,
    entry,
    numbered_lines,
    unread,
)
from service.dictionaries.list_tables import json_entries, table_entries

DIGIT: Final = re.compile("[0-9]")
MOST: Final = 0.8  # of the lines: if so many have a form, it is that of the file
A_FEW: Final = 0.01  # of the lines: so many flags, and a count, are hunspell's
SURELY_A_COUNT: Final = 1000  # a number of this size is no slip in a commonness

COUNT: Final = re.compile(r"\s*[0-9]+(\s+[0-9]+)?\s*")  # hunspell's first line
DICE: Final = re.compile("[1-6]{2,}")
STEM: Final = re.compile(r"(?P<stem>(?:\\/|[^/\t])+?)(?:/(?P<flags>[^\s/]*))?(?:\s+\S\S:.*|\t.*)?")
QUOTES: Final = {'"': '"', "'": "'", "“": "”", "„": "“", "«": "»", "»": "«", "‘": "’", "`": "`"}
OF_DICE: Final = "Its numbers are throws of dice: they are left out."
BETWEEN: Final = re.compile(r"[\s,;]+")
QUOTED: Final = re.compile(r'"[^"]*"|“[^”]*”|«[^»]*»|[^\s,;]+')

Line: TypeAlias = tuple[int, str]  # its number from 1, and its text


@dataclass(frozen=True, slots=True)
class _Row:
    """A line that is a word and a number; `tab` says whether a tab is between them."""

    place: int
    word: str
    number: str
    tab: bool


def entries_of(text: str, *, is_dic: bool = False) -> Entries:
    """The entries of a text; `is_dic` says that its file is named like one of hunspell.

    Raises DictionaryError if it has none, or too many, or a number is wrong.
    """
    lines = numbered_lines(text)
    found = json_entries(text) or table_entries(text) or _of_lines([*lines], is_dic=is_dic)
    if not found.entries:
        raise DictionaryError("the file is empty; write one word a line")
    return _with_right_numbers(found)


def _of_lines(every_line: Sequence[Line], *, is_dic: bool) -> Entries:
    comments = [line for line in every_line if line[1].lstrip().startswith("#")]
    lines = [line for line in every_line if not line[1].lstrip().startswith("#")]
    found = _hunspell(lines, is_dic=is_dic) or _with_numbers(lines) or _plain(lines)
    found.entries.extend([unread(*line, Dropped.COMMENT) for line in comments])
    return found


def _hunspell(lines: Sequence[Line], *, is_dic: bool) -> Entries | None:
    """The stems of a hunspell dictionary: a count, then one on each line, before its slash.

    In a file that is named like one, the count is enough.
    """
    has_count = bool(lines) and bool(COUNT.fullmatch(lines[0][1]))
    is_named = is_dic and has_count
    if not (is_named or any("/" in line for _, line in lines)):
        return None
    stems = [(line, STEM.fullmatch(line[1].strip())) for line in lines[has_count:]]
    flagged = sum(stem is not None and stem["flags"] is not None for _, stem in stems)
    if not is_named and (flagged == 0 or flagged < (A_FEW if has_count else MOST) * len(stems)):
        return None
    entries = [
        entry(line[0], stem["stem"].replace("\\/", "/"))
        if stem
        else unread(*line, Dropped.UNREADABLE)
        for line, stem in stems
    ]
    note = "Its entries are stems: the forms that its affixes make are not read."
    return Entries("hunspell dictionary", entries, note=note)


def _with_numbers(lines: Sequence[Line]) -> Entries | None:
    """The words and numbers of a list in which nearly all lines have both, in either order.

    Of a list with tabs, the other lines may all be single words.
    """
    rows = {line: row for line in lines if (row := _row(line))}
    if not rows:
        return None
    single = {line for line in lines if len(_fields(line[1])) == 1}
    has_tabs = all(row.tab for row in rows.values()) and len(rows) + len(single) == len(lines)
    if not (has_tabs or len(rows) >= MOST * len(lines)):
        return None

    def read(line: Line) -> Entry:
        if row := rows.get(line):
            return entry(row.place, row.word, row.number)
        if line in single:
            return entry(line[0], _unquoted(line[1].strip()))
        return unread(*line, Dropped.UNREADABLE)

    entries = [*map(read, lines)]
    if _are_dice([*rows.values()]):
        return Entries("list of words for dice", _without_numbers(entries), note=OF_DICE)
    numbers = _meaning([*rows.values()])
    kind = "commonness" if numbers is Numbers.COMMONNESS else "frequencies"
    return Entries(f"list of words with {kind}", entries, numbers)


def _are_dice(rows: Sequence[_Row]) -> bool:
    """Whether the numbers are throws of dice: in order, each of as many dice as the others."""
    throws = [row.number for row in rows if not row.tab and DICE.fullmatch(row.number)]
    in_order = all(one < next_one for one, next_one in pairwise(throws))
    return len(throws) == len(rows) and in_order and len({*map(len, throws)}) == 1


def _without_numbers(entries: Iterable[Entry]) -> list[Entry]:
    return [replace(each, number="") for each in entries]


def _row(line: Line) -> _Row | None:
    """The word and the number of a line; None if it has other than one text, or no number."""
    if not DIGIT.search(line[1]):
        return None
    fields = _fields(line[1])
    texts = [at for at, field in enumerate(fields) if not NUMBER.fullmatch(field)]
    if len(fields) < 2 or len(texts) != 1:
        return None
    [at] = texts
    number = fields[at + 1] if at + 1 < len(fields) else fields[at - 1]
    return _Row(line[0], _unquoted(fields[at]), number, "\t" in line[1] and at == 0)


def _fields(line: str) -> list[str]:
    for separator in ("\t", ";", ","):
        if separator in line.strip():
            return [field.strip() for field in line.strip().split(separator)]
    return line.split()


def _meaning(rows: Sequence[_Row]) -> Numbers:
    """What the numbers mean: commonness after tabs, unless one is too large for a slip."""
    numbers = [number for row in rows if (number := float(row.number)) < float("inf")]
    is_ours = all(row.tab for row in rows) and max(numbers, default=0) < SURELY_A_COUNT
    return Numbers.COMMONNESS if is_ours else Numbers.COUNTS


def _with_right_numbers(found: Entries) -> Entries:
    """The entries; those with a frequency that is no number are dropped.

    Raises DictionaryError if a commonness is none.
    """
    wrong = [each for each in found.entries if each.number and not found.numbers.allow(each.number)]
    if wrong and found.numbers is Numbers.COMMONNESS:
        wanted = f"a whole number from 1 to {RAREST}"
        raise DictionaryError(
            f"line {wrong[0].place}: commonness {wrong[0].number!r:.60} is not {wanted}; above"
            " counts, write a line “word”, a tab, “count”"
        )
    dropped = {each: replace(each, dropped=Dropped.UNREADABLE) for each in wrong}
    return replace(found, entries=[dropped.get(each, each) for each in found.entries])


def _plain(lines: Sequence[Line]) -> Entries:
    """The words of a list, one or several on a line, in quotes or not. Raises DictionaryError."""
    check_number(sum(_most_words(line) for _, line in lines))
    entries = [
        entry(place, _unquoted(word)) for place, line in lines for word in QUOTED.findall(line)
    ]
    with_several = {one.place for one, next_one in pairwise(entries) if one.place == next_one.place}
    several = [line for line in lines if line[0] in with_several]
    return Entries("word list", entries, note=_split_note(several) if several else "")


def _most_words(line: str) -> int:
    """How many words a line has, or a few more."""
    return 1 + sum(1 for _ in BETWEEN.finditer(line))


def _split_note(several: Sequence[Line]) -> str:
    """What was done to lines with several words."""
    place, line = several[0][0], several[0][1].strip()
    lines = "1 line has" if len(several) == 1 else f"{len(several):,} lines have"
    shown = f"{line[:40]}…" if len(line) > 40 else line
    return f"{lines} several words (line {place}: “{shown}”); each of them counts."


def _unquoted(word: str) -> str:
    closing = QUOTES.get(word[:1])
    return word[1:-1] if closing and len(word) > 1 and word.endswith(closing) else word
