"""Games in each shipped language, and what its words may be."""

import pytest

from service import registry
from service.dictionaries.dictionary import LICENCE
from tests.support.factory import Dictionaries
from tools.language_games import played

ALPHABETS = {
    "nl": "abcdefghijklmnopqrstuvwxyz",
    "ru": "абвгдежзийклмнопрстуфхцчшщъыьэюя",
    "tr": "abcçdefgğhıijklmnoöprsştuüvyz",
}


@pytest.mark.parametrize("name", ["en", *ALPHABETS])
@pytest.mark.parametrize("dealer", registry.DEALERS.ours)
def test_every_dealer_plays_as_the_referee_allows(
    dictionaries: Dictionaries, name: str, dealer: str
) -> None:
    dictionary = dictionaries[name]
    dealers = registry.dealers([dictionary])
    for seed in range(1000, 1005):
        assert played(dictionary, dealers[dealer], seed).state.status in ("won", "lost")


@pytest.mark.parametrize("name", ALPHABETS)
def test_words_are_of_the_language_with_their_licence(
    dictionaries: Dictionaries, name: str
) -> None:
    dictionary = dictionaries[name]
    about = dictionary.description
    assert (about.language, about.alphabet, about.drops_accents) == (name, ALPHABETS[name], True)
    assert 50_000 < len(dictionary) <= 60_000
    assert min(dictionary.lexicons) == 4
    assert "CC BY-SA 4.0" in about.source
    licence = (dictionary.folder / LICENCE).read_text()
    assert "creativecommons.org/licenses/by-sa/4.0" in licence
    assert {"nl": "OpenTaal", "ru": "Lebedev", "tr": "Zafer"}[name] in licence
    for lexicon in dictionary.lexicons.values():
        assert 10 <= lexicon.commonness.min() <= lexicon.commonness.max() <= 53


def test_english_is_reviewed_and_the_others_are_not(dictionaries: Dictionaries) -> None:
    reviewed = {name for name, each in dictionaries.items() if each.description.reviewed}
    assert reviewed == {"en-small", "en", "en-large"}


def test_common_words_are_there_and_offensive_ones_are_not(dictionaries: Dictionaries) -> None:
    there = {"nl": "zijn tijd huis", "ru": "человек время елка", "tr": "değil insan ışık"}
    hidden = {"nl": "neuken hoeren", "ru": "блядь бляди", "tr": "orospu orospular"}
    for name, words in there.items():
        lexicons = dictionaries[name].lexicons
        for word in words.split():
            assert lexicons[len(word)].id_of(word) is not None, word
        for word in hidden[name].split():
            assert lexicons[len(word)].id_of(word) is None, word
