"""The shipped dictionaries are what their sources produce: byte for byte, word for word."""

import json
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from service.dictionaries.arrays import DictionaryError
from service.dictionaries.dictionary import (
    DESCRIPTION,
    FIRST_GUESSES,
    dictionary_of,
    files_of,
    load_all,
    write,
)
from service.dictionaries.exact_tables import VALUES, values_in
from service.dictionaries.word_list import ENGLISH
from service.engine.possible_words import PossibleWords
from service.engine.weights import Weights
from service.search import played_guesses
from service.settings import shipped
from tests import originals
from tests.support.factory import Dictionaries
from tests.support.programs import printed

# Of the files of first guesses that `make data` wrote: computing all of them takes a minute.
DIGESTS = {"en-small": "cd07ee29b3a00fea", "en": "c2480cbd281d3005", "en-large": "1214240d36bbb3ad"}
QUICK = [18, *range(28, 46)]  # lengths with few words; one of 18 letters is hidden


@originals.needed
@pytest.mark.parametrize("name", originals.SIZES)
def test_files_are_those_that_the_original_lists_make(
    dictionaries: Dictionaries, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dictionary, first_guess = dictionaries[name], played_guesses.first_guess

    def known(words: PossibleWords, letter: str, weights: Weights) -> int:
        """The misses after a first letter: of one letter a length computed, of others looked up."""
        length, is_even = words.lexicon.length, weights.max() == 1
        weighed = dictionary.first_guesses["even" if is_even else "commonness"][length]
        number = list(weighed).index(letter)
        if is_even == length % 2 and number == length % len(weighed):
            return first_guess(words, letter, weights)
        return weighed[letter]

    monkeypatch.setattr(played_guesses, "first_guess", known)
    monkeypatch.setattr(zlib, "compress", lambda content, _: content)  # saves half of the time
    about = json.loads((dictionary.folder / DESCRIPTION).read_text())
    texts = {each: about[each] for each in ("language", "source", "title")}

    files = files_of(dictionary_of(name, originals.words_in(name), alphabet=ENGLISH, **texts))

    assert files == {path.name: unzipped(path) for path in dictionary.folder.iterdir()}
    assert sha256(files[FIRST_GUESSES]).hexdigest()[:16] == DIGESTS[name], "make data?"


def unzipped(path: Path) -> bytes:
    *head, body = path.read_bytes().split(b"\n", 2)
    return b"\n".join([*head, zlib.decompress(body) if path.suffix == ".lexicon" else body])


def quick_part_of(folder: Path) -> list[Any]:
    """A dictionary's description, first guesses and lexicons, of the QUICK lengths only."""
    about, first = (
        json.loads((folder / file).read_text()) for file in (DESCRIPTION, FIRST_GUESSES)
    )
    del about["fingerprint"]
    for by_length in (about["words_per_length"], *first.values()):
        for length in by_length.keys() - set(map(str, QUICK)):
            del by_length[length]
    files = [folder / f"{int(length):02}.lexicon" for length in about["words_per_length"]]
    return [about, first, *[file.read_bytes() for file in files]]


@originals.needed
def test_rebuild_makes_the_shipped_dictionaries(tmp_path: Path) -> None:
    for path in originals.SCOWL.glob("*-words.*"):
        lines = [word for word in path.read_text("latin-1").split("\n") if len(word) in QUICK]
        (tmp_path / path.name).write_text("\n".join(lines), "latin-1")
    printed("data/rebuild", tmp_path, tmp_path)
    for name in originals.SIZES:
        assert quick_part_of(tmp_path / name) == quick_part_of(Path("data", name))


def test_every_length_of_english_has_its_value_and_its_refutations() -> None:
    for name, each in load_all([shipped("data")], DIGESTS).items():
        assert set(each.misses_forced) == set(each.lexicons), name
        for length, bounds in each.misses_forced.items():
            table = each.refutation_tables.get(length)
            proved = table.misses_forced(table.words) if table else 0
            assert proved == bounds.lower - ((name, length) == ("en-large", 3)), (name, length)
            assert 0 <= bounds.lower == bounds.upper


def test_values_of_several_folders_are_put_together(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("mine", "theirs")]
    for folder, values in zip(folders, ('{"3": 1}', '{"3": 2, "4": 2}'), strict=True):
        folder.mkdir()
        (folder / VALUES).write_text(f'{{"fingerprint": {values}}}')
    assert values_in(folders, VALUES, int) == {"fingerprint": {3: 1, 4: 2}}


def test_values_are_of_the_same_words_and_not_damaged(tmp_path: Path) -> None:
    (tmp_path / "values.json").write_text('{"0123456789abcdef": {"3": [1, 1]}}')
    tiny = dictionary_of("tiny", {"cat": 1}, alphabet="act", language="en", source="x")
    write(tmp_path / "tiny", files_of(tiny))
    assert load_all([tmp_path])["tiny"].misses_forced == {}
    (tmp_path / "values.json").write_text("{")
    with pytest.raises(DictionaryError, match=r"values\.json: this is not a table"):
        load_all([tmp_path])
