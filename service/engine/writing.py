"""How the letters of a dictionary are written: case, final forms, accents and marks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Final, Literal, TypeAlias
from unicodedata import bidirectional, category, combining, name, normalize

Direction: TypeAlias = Literal["ltr", "rtl"]

# The letter of each form that is written only at the end of a word.
FINAL_FORMS: Final = {
    "ς": "σ", "ך": "כ", "ם": "מ", "ן": "נ", "ף": "פ", "ץ": "צ",
}  # fmt: skip
# Other characters for a letter, if the alphabet has no such letter itself: the capital ẞ, which
# `str.upper` does not know; Romanian with cedillas, as old encodings had it; Persian and Urdu from
# an Arabic keyboard.
OTHER_FORMS: Final[Mapping[str, str]] = {
    **FINAL_FORMS, "ẞ": "ß", "ş": "ș", "ţ": "ț", "Ş": "ș", "Ţ": "ț", "ك": "ک", "ي": "ی",
}  # fmt: skip

# Unicode's SpecialCasing.txt: where I is the capital of ı, İ is that of i. A dot that other
# software left on a small i does not count there, nor in Lithuanian, which keeps it below accents.
DOTLESS: Final = ("tr", "az")
DOTLESS_SMALL: Final = str.maketrans({"I": "ı", "İ": "i"})
DOTLESS_CAPITAL: Final = str.maketrans({"ı": "I", "i": "İ"})
DOTTED: Final = (*DOTLESS, "lt")
DOT: Final = "\u0307"

MTAVRULI: Final = range(0x1C90, 0x1CC0)  # Georgian capitals, which few fonts have
COMPOSED: Final = range(0xC0, 0x2000)  # the characters that are a letter with accents are here
ACCENTS: Final = [chr(code) for code in range(0x300, 0x370) if combining(chr(code)) >= 200]
ARABIC_ACCENTS: Final = ["\u0653", "\u0654", "\u0655"]  # madda and hamza, which make other letters
# Points and signs of Hebrew and Arabic, which words are usually written without; characters that
# stretch a word, or say how it is joined or directed.
POINTS: Final = [chr(code) for code in range(0x591, 0x6EE) if category(chr(code)) == "Mn"]
JOINERS: Final = ["ـ", "\u200c", "\u200d", "\u200e", "\u200f"]

# Scripts whose letters do not stand alone, by the first word of their characters' Unicode names.
VOWEL_SIGNS: Final = (
    "DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA MALAYALAM SINHALA "
    "THAI LAO TIBETAN MYANMAR KHMER BALINESE JAVANESE SUNDANESE"
)
IDEOGRAPHS: Final = "CJK"
SYLLABLE: Final = "HANGUL SYLLABLE"


@dataclass(frozen=True, eq=False)
class Writing:
    """How the letters of an alphabet are written.

    `capitals` has the capital of each letter of `alphabet` at the same place, or the letter itself
    if it has none. `read_as` maps each other character that people write for a letter to that
    letter, and each mark that does not count to "". Bring a text into NFC before and after it.
    """

    alphabet: str
    capitals: str
    direction: Direction
    read_as: Mapping[str, str]

    @cached_property
    def _reading(self) -> dict[int, str]:
        return {ord(character): letter for character, letter in self.read_as.items()}

    @cached_property
    def final_forms(self) -> dict[str, str]:
        """The form at the end of a word of each letter that has one."""
        return {
            letter: form for form, letter in FINAL_FORMS.items() if self.read_as.get(form) == letter
        }

    def read(self, text: str) -> str:
        """The text in letters of the alphabet. Characters that are none stay as they are."""
        # NFC once more: the capital of ΐ is two characters, Ϊ and an accent, but ΐ is one.
        return normalize("NFC", normalize("NFC", text).translate(self._reading))

    def written(self, word: str) -> str:
        """A word in letters of the alphabet, as people write it: σοφος for σοφοσ."""
        form = self.final_forms.get(word[-1:])
        return f"{word[:-1]}{form}" if form and len(word) > 1 else word

    def capital(self, text: str) -> str:
        """A text in capitals, as far as its letters have them."""
        return self.read(text).translate(str.maketrans(self.alphabet, self.capitals))


@lru_cache(maxsize=1024)
def writing_of(alphabet: str, language: str = "und", drops_accents: bool = False) -> Writing:
    """How people write the letters of an alphabet.

    `language` is a tag (BCP 47): case depends on it. If the dictionary has dropped accents, a
    letter with accents is read as the longest part of it that is a letter of the alphabet.
    """
    case = _Case(language.lower().partition("-")[0], alphabet)
    read_as = {case.capital(letter): letter for letter in alphabet}
    read_as |= {form: letter for form, letter in OTHER_FORMS.items() if letter in alphabet}
    if drops_accents:
        read_as = dict(_without_accents(alphabet, case)) | read_as
    right_to_left = bidirectional(alphabet[:1]) in ("R", "AL") if alphabet else False
    read_as |= dict.fromkeys(_ignored(case.has_dots, right_to_left, drops_accents), "")
    return Writing(
        alphabet=alphabet,
        capitals="".join([case.shown_capital(letter) for letter in alphabet]),
        direction="rtl" if right_to_left else "ltr",
        read_as={each: letter for each, letter in read_as.items() if each not in alphabet},
    )


class _Case:
    """Small letters and capitals, by language."""

    def __init__(self, language: str, alphabet: str) -> None:
        self.is_dotless = language in DOTLESS or "ı" in alphabet
        self.has_dots = self.is_dotless or language in DOTTED

    def small(self, letter: str) -> str:
        return (letter.translate(DOTLESS_SMALL) if self.is_dotless else letter).lower()

    def capital(self, letter: str) -> str:
        """The capital of a letter; the letter itself if that is not one character."""
        dotless = letter.translate(DOTLESS_CAPITAL) if self.is_dotless else letter
        upper = dotless.upper()
        return upper if len(upper) == 1 else letter

    def shown_capital(self, letter: str) -> str:
        """The capital that a front end can show."""
        upper = self.capital(letter)
        return letter if ord(upper) in MTAVRULI else upper


def _without_accents(alphabet: str, case: _Case) -> Iterator[tuple[str, str]]:
    """Each character that is a letter of the alphabet with accents, and that letter."""
    for code in COMPOSED:
        letter = longest_part(case.small(chr(code)), alphabet) if chr(code).isalpha() else None
        if letter:
            yield chr(code), letter


def longest_part(character: str, alphabet: str) -> str | None:
    """The letter of the alphabet that keeps the most accents of a character; None if there is none.

    For ế (e with a circumflex and an acute) it is ê if the alphabet has ê, else e.
    """
    base, *marks = [*normalize("NFD", character)]
    for number in range(len(marks), -1, -1):
        for accents in combinations(marks, number):
            part = normalize("NFC", "".join([base, *accents]))
            if len(part) == 1 and part in alphabet:
                return part
    return None


def _ignored(has_dots: bool, right_to_left: bool, drops_accents: bool) -> list[str]:
    """The marks that do not count."""
    points = [point for point in POINTS if point not in ARABIC_ACCENTS] if right_to_left else []
    dropped = [*ACCENTS, *(ARABIC_ACCENTS if right_to_left else ())] if drops_accents else []
    return [*points, *(JOINERS if right_to_left else ()), *dropped, *([DOT] if has_dots else ())]


def characters(text: str) -> list[str]:
    """The characters of a text in NFC, each with the marks that no composed character has."""
    parts: list[str] = []
    for each in normalize("NFC", text):
        if parts and category(each).startswith("M"):
            parts[-1] += each
        else:
            parts.append(each)
    return parts


def first_objection(text: str) -> str | None:
    """Why the first character of a text that cannot be a letter is none; None if all can."""
    return next(filter(None, map(objection_to, text)), None)


def objection_to(character: str) -> str | None:
    """Why a character cannot be a letter of a game, as a sentence; None if it can."""
    script, *_ = name(character, "").split() or [""]
    if script in VOWEL_SIGNS.split():
        why = f"in {script.title()}, vowels are signs on other letters"
    elif script == IDEOGRAPHS:
        why = "it stands for a word or a syllable"
    elif name(character, "").startswith(SYLLABLE):
        why = "it is a syllable of several letters"
    else:
        return None
    return f"“{character}” cannot be guessed as a letter, because {why}."
