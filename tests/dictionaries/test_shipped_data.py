"""The shipped dictionaries are what their sources make: byte for byte, word for word."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from service.dictionaries.arrays import DictionaryError
from service.dictionaries.dictionary import (
    DESCRIPTION,
    FIRST_GUESSES,
    build,
    fingerprint_of,
    load_all,
    write,
)
from service.settings import shipped
from tests import originals
from tests.support.factory import Dictionaries
from tests.support.programs import printed

# Lengths of words that take as long as others to rebuild, so that tests can do it side by side.
PARTS = [range(2, 6), [6, 12], [7], [8], [9], [10], [11], range(13, 46)]


def read_in(folder: Path) -> list[Any]:
    """What a dictionary says of itself, and its first guesses."""
    return [json.loads((folder / name).read_text()) for name in (DESCRIPTION, FIRST_GUESSES)]


def part_of(folder: Path, lengths: Sequence[int]) -> tuple[object, ...]:
    """What a dictionary has for some lengths, and what it says of all but the fingerprint."""
    about, first = read_in(folder)
    del about["fingerprint"]
    for by_length in (about["words_per_length"], *first.values()):
        for length in {*by_length} - {*map(str, lengths)}:
            del by_length[length]
    files = [folder / f"{length:02}.lexicon" for length in lengths]
    return json.dumps([about, first]), [file.read_bytes() for file in files if file.exists()]


@originals.needed
@pytest.mark.timeout(330)  # 10 s of CPU each, on a busy machine
@pytest.mark.parametrize("lengths", PARTS, ids=lambda lengths: f"{lengths[0]} letters")
def test_rebuild_from_the_same_lists_is_the_same(tmp_path: Path, lengths: Sequence[int]) -> None:
    for path in originals.SCOWL.glob("*-words.*"):
        lines = [word for word in path.read_text("latin-1").split("\n") if len(word) in lengths]
        (tmp_path / path.name).write_text("\n".join(lines), "latin-1")

    printed("data/rebuild", tmp_path, tmp_path, seconds=300)

    for name in originals.SIZES:
        assert part_of(tmp_path / name, lengths) == part_of(Path("data", name), lengths)


@pytest.mark.parametrize("name", originals.SIZES)
def test_whole_dictionary_is_its_parts_byte_for_byte(dictionaries: Dictionaries, name: str) -> None:
    folder, lexicons = Path("data", name), dictionaries[name].lexicons
    words = {length: len(lexicon) for length, lexicon in lexicons.items()}
    of_all = {"fingerprint": fingerprint_of(lexicons.values()), "words_per_length": words}
    about, first = read_in(folder)
    guesses = {name: {length: of[str(length)] for length in words} for name, of in first.items()}

    written = {
        DESCRIPTION: json.dumps({**about, **of_all}, ensure_ascii=False, indent=2) + "\n",
        FIRST_GUESSES: json.dumps(guesses, ensure_ascii=False) + "\n",
    }

    assert written == {file: (folder / file).read_text() for file in written}
    files = {path.name for path in folder.iterdir()}
    assert files == {*written, *[f"{length:02}.lexicon" for length in words]}
    assert [*words] == sorted(words)
    assert {*words} <= {length for part in PARTS for length in part}


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
