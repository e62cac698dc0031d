"""The shipped dictionaries are what their sources make: byte for byte, word for word."""

from pathlib import Path

import pytest

from service.dictionaries.arrays import DictionaryError
from service.dictionaries.dictionary import build, load_all, write
from service.settings import shipped
from tests import originals
from tests.support.factory import Dictionaries
from tests.support.programs import printed


@originals.needed
@pytest.mark.timeout(660)  # all three dictionaries, one after another
def test_rebuild_from_the_same_lists_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    printed("data/rebuild", originals.SCOWL, tmp_path, seconds=600)

    for name in originals.SIZES:
        built, data = (
            {path.name: path.read_bytes() for path in (folder / name).iterdir()}
            for folder in (tmp_path, Path("data"))
        )
        assert built == data


@originals.needed
@pytest.mark.parametrize("name", originals.SIZES)
def test_words_are_those_of_the_lists_less_the_hidden_ones(
    dictionaries: Dictionaries, name: str
) -> None:
    lexicons = dictionaries[name].lexicons.values()
    words = {word for lexicon in lexicons for word in lexicon.words(lexicon.everything)}
    assert words == originals.words_in(name)


@originals.needed
def test_commonness_is_the_smallest_size_that_lists_a_word(dictionaries: Dictionaries) -> None:
    lexicon = dictionaries["en-large"].lexicons[7]
    smallest: dict[str, int] = {}
    for kind in ("english", "american"):
        for path in originals.SCOWL.glob(f"{kind}-words.*"):
            for word in path.read_text("latin-1").split("\n"):
                size = int(path.suffix[1:])
                smallest[word] = min(size, smallest.get(word, size))

    for word_id, word in enumerate(lexicon.words(lexicon.everything)):
        assert lexicon.commonness[word_id] == smallest[word], word


def test_every_length_has_its_value_and_its_refutations() -> None:
    for name, one in load_all([shipped("data")]).items():
        assert set(one.misses_forced) == set(one.lexicons), name
        for length, bounds in one.misses_forced.items():
            table = one.refutation_tables.get(length)
            kept_to = table.misses_forced(table.words) if table else 0
            assert kept_to == bounds.lower - ((name, length) == ("en-large", 3)), (name, length)
            assert 0 <= bounds.lower == bounds.upper


def test_values_are_of_the_same_words_and_not_damaged(tmp_path: Path) -> None:
    (tmp_path / "values.json").write_text('{"0123456789abcdef": {"3": [1, 1]}}')
    write(tmp_path / "tiny", build("tiny", {"cat": 1}, alphabet="act", language="en", source="x"))
    assert load_all([tmp_path])["tiny"].misses_forced == {}
    (tmp_path / "values.json").write_text("{")
    with pytest.raises(DictionaryError, match=r"values\.json: this is not a table"):
        load_all([tmp_path])
