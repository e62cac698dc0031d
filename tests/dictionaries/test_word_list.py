"""Which lines of a word list become words, and why the others do not."""

from pathlib import Path

import pytest

from service.dictionaries import word_list
from service.dictionaries.arrays import DictionaryError
from service.dictionaries.word_list import Dropped, Rules, filter_words


def listed(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "words.txt"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize(
    ("text", "rules", "commonness"),
    [
        pytest.param("u\u0308ber\n", Rules(alphabet="überß"), {"über": 0}, id="composed"),
        pytest.param("\ufeffcat\r\ndog\r\n", Rules(), {"cat": 0, "dog": 0}, id="Windows file"),
        pytest.param(
            "cat\t50\ndog\t35\ncat\t10\n", Rules(), {"cat": 10, "dog": 35},
            id="commonness in the second column",
        ),
        pytest.param("Haus\n", Rules(lowercase=True), {"haus": 0}, id="capitals"),
    ],
)  # fmt: skip
def test_words_are_read(
    tmp_path: Path, text: str, rules: Rules, commonness: dict[str, int]
) -> None:
    assert filter_words(listed(tmp_path, text), rules).commonness == commonness


@pytest.mark.parametrize(
    ("lines", "rules", "words", "dropped"),
    [
        pytest.param(
            ["cat", "Dog", "it's", "naïve", "a", "cat", "damn", "x" * 65, ""],
            Rules(hidden={"damn"}),
            ["cat"],
            {
                (3, Dropped.CAPITALS), (4, Dropped.APOSTROPHE), (5, Dropped.OUTSIDE),
                (1, Dropped.SHORT), (3, Dropped.DUPLICATE), (4, Dropped.HIDDEN), (65, Dropped.LONG),
            },
            id="each line has one reason",
        ),
        pytest.param(
            ["señor", "caña", "canción", "cancion", "Él", "cœur"],
            Rules("acehilnñors", drop_accents=True),
            ["señor", "caña", "cancion"],
            {(7, Dropped.DUPLICATE), (2, Dropped.CAPITALS), (4, Dropped.OUTSIDE)},
            id="accents go, except those of the alphabet",
        ),
    ],
)  # fmt: skip
def test_lines_are_dropped(
    tmp_path: Path,
    lines: list[str],
    rules: Rules,
    words: list[str],
    dropped: set[tuple[int, Dropped]],
) -> None:
    filtered = filter_words(listed(tmp_path, "\n".join(lines)), rules)
    assert filtered.commonness == dict.fromkeys(words, 0)
    assert filtered.dropped == dict.fromkeys(dropped, 1)


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


@pytest.mark.parametrize(("name", "said"), [("none.txt", "No such file"), ("", "directory")])
def test_list_that_cannot_be_read_says_so(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(DictionaryError, match=said):
        filter_words(tmp_path / name, Rules())


@pytest.mark.parametrize(
    ("alphabet", "said"),
    [
        ("abca", "these are in it twice: a"),
        *[(alphabet, "characters that are not small letters") for alphabet in ("abC", "ab1", "")],
        ("".join(map(chr, range(0x3B1, 0x3CA))) + "abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïð",
         "letters; 64 are allowed"),
    ],
)  # fmt: skip
def test_alphabet_that_cannot_be_used_says_why(alphabet: str, said: str) -> None:
    with pytest.raises(DictionaryError, match=said):
        word_list.checked_alphabet(alphabet)


def test_comments_are_no_hidden_words(tmp_path: Path) -> None:
    assert word_list.words_hidden(listed(tmp_path, "# why\n\ndamn\n")) == {"damn"}
