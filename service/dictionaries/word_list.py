"""A word list: which entries of a file are words, which are dropped, and why."""

from collections import Counter
from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from unicodedata import normalize

from service.dictionaries.arrays import DictionaryError
from service.dictionaries.entries import Dropped
from service.dictionaries.word_file import WordFile, word_file
from service.engine.lexicon import LARGEST_ALPHABET, LONGEST_WORD
from service.engine.writing import FINAL_FORMS, Writing, first_objection, writing_of

ENGLISH = "abcdefghijklmnopqrstuvwxyz"
APOSTROPHES = frozenset("'’ʼ")
FINALS = {ord(form): letter for form, letter in FINAL_FORMS.items()}
SHOWN = 40  # characters of an example
WAYS_OUT = {Dropped.CAPITALS: ". --lowercase takes them"}


OTHER_LETTERS = "; name its language with --language, or its letters with --alphabet"
SCRIPTS = (
    "Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic, and other scripts whose letters"
    " stand alone can be played."
)


@dataclass(frozen=True)
class Example:
    """One of the entries that were dropped for the same reason, as the file has it."""

    text: str
    place: int


@dataclass(frozen=True)
class FilterResult:
    """The words of a file, and what else is in it.

    `commonness` has each word that passed: from its number, RAREST if it has none, but 0 if no
    entry of the file has one. `dropped` counts the other entries, by length in characters and
    reason; `examples` has the first of each reason, but for hidden words.
    """

    file: WordFile
    commonness: dict[str, int]
    dropped: Counter[tuple[int, Dropped]]
    examples: Mapping[Dropped, Example]

    def words_per_length(self) -> Counter[int]:
        """The number of words of each length."""
        return Counter(map(len, self.commonness))

    def dropped_by_reason(self) -> dict[Dropped, int]:
        """How many entries were dropped, by reason; reasons without any are left out."""
        counts: Counter[Dropped] = Counter()
        for (_, reason), number in self.dropped.items():
            counts[reason] += number
        return {reason: counts[reason] for reason in Dropped if counts[reason]}

    def letters(self) -> str:
        """The letters of the words, in the order of Unicode."""
        return "".join(sorted({letter for word in self.commonness for letter in word}))


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


def words_hidden(path: Path, rules: Rules) -> frozenset[str]:
    """The words of a list in small letters, spelled by the rules; a line with # is a comment.

    Raises DictionaryError if the file cannot be read.
    """
    small = replace(rules, lowercase=True)
    entries = word_file(path).entries
    return frozenset(small.spelled(each.text) for each in entries if not each.dropped)


def own_alphabet(file: WordFile, rules: Rules) -> str:
    """The letters of the words of a file, whatever they are.

    Raises DictionaryError if there are no words, or the letters are too many for an alphabet.
    """
    letters = words_in(file, replace(rules, alphabet="")).letters()
    bare = {normalize("NFD", letter)[0] for letter in letters}
    letters = "".join(sorted(bare)) if rules.drop_accents else letters
    if len(letters) > LARGEST_ALPHABET:
        raise DictionaryError(
            f"{file.path}: its words have {len(letters)} letters; name up to {LARGEST_ALPHABET} of"
            " them with --alphabet"
        )
    return checked_alphabet(letters)


def filter_words(path: Path, rules: Rules, alphabets: Collection[str] = ()) -> FilterResult:
    """The words of a file, and what was dropped; `alphabets`: of languages that it may be in.

    Raises DictionaryError if the file cannot be read, or has no word.
    """
    return words_in(word_file(path, alphabets), rules)


def words_in(file: WordFile, rules: Rules) -> FilterResult:
    """The words among the entries of a file. Raises DictionaryError if there are none."""
    frequencies: dict[str, float] = {}
    dropped: Counter[tuple[int, Dropped]] = Counter()
    examples: dict[Dropped, Example] = {}
    for each in file.entries:
        word, number = rules.spelled(each.text), file.numbers.frequency(each.number)
        reason = each.dropped or rules.objection(word, frequencies.keys())
        if reason is None or reason is Dropped.DUPLICATE:
            frequencies[word] = max(number, frequencies.get(word, number))
        if reason:
            dropped[len(word), reason] += 1
        if reason and reason is not Dropped.HIDDEN:  # such a word is not to be shown
            examples.setdefault(reason, Example(each.text, each.place))
    result = FilterResult(file, file.numbers.commonness(frequencies), dropped, examples)
    if not frequencies:
        raise DictionaryError(f"{file.path}: {_nothing(result)}")
    return result


def _nothing(result: FilterResult) -> str:
    """Why there is no word."""
    counts = Counter(result.dropped_by_reason())
    reasons = "; ".join(dropped_line(result, reason) for reason, _ in counts.most_common(2))
    why = first_objection("".join(each.text for each in result.file.entries))
    letters = OTHER_LETTERS if counts[Dropped.OUTSIDE] else ""
    more = f". {why} {SCRIPTS}" if why else letters
    return f"{result.file.description}: no line is a word of this alphabet ({reasons}){more}"


def dropped_line(result: FilterResult, reason: Dropped) -> str:
    """Why entries were dropped, how many, one of them, and what would keep them.

    `capital letters: 3, such as “Aachen” (line 2). --lowercase takes them`.
    """
    example, counted = result.examples.get(reason), result.dropped_by_reason()[reason]
    if example is None:
        return f"{reason}: {counted:,}"
    text = example.text if len(example.text) <= SHOWN else f"{example.text[:SHOWN]}…"
    place, way_out = f"{result.file.read.unit} {example.place}", WAYS_OUT.get(reason, "")
    return f"{reason}: {counted:,}, such as “{text}” ({place}){way_out}"
