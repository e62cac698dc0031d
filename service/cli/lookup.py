"""What commands look up: the settings, and dictionaries by name."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from service.cli.failures import Failure
from service.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from service.dictionaries.dictionary import Dictionary
    from service.engine.lexicon import Lexicon


def settings() -> Settings:
    """The settings of this environment. Raises BadSetting."""
    return Settings.from_environ(os.environ)


def dictionaries() -> "Mapping[str, Dictionary]":
    """All dictionaries, by name. Raises DictionaryError."""
    from service.dictionaries.dictionary import load_all

    return load_all(settings().dictionary_folders)


def named(name: str) -> "Dictionary":
    """One dictionary. Raises UnknownDictionary, in the API's words, and DictionaryError."""
    from service.dictionaries.dictionary import load_with_tables

    places = folders()
    if name not in places:
        from service.play.refusals import UnknownDictionary

        raise UnknownDictionary(name, places)
    return load_with_tables([places[name]], settings().dictionary_folders)[name]


def lexicons(dictionary: "Dictionary", length: int | None) -> "list[Lexicon]":
    """The words of one length, or of all lengths, of a dictionary."""
    if length is not None and length not in dictionary.lexicons:
        lengths, name = ranges(list(dictionary.lexicons)), dictionary.description.name
        raise Failure(f"{name} has no words of {length} letters; it has: {lengths}")
    return [dictionary.lexicons[length]] if length else list(dictionary.lexicons.values())


def ranges(lengths: list[int]) -> str:
    """Lengths with their gaps: 2–5, 7."""
    starts = [n for n in lengths if n - 1 not in lengths]
    ends = [n for n in lengths if n + 1 not in lengths]
    pairs = zip(starts, ends, strict=True)
    return ", ".join(str(start) if start == end else f"{start}–{end}" for start, end in pairs)


def folders() -> "Mapping[str, Path]":
    """The folder of each dictionary, by name."""
    from service.dictionaries.dictionary import folders_by_name

    return folders_by_name(settings().dictionary_folders)
