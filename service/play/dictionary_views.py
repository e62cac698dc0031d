"""Dictionaries as clients see them."""

from dataclasses import dataclass

from service.dictionaries.dictionary import Dictionary
from service.search.budget import Bounds


@dataclass(frozen=True)
class LengthView:
    """How many words of one length a dictionary has, and how many misses perfect play forces."""

    length: int
    words: int
    misses_forced: Bounds | None


@dataclass(frozen=True)
class DictionaryView:
    """A dictionary."""

    name: str
    title: str
    language: str
    alphabet: str
    source: str
    fingerprint: str
    words: int
    lengths: list[LengthView]


def dictionary_seen(dictionary: Dictionary) -> DictionaryView:
    """A dictionary as clients see it."""
    about = dictionary.description
    return DictionaryView(
        name=about.name,
        title=about.title or about.name,
        language=about.language,
        alphabet=about.alphabet,
        source=about.source,
        fingerprint=about.fingerprint,
        words=len(dictionary),
        lengths=[
            LengthView(length, words, dictionary.misses_forced.get(length))
            for length, words in about.words_per_length.items()
        ],
    )
