"""The alphabets of data/alphabets.json, made again from CLDR's own sets for twenty languages."""

import json
import runpy
from pathlib import Path
from typing import Any, Final

import pytest

from service.dictionaries.alphabets import Alphabet, alphabet_of
from service.dictionaries.word_list import Rules
from service.engine.writing import writing_of
from tests.support.programs import ROOT

# Exemplar characters and directions as cldr-misc-full 48.2.0 has them (Unicode-3.0).
CLDR: Final = json.loads(Path(__file__).with_name("cldr.json").read_text())
ALPHABETS: Final = json.loads((ROOT / "data" / "alphabets.json").read_text())


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    """The names in data/alphabets.py, which is no part of a package."""
    return runpy.run_path(str(ROOT / "data" / "alphabets.py"))


@pytest.mark.parametrize("language", CLDR)
def test_alphabet_is_made_from_cldrs_letters(language: str, script: dict[str, Any]) -> None:
    made = script["alphabets_of"](CLDR[language]["exemplars"], script["MISSING"].get(language, ""))
    assert made == ALPHABETS[language]
    direction = writing_of(made["without_accents"], language).direction
    assert direction == CLDR[language]["direction"]


@pytest.mark.parametrize(
    ("exemplars", "whole", "bare"),
    [
        ("[aá b {ch} n ñ]", "aábnñ", "abnñ"),  # ñ sorts apart, á does not
        ("[iİ ı]", "iı", "iı"),  # a capital
        ("[σς τ]", "στ", "στ"),  # a final form
        ("[ʼ е ё]", "её", "её"),  # a sign
        ("[ạ âậ]", "ạâậ", "ạâ"),  # with one accent fewer, it is a letter of its group
    ],
)
def test_group_keeps_its_letters_without_accents(
    exemplars: str, whole: str, bare: str, script: dict[str, Any]
) -> None:
    assert script["alphabets_of"](exemplars) == {"alphabet": whole, "without_accents": bare}


def test_armenian_has_its_ligature() -> None:
    armenian = Rules(ALPHABETS["hy"]["alphabet"], "hy")
    assert armenian.objection(armenian.spelled("արև"), set()) is None


@pytest.mark.parametrize(
    ("language", "known"),
    [("uz-Cyrl", ""), ("sr-Latn-RS", "sr-Latn"), ("pt-BR", "pt"), ("uz-UZ", "uz"), ("uz", "uz")],
)
def test_alphabet_is_of_the_script_that_a_tag_names(language: str, known: str) -> None:
    alphabets = {name: Alphabet(name, name) for name in ("uz", "sr", "sr-Latn", "pt")}
    assert alphabet_of(language, alphabets) == alphabets.get(known)


def test_too_long_alphabet_is_given_without_accents() -> None:
    assert list(ALPHABETS["vi"]) == ["without_accents"]
    assert all("without_accents" in each for each in ALPHABETS.values())
