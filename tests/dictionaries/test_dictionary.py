"""Dictionaries as files: what is written is what is read, and nothing is lost on the way."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from service.dictionaries.arrays import DictionaryError, lexicon_bytes, lexicon_from
from service.dictionaries.dictionary import dictionary_of, files_of, load, load_all, write
from service.dictionaries.exact_tables import REFUTATIONS
from service.dictionaries.word_list import ENGLISH
from tests.support import factory

TEXTS = ("name", "language", "alphabet", "source", "fingerprint", "title")


def files(words: dict[str, int], name: str = "tiny") -> dict[str, bytes]:
    return files_of(dictionary_of(name, words, alphabet=ENGLISH, language="en", source="a test"))


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """The folder of a dictionary of one word."""
    write(tmp_path / "tiny", files({"cat": 1}))
    return tmp_path / "tiny"


def describe(folder: Path, **members: object) -> Path:
    """Change the description of a dictionary: its file."""
    file = folder / "dictionary.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **members}))
    return file


def test_lexicon_comes_back_from_its_bytes_as_it_was() -> None:
    lexicon = factory.lexicon({"cat": 10, "cot": 35, "act": 50})

    again = lexicon_from(lexicon_bytes(lexicon))

    assert again.words(again.everything) == lexicon.words(lexicon.everything)
    assert again.commonness.tolist() == lexicon.commonness.tolist()
    assert again.presence.tolist() == lexicon.presence.tolist()
    assert again.family_positions == lexicon.family_positions
    for ours, theirs in zip(again.family_numbers, lexicon.family_numbers, strict=True):
        assert ours.dtype == theirs.dtype
        assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("keep", [0, 10, 200])
def test_damaged_file_is_reported(keep: int) -> None:
    said = "^this is not a lexicon, or it is damaged; build the dictionary again$"
    with pytest.raises(DictionaryError, match=said):
        lexicon_from(lexicon_bytes(factory.lexicon(["cat", "cot"]))[:keep])


def test_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "04.refutations"
    path.write_bytes(b"words\n{}\n")
    with pytest.raises(DictionaryError, match="of another format"):
        REFUTATIONS.read(path)


def test_dictionary_replaces_the_old_one_whole_or_not(tiny: Path) -> None:
    write(tiny, files({"at": 1, "horse": 1}))
    write(tiny, files({"at": 1}))
    with pytest.raises(DictionaryError):
        write(tiny, {"no/such/folder": b""})
    assert load(tiny).description.words_per_length == {2: 1}
    assert [path.name for path in tiny.parent.iterdir()] == ["tiny"]


def test_folder_with_files_of_others_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_text("mine")
    with pytest.raises(DictionaryError, match="jpg is not a part of a dictionary"):
        write(tmp_path, {"dictionary.json": b"{}"})
    assert (tmp_path / "a.jpg").read_text() == "mine"


@pytest.mark.parametrize("name", ["", "En", "a/b", "../x", "-x", "x" * 33, "é"])
def test_name_must_be_plain(name: str) -> None:
    with pytest.raises(DictionaryError, match="name"):
        files({"cat": 1}, name)


def test_missing_file_of_a_dictionary_is_named(tiny: Path) -> None:
    (tiny / "03.lexicon").unlink()
    with pytest.raises(DictionaryError, match=r"03\.lexicon"):
        load(tiny)


@pytest.mark.parametrize("content", ["", "[]", "3", "\udcff", "[" * 100_000])
def test_description_that_is_none_is_reported(tiny: Path, content: str) -> None:
    file = tiny / "dictionary.json"
    file.write_bytes(content.encode(errors="surrogateescape"))
    with pytest.raises(DictionaryError, match=f"{file}: not a JSON object with name, language"):
        load(tiny)


@pytest.mark.parametrize(
    ("member", "value"),
    [
        *[(name, wrong) for name in TEXTS for wrong in (None, 3, 1e999, ["x"], {"x": "x"}, "\x1b")],
        ("fingerprint", "../../secret"),
        ("source", "\ud800"),
        ("title", "x" * 1001),
        ("language", "en\nus"),
        *[
            ("words_per_length", wrong)
            for wrong in (None, 3, {}, {"three": 1}, {"3": "1"}, {"3": True}, {"9" * 5000: 1})
        ],
    ],
)
def test_wrong_member_of_a_description_is_named(tiny: Path, member: str, value: object) -> None:
    file = describe(tiny, **{member: value})

    with pytest.raises(DictionaryError) as refused:
        load(tiny)

    line = str(refused.value)
    assert re.fullmatch(rf"{file}: {member}: .{{1,60}} is not .+", line)
    assert line.isprintable()
    assert len(line) < len(str(file)) + 200


def test_missing_member_is_named_and_a_later_one_is_not_read(tiny: Path) -> None:
    file = describe(tiny, licence=["MIT"])
    assert len(load(tiny)) == 1
    file.write_text(file.read_text().replace('"language"', '"tongue"'))
    with pytest.raises(DictionaryError, match="language: None is not a language tag"):
        load(tiny)


@pytest.mark.parametrize(
    "change", [{"alphabet": "act"}, {"words_per_length": {"3": 10**400}}], ids=["letters", "words"]
)
def test_description_of_other_words_is_reported(tiny: Path, change: dict[str, object]) -> None:
    describe(tiny, **change)
    with pytest.raises(DictionaryError, match=r"03\.lexicon: not as dictionary\.json says"):
        load(tiny)


@pytest.mark.parametrize("wrong", [{"title": "\x1b[31m"}, {"language": ""}, {"source": "a\nb"}])
def test_dictionary_that_could_not_be_loaded_is_not_built(wrong: dict[str, str]) -> None:
    about: dict[str, Any] = {"alphabet": ENGLISH, "language": "en", "source": "a test", **wrong}
    with pytest.raises(DictionaryError, match=f"^{next(iter(wrong))}: .* is not a "):
        dictionary_of("tiny", {"cat": 1}, **about)


def test_first_folder_with_a_name_wins(tiny: Path, tmp_path: Path) -> None:
    write(tmp_path / "theirs" / "tiny", files({"at": 1}))
    found = load_all([tmp_path / "none", tiny.parent, tmp_path / "theirs"])
    assert found["tiny"].description.words_per_length == {3: 1}
