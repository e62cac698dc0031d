"""The shipped dictionaries are what their sources make: byte for byte, word for word."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from service.dictionaries.dictionary import Dictionary
from tests import originals


@originals.needed
def test_rebuild_from_the_same_lists_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    subprocess.run(["data/rebuild", originals.SCOWL, tmp_path], check=True, capture_output=True)

    for name in originals.SIZES:
        assert contents(tmp_path / name) == contents(Path("data", name))


@originals.needed
@pytest.mark.parametrize("name", originals.SIZES)
def test_words_are_those_of_the_lists_less_the_hidden_ones(
    dictionaries: Mapping[str, Dictionary], name: str
) -> None:
    shipped = {
        word
        for lexicon in dictionaries[name].lexicons.values()
        for word in lexicon.words(lexicon.everything)
    }

    assert shipped == originals.words_in(name)


@originals.needed
def test_each_word_has_the_smallest_size_that_lists_it_as_its_commonness(
    dictionaries: Mapping[str, Dictionary],
) -> None:
    lexicon = dictionaries["en-large"].lexicons[7]
    smallest: dict[str, int] = {}
    for kind in ("english", "american"):
        for path in originals.SCOWL.glob(f"{kind}-words.*"):
            for word in path.read_text("latin-1").split("\n"):
                size = int(path.suffix[1:])
                smallest[word] = min(size, smallest.get(word, size))

    for word_id, word in enumerate(lexicon.words(lexicon.everything)):
        assert lexicon.commonness[word_id] == smallest[word], word


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}
