"""The alphabets of languages: data/alphabets.json, by language tag."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from service.dictionaries.arrays import DictionaryError

SCRIPT: Final = 4  # characters of its subtag, as in sr-Latn


@dataclass(frozen=True)
class Alphabet:
    """The letters of a language: all, and those that stay where accents are dropped.

    One of the two is empty if it would have too many letters for a dictionary.
    """

    letters: str
    without_accents: str


def alphabets_in(file: Path) -> Mapping[str, Alphabet]:
    """The alphabets in a file, by language tag."""
    content = json.loads(file.read_bytes())
    return {
        language: Alphabet(each.get("alphabet", ""), each.get("without_accents", ""))
        for language, each in content.items()
    }


def alphabet_of(language: str, alphabets: Mapping[str, Alphabet]) -> Alphabet | None:
    """The alphabet of a language, or of the same without its region: pt for pt-BR.

    A script that the tag names stays: uz-Cyrl has not the letters of uz.
    """
    parts = language.lower().split("-")
    script = next((at for at, part in enumerate(parts) if at and len(part) == SCRIPT), 0)
    tags = ["-".join(parts[:number]) for number in range(len(parts), script, -1)]
    by_tag = {tag.lower(): alphabet for tag, alphabet in alphabets.items()}
    return next((by_tag[tag] for tag in tags if tag in by_tag), None)


def letters_of(alphabet: Alphabet, *, drop_accents: bool) -> str:
    """The letters for a dictionary. Raises DictionaryError if there are too many."""
    letters = alphabet.without_accents if drop_accents else alphabet.letters
    if not letters:
        raise DictionaryError(
            "alphabet: with its accents, the language has more letters than a dictionary can have;"
            " add --drop-accents, or name some with --alphabet"
        )
    return letters
