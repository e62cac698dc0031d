"""The encoding of a text: by its byte-order mark, its zeros, or the letters that it gives."""

import codecs
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from string import ascii_letters, ascii_lowercase
from typing import Final

from service.dictionaries.arrays import DictionaryError
from service.engine.writing import FINAL_FORMS

BOM: Final = "\ufeff"
BOMS: Final = {  # that of UTF-32 begins with that of UTF-16
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
# Encodings of letters that ASCII lacks; if two give the same letters, the first is named.
ENCODINGS: Final = (
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "koi8_r",
    "koi8_u", "iso8859_2", "iso8859_5", "iso8859_7", "mac_roman", "mac_cyrillic", "cp850", "cp852",
    "cp866",
)  # fmt: skip
LATIN: Final = (
    "cp1252", "cp1250", "cp1254", "cp1257", "iso8859_2", "mac_roman", "cp850", "cp852",
)  # fmt: skip
COMMONEST: Final = "cp1252"  # of the Latin script
NAMES: Final = {"cp1252": "Latin-1 or Windows-1252", "utf-8": "UTF-8"}
WORD: Final = re.compile("[^\x00-@[-`{-\x7f]+")
MOST_CONTROLS: Final = 0.001  # of the characters of a text
CONTROLS: Final = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f]")
BYTE_CONTROLS: Final = re.compile(rb"[\x01-\x08\x0e-\x19\x1b-\x1f]")
SAMPLE: Final = 400  # lines that ASCII cannot write
SAMPLE_BYTES: Final = 20_000
ENOUGH: Final = 0.8  # of the words: then their encoding is known
CLOSE: Final = 0.05  # encodings whose shares differ by no more are as likely
CLEARLY: Final = 0.02  # of the words: so many more speak for another encoding than COMMONEST
HANDFUL: Final = 5  # words that are too few to speak for one if they may be of any language
CAPITALS: Final = 0.9  # what a word in capitals counts
NO_TEXT: Final = "it is no text; save your words as text, one on each line"
EVERY_OTHER: Final = 0.8  # byte of UTF-16 is zero in ASCII; fewer are where other letters are
GARBLED: Final = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True)
class Decoded:
    """A text, without byte-order marks, and the name of its encoding for people."""

    text: str
    encoding: str


def decoded(data: bytes, alphabets: Collection[str]) -> Decoded:
    """The text in some bytes; characters that cannot be read become GARBLED.

    Where nothing names an encoding, it is the one in which most words are of the letters of one of
    the `alphabets`; where none of them fits, charset-normalizer's choice. Words of the Latin script
    are in COMMONEST, unless another of LATIN is clearly better.

    Raises DictionaryError if it is no text, or its encoding is not known.
    """
    encoding = _by_mark(data) or _by_zeros(data) or _by_lines(data, alphabets)
    text = data.decode(encoding, errors="replace").removesuffix("\x1a")  # the end of a file in DOS
    if len(CONTROLS.findall(text)) > MOST_CONTROLS * len(text):
        raise DictionaryError(NO_TEXT)
    return Decoded(text.replace(BOM, ""), NAMES.get(encoding, encoding.upper().replace("_", "-")))


def _by_mark(data: bytes) -> str | None:
    return next((name for mark, name in BOMS.items() if data.startswith(mark)), None)


def _by_zeros(data: bytes) -> str | None:
    """UTF-16: one of the two bytes of a letter of ASCII, or of the end of a line, is zero.

    Raises DictionaryError if there are zeros, but it is not UTF-16.
    """
    first, second = data[::2].count(0), data[1::2].count(0)
    if first == second == 0:
        return None
    encoding = "utf-16-le" if second > first else "utf-16-be"
    controls = len(BYTE_CONTROLS.findall(data))  # the upper bytes of other letters than Latin-1's
    if max(first, second) < EVERY_OTHER * len(data) / 2 and controls <= MOST_CONTROLS * len(data):
        raise DictionaryError(NO_TEXT)
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        raise DictionaryError(NO_TEXT) from error
    return encoding


