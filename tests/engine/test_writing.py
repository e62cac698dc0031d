"""How letters are written: the table of cases, and Unicode's data for sixty languages."""

import json
import sys
from typing import Final
from unicodedata import normalize

import pytest

from service.engine.errors import NotInAlphabet, NotOneLetter
from service.engine.game import letter_in, text_in
from service.engine.writing import MTAVRULI, characters, objection_to, writing_of
from tests.support.programs import ROOT
from tests.writing_cases import CASES, WritingCase

ALPHABETS: Final = json.loads((ROOT / "data" / "alphabets.json").read_text())
FORMS: Final = [  # of a letter at the end of a word, by Unicode's names of characters
    (chr(code), chr(code + 1)) for code in (0x3C2, 0x5DA, 0x5DD, 0x5DF, 0x5E3, 0x5E5)
]


def small_letters_by_capital() -> dict[str, str]:
    """The small letter of each capital in Unicode, without compatibility characters."""
    every = map(chr, range(sys.maxunicode + 1))
    pairs = {each: each.lower() for each in every if each.isupper()}
    return {
        capital: small
        for capital, small in pairs.items()
        if len(small) == 1 and normalize("NFKC", capital) == capital
    }


CAPITALS: Final = small_letters_by_capital()
each_case = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
each_language = pytest.mark.parametrize("language", ALPHABETS)


@each_case
def test_text_is_read_in_letters_of_the_alphabet(case: WritingCase) -> None:
    assert {text: case.writing.read(text) for text in case.reads} == case.reads
    assert all(set(letters) <= {*case.alphabet, "_"} for letters in case.reads.values())


@each_case
def test_character_that_is_no_letter_is_named(case: WritingCase) -> None:
    for text, named in case.refuses.items():
        with pytest.raises(NotInAlphabet) as raised:
            text_in(text, case.writing, "word")
        assert f"“{named}”" in str(raised.value)
        assert case.alphabet in str(raised.value)
        with pytest.raises(NotInAlphabet):
            letter_in(text, case.writing)


@each_case
def test_word_is_shown_as_people_write_it(case: WritingCase) -> None:
    assert {word: case.writing.written(word) for word in case.written} == case.written
    assert all(case.writing.read(shown) == word for word, shown in case.written.items())


@each_case
def test_direction_and_capitals_are_those_of_the_language(case: WritingCase) -> None:
    assert case.writing.direction == case.direction
    assert {word: case.writing.capital(word) for word in case.capitals} == case.capitals
    assert len(case.writing.capitals) == len(case.alphabet)


def test_several_letters_are_not_one_letter() -> None:
    with pytest.raises(NotOneLetter, match="“ab”"):
        letter_in("ab", writing_of("abc"))
    with pytest.raises(NotOneLetter):
        letter_in("", writing_of("abc"))


def test_mark_belongs_to_the_character_before_it() -> None:
    assert characters("e\u0301x\u030cy") == ["é", "x\u030c", "y"]


def alphabets_of(language: str) -> list[str]:
    return list(dict.fromkeys(ALPHABETS[language].values()))


@each_language
def test_alphabet_has_each_small_letter_once_in_nfc(language: str) -> None:
    for alphabet in alphabets_of(language):
        assert alphabet == normalize("NFC", alphabet)
        assert alphabet.isalpha()
        assert alphabet == alphabet.lower()
        assert len(alphabet) == len(set(alphabet)) <= 64
        assert not any(map(objection_to, alphabet))
        assert not {form for form, _ in FORMS} & set(alphabet)


@each_language
def test_every_capital_that_unicode_has_is_read_as_its_letter(language: str) -> None:
    for alphabet in alphabets_of(language):
        writing = writing_of(alphabet, language)
        turkic = {"I": "ı", "İ": "i"} if language in ("tr", "az") else {}
        for capital, small in (CAPITALS | turkic).items():
            if small in alphabet:
                assert writing.read(capital) == small
                assert writing.read(normalize("NFD", capital)) == small


@each_language
def test_letter_is_read_as_itself_however_it_is_composed(language: str) -> None:
    for alphabet in alphabets_of(language):
        for drops_accents in (False, True):
            writing = writing_of(alphabet, language, drops_accents)
            assert writing.read(alphabet) == alphabet
            assert writing.read(normalize("NFD", alphabet)) == alphabet
            assert writing.read(writing.capitals) == alphabet
            assert not any(ord(capital) in MTAVRULI for capital in writing.capitals)


@each_language
def test_whole_alphabet_is_read_in_the_one_without_accents(language: str) -> None:
    whole, bare = ALPHABETS[language].get("alphabet", ""), ALPHABETS[language]["without_accents"]
    assert set(writing_of(bare, language, drops_accents=True).read(whole)) <= set(bare)


@pytest.mark.parametrize(("form", "letter"), FORMS)
def test_final_form_is_read_as_its_letter_and_restored(form: str, letter: str) -> None:
    [language] = [each for each in ("el", "he") if letter in ALPHABETS[each]["alphabet"]]
    writing = writing_of(ALPHABETS[language]["alphabet"], language)

    assert writing.read(form) == letter
    assert writing.written(f"{letter}{letter}") == f"{letter}{form}"


@pytest.mark.parametrize(
    ("character", "why"),
    [
        ("ि", "in Devanagari, vowels are signs"),
        ("ก", "in Thai, vowels are signs"),
        ("க", "in Tamil, vowels are signs"),
        ("가", "a syllable of several letters"),
        ("字", "a word or a syllable"),
    ],
)
def test_character_that_cannot_be_guessed_says_why(character: str, why: str) -> None:
    objection = objection_to(character)
    assert objection
    assert f"“{character}”" in objection
    assert why in objection
