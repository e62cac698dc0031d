"""Dictionaries as files: what is written is what is read, and nothing is lost on the way."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from service.dictionaries.arrays import DictionaryError, lexicon_bytes, lexicon_from
from service.dictionaries.dictionary import Dictionary, build, load, load_all, write
from service.dictionaries.word_list import ENGLISH, words_hidden
from tests.support import factory

SHIPPED = {"en-small": 39_093, "en": 61_465, "en-large": 242_818}


def files(words: dict[str, int], name: str = "tiny") -> dict[str, bytes]:
    return build(name, words, alphabet=ENGLISH, language="en", source="a test")


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
    data = lexicon_bytes(factory.lexicon(["cat", "cot"]))

    with pytest.raises(DictionaryError) as refused:
        lexicon_from(data[:keep])

    assert (
        str(refused.value) == "this is not a lexicon, or it is damaged; build the dictionary again"
    )


def test_same_words_give_the_same_bytes_in_any_order() -> None:
    assert files({"cat": 1, "cot": 2, "at": 3}) == files({"at": 3, "cot": 2, "cat": 1})


def test_fingerprint_tells_other_words_apart(tmp_path: Path) -> None:
    prints = set()
    for index, words in enumerate([{"cat": 1}, {"cot": 1}, {"cat": 1, "at": 1}]):
        write(tmp_path / str(index), files(words))
        prints.add(load(tmp_path / str(index)).description.fingerprint)

    assert len(prints) == 3


def test_dictionary_replaces_the_old_one_whole(tmp_path: Path) -> None:
    write(tmp_path / "tiny", files({"cat": 1, "horse": 1}))
    write(tmp_path / "tiny", files({"at": 1}))

    assert load(tmp_path / "tiny").description.words_per_length == {2: 1}
    assert [path.name for path in tmp_path.iterdir()] == ["tiny"]


def test_failure_to_write_leaves_the_old_dictionary_whole(tmp_path: Path) -> None:
    write(tmp_path / "tiny", files({"cat": 1}))

    with pytest.raises(DictionaryError):
        write(tmp_path / "tiny", {"no/such/folder": b""})

    assert len(load(tmp_path / "tiny")) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["tiny"]


@pytest.mark.parametrize("name", ["", "En", "a/b", "../x", "-x", "x" * 33, "é"])
def test_name_must_be_plain(name: str) -> None:
    with pytest.raises(DictionaryError, match="name"):
        files({"cat": 1}, name)


def test_missing_file_of_a_dictionary_is_named(tmp_path: Path) -> None:
    write(tmp_path / "tiny", files({"cat": 1}))
    (tmp_path / "tiny" / "03.lexicon").unlink()

    with pytest.raises(DictionaryError, match=r"03\.lexicon"):
        load(tmp_path / "tiny")


@pytest.mark.parametrize("content", ["", "[]", "3", "\udcff", "[" * 100_000])
def test_description_that_is_none_is_reported(tmp_path: Path, content: str) -> None:
    write(tmp_path / "tiny", files({"cat": 1}))
    file = tmp_path / "tiny" / "dictionary.json"
    file.write_bytes(content.encode(errors="surrogateescape"))

    with pytest.raises(DictionaryError, match=f"{file}: not a JSON object with name, language"):
        load(tmp_path / "tiny")


TEXTS = ("name", "language", "alphabet", "source", "fingerprint", "title")


@pytest.mark.parametrize(
    ("member", "value"),
    [
        *[(name, wrong) for name in TEXTS for wrong in (None, 3, 1e999, ["x"], {"x": "x"}, "\x1b")],
        ("fingerprint", "../../secret"),
        ("source", "\ud800"),
        ("title", "x" * 1001),
        ("language", "en\nus"),
        ("words_per_length", None),
        ("words_per_length", 3),
        ("words_per_length", {}),
        ("words_per_length", {"three": 1}),
        ("words_per_length", {"3": "1"}),
        ("words_per_length", {"3": True}),
        ("words_per_length", {"9" * 5000: 1}),
    ],
)
def test_wrong_member_of_a_description_is_named(tmp_path: Path, member: str, value: object) -> None:
    write(tmp_path / "tiny", files({"cat": 1}))
    file = tmp_path / "tiny" / "dictionary.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), member: value}))

    with pytest.raises(DictionaryError) as refused:
        load(tmp_path / "tiny")

    line = str(refused.value)
    assert re.fullmatch(rf"{file}: {member}: .{{1,60}} is not .+", line)
    assert line.isprintable()
    assert len(line) < len(str(file)) + 200


def test_missing_member_is_named_and_a_later_one_is_not_read(
    tmp_path: Path,
) -> None:
    write(tmp_path / "tiny", files({"cat": 1}))
    file = tmp_path / "tiny" / "dictionary.json"
    members = json.loads(file.read_text())
    file.write_text(json.dumps({**members, "licence": ["MIT"]}))
    assert len(load(tmp_path / "tiny")) == 1

    del members["language"]
    file.write_text(json.dumps(members))
    with pytest.raises(DictionaryError, match="language: None is not a language tag"):
        load(tmp_path / "tiny")


@pytest.mark.parametrize(
    "change", [{"alphabet": "act"}, {"words_per_length": {"3": 10**400}}], ids=["letters", "words"]
)
def test_description_of_other_words_is_reported(tmp_path: Path, change: dict[str, object]) -> None:
    write(tmp_path / "tiny", files({"cat": 1}))
    file = tmp_path / "tiny" / "dictionary.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}))

    with pytest.raises(DictionaryError, match=r"03\.lexicon: not as dictionary\.json says"):
        load(tmp_path / "tiny")


@pytest.mark.parametrize("wrong", [{"title": "\x1b[31m"}, {"language": ""}, {"source": "a\nb"}])
def test_dictionary_that_could_not_be_loaded_is_not_built(wrong: dict[str, str]) -> None:
    [member] = wrong
    about: dict[str, Any] = {"alphabet": ENGLISH, "language": "en", "source": "a test", **wrong}

    with pytest.raises(DictionaryError, match=f"^{member}: .* is not a "):
        build("tiny", {"cat": 1}, count=lambda _: pytest.fail("it is being built"), **about)


def test_first_folder_with_a_name_wins(tmp_path: Path) -> None:
    write(tmp_path / "mine" / "tiny", files({"cat": 1}))
    write(tmp_path / "theirs" / "tiny", files({"at": 1}))

    found = load_all([tmp_path / "none", tmp_path / "mine", tmp_path / "theirs"])

    assert found["tiny"].description.words_per_length == {3: 1}


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_dictionary_has_no_hidden_words(
    dictionaries: Mapping[str, Dictionary], name: str
) -> None:
    absent = words_hidden(Path("data/hidden_words.txt")) | words_hidden(Path("data/not_words.txt"))
    found = dictionaries[name]

    assert SHIPPED[name] - len(absent) <= len(found) < SHIPPED[name]
    for word in absent:
        lexicon = found.lexicons.get(len(word))
        assert lexicon is None or lexicon.id_of(word) is None


def test_large_dictionary_reaches_45_letters_and_has_gaps(
    dictionaries: Mapping[str, Dictionary],
) -> None:
    lengths = list(dictionaries["en-large"].lexicons)

    assert lengths == [*range(2, 33), 34, 45]


def test_folder_with_files_of_others_is_not_replaced(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "a.jpg").write_text("mine")

    with pytest.raises(DictionaryError, match="jpg is not a part of a dictionary"):
        write(photos, {"dictionary.json": b"{}"})

    assert (photos / "a.jpg").read_text() == "mine"