def _by_lines(data: bytes, alphabets: Collection[str]) -> str:
    """The encoding in which the lines are words. Raises DictionaryError."""
    try:
        data.decode()
        return "utf-8"
    except UnicodeDecodeError:
        lines = [*islice((line for line in data.splitlines() if not line.isascii()), SAMPLE)]
    if sum(_is_utf8(line) for line in lines) > ENOUGH * len(lines):
        return "utf-8"
    written = [*map(_written, alphabets)]
    if _is_latin(data, lines, written):
        return _latin(lines, [each for each in written if _has_ascii(each)])
    shares = _shares(lines, written, ENCODINGS)
    best = max(shares.values())
    if best < ENOUGH:
        return _normalizers_choice(lines)
    return _likeliest(lines, shares)


def _is_latin(data: bytes, lines: Sequence[bytes], alphabets: Sequence[Collection[str]]) -> bool:
    """Whether a text is in the Latin script.

    One language's alphabet says so. Otherwise, most of its letters are those of ASCII, also within
    words: there may be tags or translations beside those of another script.
    """
    if len(alphabets) == 1:
        return _has_ascii(alphabets[0])
    ascii_ones = len(data) - len(data.translate(None, ascii_letters.encode()))
    others = len(data.translate(None, bytes(range(128))))
    words = _words(lines, COMMONEST)
    mixed = sum(not set(ascii_letters).isdisjoint(word) for word in words)
    return ascii_ones > others and 2 * mixed >= len(words)


def _has_ascii(letters: Iterable[str]) -> bool:
    return not set(ascii_lowercase).isdisjoint(letters)


def _latin(lines: Sequence[bytes], alphabets: Sequence[frozenset[str]]) -> str:
    """COMMONEST, or the encoding of LATIN that is clearly better.

    So is one that reads many more words, or any if COMMONEST reads none or the language is known.
    """
    shares = _shares(lines, alphabets, LATIN)
    lead = max(shares.values()) - shares[COMMONEST]
    few = HANDFUL if len(alphabets) > 1 and shares[COMMONEST] else 0
    if lead <= CLEARLY or lead * len(_words(lines, COMMONEST)) <= few:
        return COMMONEST
    return _likeliest(lines, {each: share for each, share in shares.items() if each != COMMONEST})


def _likeliest(lines: Sequence[bytes], shares: Mapping[str, float]) -> str:
    """The encoding with the best share; charset-normalizer's choice among those that are close."""
    best = max(shares.values())
    likely = [each for each, share in shares.items() if share >= best - CLOSE]
    return likely[0] if len(likely) == 1 else _normalizers_choice(lines, likely)


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _written(letters: str) -> frozenset[str]:
    """The letters, with their forms at the end of a word."""
    return frozenset(letters) | {form for form, each in FINAL_FORMS.items() if each in letters}


def _shares(
    lines: Sequence[bytes], alphabets: Sequence[frozenset[str]], encodings: Sequence[str]
) -> dict[str, float]:
    """The share of words, by encoding; of encodings that give the same words, the first counts."""
    words = {tuple(_words(lines, each)): each for each in reversed(encodings)}
    return {each: _share(words_of_it, alphabets) for words_of_it, each in reversed(words.items())}


def _words(lines: Iterable[bytes], encoding: str) -> list[str]:
    """What is between blanks and signs of ASCII in some lines, if ASCII cannot write it."""
    texts = [line.decode(encoding, errors="replace").replace("’", "") for line in lines]
    return [word for text in texts for word in WORD.findall(text) if not word.isascii()]


def _share(words: Sequence[str], alphabets: Iterable[frozenset[str]]) -> float:
    """The share of words that are of one alphabet, of the one that fits best.

    In a wrong encoding, small letters often become capitals: such words count for less.
    """
    letters = [(frozenset(word.lower()), _weight(word)) for word in words]
    sums = [sum(weight for word, weight in letters if word <= each) for each in alphabets]
    return max(sums, default=0) / len(words) if words else 1  # signs alone, as in don’t


def _weight(word: str) -> float:
    if word.isupper():
        return CAPITALS
    return float(word[1:] == word[1:].lower())


def _normalizers_choice(lines: Iterable[bytes], among: Sequence[str] = ()) -> str:
    """What charset-normalizer takes the lines for. Raises DictionaryError if that is nothing."""
    from charset_normalizer import from_bytes  # costs 30 ms

    best = from_bytes(b"\n".join(lines)[:SAMPLE_BYTES], cp_isolation=[*among]).best()
    if best is not None:
        return best.encoding
    if among:
        return among[0]
    raise DictionaryError(
        "its encoding is not known; save it as UTF-8, or convert it, as with"
        " `iconv -f ENCODING -t UTF-8`"
    )
