"""The recipes of docs/dictionaries.md, on small lists that are coded as Debian's are."""

from pathlib import Path

import pytest

from service.dictionaries.dictionary import load
from tests.support.programs import environment, run
from tools.languages import recipes

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


@pytest.mark.parametrize("name", recipes())
def test_recipe_takes_the_words_of_a_language_in_its_letters(name: str, tmp_path: Path) -> None:
    file, lines, words = LISTS[name]
    (tmp_path / file).write_text(lines, "latin1" if name == "sv" else "utf-8")
    recipe = recipes()[name].replace("/usr/share/dict", str(tmp_path))
    environ = environment(tmp_path, DICTIONARY_PATH=str(tmp_path / "dictionaries"))
    assert run("bash", "-c", recipe, environ=environ).returncode == 0
    dictionary = load(tmp_path / "dictionaries" / name)
    lexicons = dictionary.lexicons.values()
    found = [word for lexicon in lexicons for word in lexicon.words(lexicon.everything)]
    assert sorted(found) == words.split()
    assert dictionary.description.language == name
    assert dictionary.description.source == file
