"""Which lines of a word list become words, and why the others do not."""

from pathlib import Path

import pytest

from service.dictionaries.arrays import DictionaryError
from service.dictionaries.word_list import (
    Dropped,
    Rules,
    checked_alphabet,
    filter_words,
    words_hidden,
)


def listed(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "words.txt"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_each_dropped_line_has_one_reason(tmp_path: Path) -> None:
    lines = ["cat", "Dog", "it's", "naïve", "a", "cat", "damn", "x" * 65, ""]

    filtered = filter_words(listed(tmp_path, "\n".join(lines)), Rules(hidden={"damn"}))

    assert filtered.commonness == {"cat": 0}
    assert filtered.dropped == {
        (3, Dropped.CAPITALS): 1,
        (4, Dropped.APOSTROPHE): 1,
        (5, Dropped.OUTSIDE): 1,
        (1, Dropped.SHORT): 1,
        (3, Dropped.DUPLICATE): 1,
        (4, Dropped.HIDDEN): 1,
        (65, Dropped.LONG): 1,
    }


def test_words_are_composed(tmp_path: Path) -> None:
    filtered = filter_words(listed(tmp_path, "u\u0308ber\n"), Rules(alphabet="überß"))

    assert list(filtered.commonness) == ["über"]


def test_windows_files_are_read(tmp_path: Path) -> None:
    filtered = filter_words(listed(tmp_path, "\ufeffcat\r\ndog\r\n"), Rules())

    assert list(filtered.commonness) == ["cat", "dog"]


def test_second_column_is_the_commonness(tmp_path: Path) -> None:
    filtered = filter_words(listed(tmp_path, "cat\t50\ndog\t35\ncat\t10\n"), Rules())

    assert filtered.commonness == {"cat": 10, "dog": 35}


def test_capitals_are_taken_as_small_letters_where_asked(tmp_path: Path) -> None:
    filtered = filter_words(listed(tmp_path, "Haus\n"), Rules(lowercase=True))

    assert list(filtered.commonness) == ["haus"]


def test_accents_are_dropped_except_those_of_the_alphabet(
    tmp_path: Path,
) -> None:
    lines = ["señor", "caña", "canción", "cancion", "Él", "cœur"]

    filtered = filter_words(
        listed(tmp_path, "\n".join(lines)), Rules("acehilnñors", drop_accents=True)
    )

    assert list(filtered.commonness) == ["señor", "caña", "cancion"]
    assert filtered.dropped == {
        (7, Dropped.DUPLICATE): 1,
        (2, Dropped.CAPITALS): 1,
        (4, Dropped.OUTSIDE): 1,
    }


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b"\n\n", "is empty"),
        (b"cat\nna\xefve\n", "line 2 is not UTF-8"),
        (b"Cat\nDog\n", "no line is a word of this alphabet .2 capital letters"),
        (b"cat\tmany\n", "line 1: commonness 'many' is not a whole number from 1 to 255"),
        (b"cat\t256\n", "line 1: commonness '256' is not a whole number from 1 to 255"),
        (b"cat\t" + 5000 * b"1", r"line 1: commonness '1{59} is not a whole number"),
        ("cat\t²\n".encode(), "line 1: commonness '²' is not a whole number"),
    ],
)
def test_list_without_words_says_what_is_wrong(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(DictionaryError, match=said):
        filter_words(listed(tmp_path, content), Rules())


def test_list_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    with pytest.raises(DictionaryError, match="No such file"):
        filter_words(tmp_path / "none.txt", Rules())
    with pytest.raises(DictionaryError, match="directory"):
        filter_words(tmp_path, Rules())


@pytest.mark.parametrize(
    ("alphabet", "said"),
    [
        ("abca", "a stand in it twice"),
        ("abC", "not made of small letters alone"),
        ("ab1", "not made of small letters alone"),
        ("", "not made of small letters alone"),
        ("".join(map(chr, range(0x3B1, 0x3CA))) + "abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïð",
         "letters; at most 64 do"),
    ],
)  # fmt: skip
def test_alphabet_that_cannot_be_used_says_why(alphabet: str, said: str) -> None:
    with pytest.raises(DictionaryError, match=said):
        checked_alphabet(alphabet)


def test_comments_are_no_hidden_words(tmp_path: Path) -> None:
    assert words_hidden(listed(tmp_path, "# why\n\ndamn\n")) == {"damn"}
