"""The shipped dictionaries are what their sources produce: byte for byte, word for word."""

import json
import zlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from service.dictionaries.arrays import DictionaryError
from service.dictionaries.dictionary import (
    DESCRIPTION,
    FIRST_GUESSES,
    LICENCE,
    Dictionary,
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

Files: TypeAlias = dict[str, bytes]

# Of the files of first guesses that `make data` wrote: computing all of them takes a minute.
DIGESTS = {"en-small": "cd07ee29b3a00fea", "en": "c2480cbd281d3005", "en-large": "1214240d36bbb3ad"}
# Of the words of other languages, of the files of their first guesses, and of their licences.
LANGUAGES = {
    "nl": ("17a5d16c4ab212ac", "0eafb70d2a00ff0d"),
    "ru": ("2b4a33123e7ea005", "2d5e6d5a2a7db332"),
    "tr": ("479e4ec0566a713e", "9d290807e94cd1d6"),
}
LICENCES = {"nl": "08f5ea1792235e4f", "ru": "5038572cb4674dfd", "tr": "e69e41956bef3d0a"}
QUICK = [18, *range(28, 46)]  # lengths with few words; one of 18 letters is hidden


@pytest.fixture
def quick_files(monkeypatch: pytest.MonkeyPatch) -> Callable[[Dictionary, Dictionary], Files]:
    """A function from a dictionary that was made, and the shipped one, to the files of the first.

    Of the misses after a first letter, one letter a length is computed, and others looked up.
    """
    first_guess = played_guesses.first_guess
    monkeypatch.setattr(zlib, "compress", lambda content, _: content)  # saves half of the time

    def quick_files(made: Dictionary, dictionary: Dictionary) -> Files:
        def known(words: PossibleWords, letter: str, weights: Weights) -> int:
            length, is_even = words.lexicon.length, weights.max() == 1
            weighed = dictionary.first_guesses["even" if is_even else "commonness"][length]
            number = list(weighed).index(letter)
            if is_even == length % 2 and number == length % len(weighed):
                return first_guess(words, letter, weights)
            return weighed[letter]

        monkeypatch.setattr(played_guesses, "first_guess", known)
        return files_of(made)

    return quick_files


@originals.needed
@pytest.mark.parametrize("name", originals.SIZES)
def test_files_are_those_that_the_original_lists_make(
    dictionaries: Dictionaries, name: str, quick_files: Callable[[Dictionary, Dictionary], Files]
) -> None:
    dictionary = dictionaries[name]
    about = json.loads((dictionary.folder / DESCRIPTION).read_text())
    texts = {each: about[each] for each in ("language", "source", "title")}
    words = originals.words_in(name)

    made = dictionary_of(name, words, alphabet=ENGLISH, reviewed=True, **texts)
    files = quick_files(made, dictionary)

    assert files == {path.name: unzipped(path) for path in dictionary.folder.iterdir()}
    assert sha256(files[FIRST_GUESSES]).hexdigest()[:16] == DIGESTS[name], "make data?"


@pytest.mark.parametrize("name", LANGUAGES)
def test_files_of_languages_are_those_that_their_words_make(
    dictionaries: Dictionaries, name: str, quick_files: Callable[[Dictionary, Dictionary], Files]
) -> None:
    dictionary = dictionaries[name]
    commonness = {
        word: int(common)
        for lexicon in dictionary.lexicons.values()
        for word, common in zip(
            lexicon.words(lexicon.everything), lexicon.commonness[lexicon.everything], strict=True
        )
    }
    digest = sha256(json.dumps(sorted(commonness.items())).encode()).hexdigest()[:16]
    about = dictionary.description
    texts = {each: getattr(about, each) for each in ("alphabet", "language", "source", "title")}

    made = dictionary_of(name, commonness, drops_accents=True, **texts)
    files = quick_files(made, dictionary)

    folder = {path.name: unzipped(path) for path in dictionary.folder.iterdir()}
    assert sha256(folder.pop(LICENCE)).hexdigest()[:16] == LICENCES[name], "make data?"
    assert files == folder
    assert (digest, sha256(files[FIRST_GUESSES]).hexdigest()[:16]) == LANGUAGES[name], "make data?"


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


def test_every_english_length_has_its_value_and_refutations() -> None:
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
