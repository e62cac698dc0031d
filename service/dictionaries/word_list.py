"""A word list, line by line: which lines are words, which are dropped, and why."""

import re
from collections import Counter
from collections.abc import Set
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from unicodedata import normalize

from service.dictionaries.arrays import DictionaryError
from service.engine.lexicon import LARGEST_ALPHABET, LONGEST_WORD
from service.engine.writing import FINAL_FORMS, Writing, first_objection, writing_of

ENGLISH = "abcdefghijklmnopqrstuvwxyz"
APOSTROPHES = frozenset("'’ʼ")
LARGEST = 64_000_000  # bytes of a file: some six million words
FINALS = {ord(form): letter for form, letter in FINAL_FORMS.items()}
RAREST = 255  # the largest commonness that a lexicon can hold
COMMONNESS = re.compile("[0-9]{1,3}")


SCRIPTS = (
    "Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic, and other scripts whose letters"
    " stand alone can be played."
)


class Dropped(StrEnum):
    """Why a line is dropped; the first reason that applies counts."""

    CAPITALS = "capital letters"
    APOSTROPHE = "apostrophes"
    OUTSIDE = "outside alphabet"
    SHORT = "too short"
    LONG = "too long"
    HIDDEN = "hidden"
    DUPLICATE = "duplicates"


@dataclass(frozen=True)
class FilterResult:
    """The lines of a word list after filtering.

    `commonness` has each word that passed, with its second column: RAREST if it has none, but 0 if
    no line has one. `dropped` counts the other lines, by length in characters and reason.
    """

    commonness: dict[str, int] = field(default_factory=dict)
    dropped: Counter[tuple[int, Dropped]] = field(default_factory=Counter)

    def words_per_length(self) -> Counter[int]:
        """The number of words of each length."""
        return Counter(map(len, self.commonness))


@dataclass(frozen=True)
class Rules:
    """The rules by which a line is a word; an empty alphabet has every letter.

    `language` is a tag (BCP 47); it decides which capital is that of which small letter.
    """

    alphabet: str = ENGLISH
    language: str = "und"
    min_length: int = 2
    hidden: Set[str] = frozenset()
    lowercase: bool = False
    drop_accents: bool = False

    @cached_property
    def _letters(self) -> frozenset[str]:
        return frozenset(self.alphabet)

    @cached_property
    def writing(self) -> Writing:
        """How the letters of the alphabet may be written in the list."""
        return writing_of(self.alphabet, self.language, self.drop_accents)

    def spelled(self, word: str) -> str:
        """`word` in letters of the alphabet; if it has capitals, only if the rules allow them."""
        if not self.lowercase and word != word.lower():
            return word
        read = self.writing.read(word)
        return read if self.alphabet else read.lower()

    def objection(self, word: str, known: Set[str]) -> Dropped | None:
        """Why `word` is dropped, or None."""
        objections = (
            (Dropped.CAPITALS, word != word.lower()),
            (Dropped.APOSTROPHE, not APOSTROPHES.isdisjoint(word)),
            (Dropped.OUTSIDE, not set(word) <= (self._letters or set(filter(str.isalpha, word)))),
            (Dropped.SHORT, len(word) < self.min_length),
            (Dropped.LONG, len(word) > LONGEST_WORD),
            (Dropped.HIDDEN, word in self.hidden),
            (Dropped.DUPLICATE, word in known),
        )
        return next((reason for reason, holds in objections if holds), None)


def checked_alphabet(alphabet: str) -> str:
    """The alphabet in NFC, without blanks, and with σ alone if it has σ and ς.

    Raises DictionaryError if it has duplicates, capitals, other characters, or too many.
    """
    letters = "".join(normalize("NFC", alphabet).split())
    twice = [letter for letter, times in Counter(letters).items() if times > 1]
    if twice:
        raise DictionaryError(
            f"alphabet: write each letter once; these are in it twice: {', '.join(twice)}"
        )
    why = first_objection(letters)
    if why:
        raise DictionaryError(f"alphabet: {why} {SCRIPTS}")
    letters = "".join(dict.fromkeys(letters.translate(FINALS)))
    if not letters.isalpha() or letters != letters.lower():
        raise DictionaryError(f"alphabet: “{alphabet}” has characters that are not small letters")
    if len(letters) > LARGEST_ALPHABET:
        raise DictionaryError(f"alphabet: {len(letters)} letters; {LARGEST_ALPHABET} are allowed")
    return letters


def lines_of(path: Path) -> list[str]:
    """The lines of a UTF-8 text file, which may begin with a byte-order mark.

    Raises DictionaryError if the file is larger than LARGEST, cannot be read, is not UTF-8, or has
    only blank lines.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)  # a device or a pipe may never end
        if len(data) > LARGEST:
            most = f"{LARGEST // 1_000_000} MB, the most that we read"
            raise DictionaryError(f"{path}: the file is larger than {most}")
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise DictionaryError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise DictionaryError(
            f"{path}: line {line} is not UTF-8; convert it, as with `iconv -f latin1 -t UTF-8`"
        ) from error
    lines = [line.strip() for line in text.split("\n")]
    if not any(lines):
        raise DictionaryError(f"{path}: the file is empty; write one word a line")
    return lines


def words_hidden(path: Path, rules: Rules) -> frozenset[str]:
    """The words of a list in small letters, spelled by the rules; a line with # is a comment."""
    small = replace(rules, lowercase=True)
    words = [line for line in lines_of(path) if line and not line.startswith("#")]
    return frozenset(small.spelled(normalize("NFC", word)) for word in words)


def filter_words(path: Path, rules: Rules) -> FilterResult:
    """The words of a list: one on each line, followed by a tab and its commonness, if it has one.

    Raises DictionaryError if the file cannot be read, or no line of it is a word.
    """
    filtered, has_numbers = FilterResult(), False
    for number, line in enumerate(lines_of(path), start=1):
        if line:
            word, commonness = _columns(line, f"{path}: line {number}")
            has_numbers |= commonness is not None
            _sort_in(filtered, rules, rules.spelled(word), commonness or RAREST)
    if not has_numbers:
        filtered.commonness.update(dict.fromkeys(filtered.commonness, 0))
    if not filtered.commonness:
        counts = Counter(reason for _, reason in filtered.dropped.elements()).most_common(2)
        reasons = ", ".join(f"{count} {reason}" for reason, count in counts)
        why = first_objection("".join(lines_of(path)))
        more = f". {why} {SCRIPTS}" if why else ""
        raise DictionaryError(f"{path}: no line is a word of this alphabet ({reasons}){more}")
    return filtered


def _columns(line: str, where: str) -> tuple[str, int | None]:
    """The word and its commonness, if the line has one. Raises DictionaryError."""
    word, _, commonness = normalize("NFC", line).partition("\t")
    if commonness and not (COMMONNESS.fullmatch(commonness) and int(commonness) <= RAREST):
        wanted = f"a whole number from 1 to {RAREST}"
        raise DictionaryError(f"{where}: commonness {commonness!r:.60} is not {wanted}")
    return word, int(commonness) if commonness else None


def _sort_in(filtered: FilterResult, rules: Rules, word: str, commonness: int) -> None:
    reason = rules.objection(word, filtered.commonness.keys())
    if reason is None:
        filtered.commonness[word] = commonness
        return
    filtered.dropped[len(word), reason] += 1
    if reason is Dropped.DUPLICATE:
        filtered.commonness[word] = min(commonness, filtered.commonness[word])
