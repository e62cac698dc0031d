"""Tables of words: CSV whose first line names a column of words, and JSON."""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from service.dictionaries.arrays import DictionaryError
from service.dictionaries.commonness import NUMBER, Numbers
from service.dictionaries.entries import (
    Dropped,
    Entries,
    Entry,
    check_number,
    entry,
    numbered_lines,
    unread,
)

WORD_HEADS: Final = {
    "lemma", "mot", "ord", "palabra", "parola", "term", "woord", "word", "words", "wort",
}  # fmt: skip
NUMBER_HEADS: Final = {
    "commonness": Numbers.COMMONNESS, "count": Numbers.COUNTS, "counts": Numbers.COUNTS,
    "freq": Numbers.COUNTS, "frequency": Numbers.COUNTS, "occurrences": Numbers.COUNTS,
    "rank": Numbers.RANKS,
}  # fmt: skip
SEPARATORS: Final = {",": "CSV", ";": "CSV with semicolons", "\t": "table with tabs"}
LONGEST_HEAD: Final = 1000  # characters of the first line
JSON_KINDS: Final = "an array of words, nor an object of words and numbers"


@dataclass(frozen=True)
class _Columns:
    """The heads of a table that we read; `number` may be empty."""

    word: str
    number: str
    numbers: Numbers


def table_entries(text: str) -> Entries | None:
    """The words of a table; None if its first line has no head that names them.

    Raises DictionaryError if a line is too long.
    """
    lines = [*numbered_lines(text)]
    first = lines[0][1][:LONGEST_HEAD] if lines else ""
    separator = max(SEPARATORS, key=first.count)
    heads = next(csv.reader([first], delimiter=separator), [])
    columns = _columns(heads)
    if columns is None or len(heads) < 2:
        return None
    rows = csv.DictReader((line for _, line in lines), delimiter=separator)
    try:
        entries = [_row_entry(lines[rows.line_num - 1][0], row, columns) for row in rows]
    except csv.Error as error:
        raise DictionaryError(
            f"it looks like {SEPARATORS[separator]}, but line {lines[rows.line_num - 1][0]} is not"
        ) from error
    beside = f" with “{columns.number}”" if columns.number else ""
    form = f"{SEPARATORS[separator]}, column “{columns.word}”{beside}"
    return Entries(form, entries, columns.numbers)


def _columns(heads: Sequence[str]) -> _Columns | None:
    plain = {head.strip().strip("\"'").lower(): head for head in heads}
    word = next((head for name, head in plain.items() if name in WORD_HEADS), None)
    number = next((name for name in NUMBER_HEADS if name in plain), "")
    numbers = NUMBER_HEADS.get(number, Numbers.NONE)
    return None if word is None else _Columns(word, plain.get(number, ""), numbers)


def _row_entry(place: int, row: Mapping[str, Any], columns: _Columns) -> Entry:
    word, number = row.get(columns.word), row.get(columns.number)
    if not isinstance(word, str) or not word.strip():
        return unread(place, ", ".join(map(str, row.values())), Dropped.UNREADABLE)
    return entry(place, word, (number or "").strip())


def json_entries(text: str) -> Entries | None:
    """The words in a text of JSON; None if it does not look like JSON.

    Raises DictionaryError if it is no JSON, has too many entries, or no words where we look.
    """
    if not text.lstrip().startswith(("[", "{")):
        return None
    check_number(text.count(","))
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise DictionaryError(f"it looks like JSON, but is not, from {place} on") from error
    except RecursionError as error:
        raise DictionaryError("it looks like JSON, but is nested too deeply") from error
    return replace(_of_json(content), unit="entry")


def _of_json(content: Any) -> Entries:
    if isinstance(content, dict):
        arrays = [each for each in content.values() if isinstance(each, list)]
        lists = [each for each in arrays if each and _are_texts(each)] or arrays
        content = lists[0] if len(lists) == 1 else content  # {"words": […], "lengths": …}
    if isinstance(content, dict) and not any(map(_is_nested, content.values())):
        return _of_object(content)
    if isinstance(content, list) and _are_texts(content):
        return Entries("JSON array of words", [*map(entry, _places(content), content)])
    if isinstance(content, list) and content and all(isinstance(each, dict) for each in content):
        return _of_objects(content)
    raise DictionaryError(f"it is JSON, but neither {JSON_KINDS}")


def _of_object(content: Mapping[str, Any]) -> Entries:
    """The names of an object's members, with their values if these are numbers that differ.

    If the names are numbers, as of dice, the words are the values.
    """
    values = content.values()
    if all(map(NUMBER.fullmatch, content)) and _are_texts(values):
        return Entries("JSON object of numbers and words", [*map(entry, _places(values), values)])
    are_numbers = all(type(value) in (int, float) for value in values) and len({*values}) > 1
    numbers = Numbers.COUNTS if are_numbers else Numbers.NONE
    texts = [str(value) if are_numbers else "" for value in values]
    form = "JSON object of words and frequencies" if are_numbers else "JSON object of words"
    return Entries(form, [*map(entry, _places(texts), content, texts)], numbers)


def _of_objects(content: Sequence[Mapping[str, Any]]) -> Entries:
    """The words of an array of objects, each with a member that is named like a column of words."""
    columns = _columns([*content[0]])
    if columns is None:
        raise DictionaryError("it is JSON, but its objects have no member “word”")
    rows = [{name: str(value) for name, value in row.items()} for row in content]
    entries = [_row_entry(place, row, columns) for place, row in enumerate(rows, start=1)]
    return Entries(f"JSON array of objects, member “{columns.word}”", entries, columns.numbers)


def _places(entries: Iterable[object]) -> list[int]:
    return [place for place, _ in enumerate(entries, start=1)]


def _are_texts(values: Iterable[object]) -> bool:
    return all(isinstance(each, str) for each in values)


def _is_nested(value: object) -> bool:
    return isinstance(value, dict | list)
