"""What commands look up: the settings, and dictionaries by name."""

import os
from collections.abc import Mapping

from service.cli.failing import Failure, one_line_failures
from service.dictionaries.dictionary import Dictionary, load_all
from service.engine.lexicon import Lexicon
from service.settings import Settings


def settings() -> Settings:
    """The settings of this environment."""
    with one_line_failures():
        return Settings.from_environ(os.environ)


def dictionaries() -> Mapping[str, Dictionary]:
    """All dictionaries, by name."""
    with one_line_failures():
        return load_all(settings().dictionary_folders)


def named(name: str) -> Dictionary:
    """One dictionary."""
    found = dictionaries()
    if name not in found:
        raise Failure(f"there is no dictionary “{name}”; there are: {', '.join(found)}")
    return found[name]


def lexicons(dictionary: Dictionary, length: int | None) -> list[Lexicon]:
    """The words of one length, or of all lengths, of a dictionary."""
    if length is not None and length not in dictionary.lexicons:
        has, name = ranges(list(dictionary.lexicons)), dictionary.description.name
        raise Failure(f"{name} has no words of {length} letters; it has: {has}")
    return [dictionary.lexicons[length]] if length else list(dictionary.lexicons.values())


def ranges(lengths: list[int]) -> str:
    """Lengths with their gaps: 2–5, 7."""
    starts = [n for n in lengths if n - 1 not in lengths]
    ends = [n for n in lengths if n + 1 not in lengths]
    pairs = zip(starts, ends, strict=True)
    return ", ".join(str(start) if start == end else f"{start}–{end}" for start, end in pairs)
