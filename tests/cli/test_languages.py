"""The recipes of docs/dictionaries.md, on small lists that are coded as Debian's are."""

from pathlib import Path

import pytest

from service.dictionaries.dictionary import Dictionary, dictionary_of, files_of, load, write
from tests.support.programs import environment, run
from tools.languages import build_sample, cell, recipes

LISTS = {  # a list of Debian, its lines, and the words that come of them
    "de": ("ngerman", "Übung\nAfB\nUSA\nkWh\nweiß\nweiss\nCafé\nO'Neill\n",
           "cafe weiss weiß übung"),
    "es": ("spanish", "año\nano\ncanción\npingüino\n", "ano año cancion pinguino"),
    "fr": ("french", "côté\ncote\nça\naiguë\nnouveau-né\nl'\n", "aigue ca cote"),
    "it": ("italian", "città\nperché\nl'acqua\nRoma\n", "citta perche"),
    "nl": ("dutch", "ijs\ncafé\nreünie\nAmsterdam\ntv-gids\n's\n", "cafe ijs reunie"),
    "pl": ("polish", "łąka\nlaka\nżółw\nattaché\nfax\nŁódź\n", "attache laka łąka żółw"),
    "sv": ("swedish", "ål\nal\nkö\nidé\nSkåne\n", "al ide kö ål"),
}  # fmt: skip


def words_of(dictionary: Dictionary) -> list[str]:
    lexicons = dictionary.lexicons.values()
    return [word for lexicon in lexicons for word in lexicon.words(lexicon.everything)]


def test_every_recipe_is_tried() -> None:
    assert recipes().keys() == LISTS.keys()


@pytest.mark.parametrize("name", LISTS)
def test_recipe_takes_the_words_of_a_language_in_its_letters(name: str, tmp_path: Path) -> None:
    file, lines, words = LISTS[name]
    (tmp_path / file).write_text(lines, "latin1" if name == "sv" else "utf-8")
    recipe = recipes()[name].replace("/usr/share/dict", str(tmp_path))
    environ = environment(tmp_path, DICTIONARY_PATH=str(tmp_path / "dictionaries"))
    assert run("bash", "-c", recipe, environ=environ).returncode == 0
    dictionary = load(tmp_path / "dictionaries" / name)
    assert sorted(words_of(dictionary)) == words.split()
    assert dictionary.description.language == name
    assert dictionary.description.source == file


def test_sample_has_as_many_words_of_each_length(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICTIONARY_PATH", str(tmp_path))
    words = dict.fromkeys(["ab", "ä", "ba", "aba", "bab", "äbä", "ääba"], 0)
    few = dictionary_of("few", words, alphabet="abä", language="de", source="a test")
    write(tmp_path / "few", files_of(few))

    build_sample("few-2", "few", 2)

    sample = load(tmp_path / "few-2")
    assert sample.description.words_per_length == {2: 2, 3: 2}
    assert (sample.description.alphabet, sample.description.language) == ("abä", "de")
    assert set(words_of(sample)) < words.keys()


@pytest.mark.parametrize(
    ("result", "shown"),
    [
        ({"lower": 7, "upper": 7}, "7"),
        ({"lower": 7, "upper": 9}, "7–9"),
        ({"mean_misses": 1.5}, "1.50"),
        ({"mean_misses": None}, ""),
    ],
)
def test_what_is_not_known_is_a_range(result: object, shown: str) -> None:
    assert cell(result) == shown
