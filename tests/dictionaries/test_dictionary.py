"""Dictionary files; which lines of a word list become words, and why other lines do not."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from service.dictionaries import dictionary as module
from service.dictionaries import word_list
from service.dictionaries.arrays import DictionaryError, lexicon_bytes, lexicon_from
from service.dictionaries.dictionary import dictionary_of, files_of, load, load_all, write
from service.dictionaries.entries import Dropped
from service.dictionaries.exact_tables import REFUTATIONS
from service.dictionaries.word_list import ENGLISH, Rules, filter_words
from service.engine.lexicon import Lexicon
from service.engine.weights import Weights
from tests.support import factory

TEXTS = ("name", "language", "alphabet", "source", "fingerprint", "title")


def files(words: dict[str, int]) -> dict[str, bytes]:
    return files_of(dictionary_of("tiny", words, alphabet=ENGLISH, language="en", source="a test"))


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """The folder of a dictionary of one word."""
    write(tmp_path / "tiny", files({"cat": 1}))
    return tmp_path / "tiny"


def describe(folder: Path, **members: object) -> Path:
    """Change members of a dictionary's description; return its file."""
    file = folder / "dictionary.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **members}))
    return file


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


def test_words_without_commonness_are_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Weights] = []

    def first_guesses(_lexicon: Lexicon, weights: Weights, _count: object) -> dict[str, int]:
        played.append(weights)
        return {}

    monkeypatch.setattr(module, "first_guesses", first_guesses)
    for commonness, times in ((0, 1), (10, 2)):
        played.clear()
        files(dict.fromkeys(["cat", "dog"], commonness) | ({"cow": 35} if commonness else {}))
        assert len(played) == times


def test_folder_with_files_of_others_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_text("mine")
    with pytest.raises(DictionaryError, match="jpg is not a part of a dictionary"):
        write(tmp_path, {"dictionary.json": b"{}"})
    assert (tmp_path / "a.jpg").read_text() == "mine"


@pytest.mark.parametrize("content", ["", "[]", "3", "\udcff", "[" * 100_000])
def test_file_that_is_not_a_description_is_reported(tiny: Path, content: str) -> None:
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
        *[("language", wrong) for wrong in ("en\nus", "toki", "x-elvish", "zh-min-nan")],
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


def test_dictionary_has_the_name_of_its_folder(tiny: Path) -> None:
    assert load(tiny.rename(tiny.with_name("other"))).description.name == "other"
    with pytest.raises(DictionaryError, match="name: 'My words' is not of a-z, 0-9 and -"):
        load(tiny.with_name("other").rename(tiny.with_name("My words")))


def test_missing_part_is_named_and_a_later_member_is_not_read(tiny: Path) -> None:
    file = describe(tiny, licence=["MIT"])
    assert len(load(tiny)) == 1
    (tiny / "03.lexicon").unlink()
    with pytest.raises(DictionaryError, match=r"03\.lexicon"):
        load(tiny)
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


WRONG = [("title", "\x1b[31m"), ("language", ""), ("source", "a\nb")]
NAMES = ["", "En", "a/b", "../x", "-x", "x" * 33, "é"]


@pytest.mark.parametrize(("member", "wrong"), [*WRONG, *(("name", name) for name in NAMES)])
def test_dictionary_that_could_not_be_loaded_is_not_built(member: str, wrong: str) -> None:
    usual = {"name": "tiny", "alphabet": ENGLISH, "language": "en", "source": "a test"}
    about: dict[str, Any] = {**usual, member: wrong}
    with pytest.raises(DictionaryError, match=f"^{member}: .* is not "):
        dictionary_of(about.pop("name"), {"cat": 1}, **about)


def test_first_folder_with_a_name_wins(tiny: Path, tmp_path: Path) -> None:
    write(tmp_path / "theirs" / "tiny", files({"at": 1}))
    found = load_all([tmp_path / "none", tiny.parent, tmp_path / "theirs"])
    assert found["tiny"].description.words_per_length == {3: 1}


# --- Word lists -----------------------------------------------------------------------------------


def listed(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "words.txt"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize(
    ("text", "rules", "words", "drops"),
    [
        pytest.param("u\u0308ber\n", Rules(alphabet="überß"), {"über": 0}, {}, id="composed"),
        pytest.param("\ufeffcat\r\ndog\r\n", Rules(), {"cat": 0, "dog": 0}, {}, id="Windows file"),
        pytest.param(
            "cat\t50\nhorse\t35\ncat\t10\nat\nhorse\n", Rules(),
            {"cat": 10, "horse": 35, "at": 255},
            {(3, Dropped.DUPLICATE), (5, Dropped.DUPLICATE)}, id="commonness in the second column",
        ),
        pytest.param("Haus\n", Rules(lowercase=True), {"haus": 0}, {}, id="capitals"),
        pytest.param(
            f"cat\nDog\nit's\nnaïve\na\ncat\ndamn\n{65 * 'x'}", Rules(hidden={"damn"}), {"cat": 0},
            {
                (3, Dropped.CAPITALS), (4, Dropped.APOSTROPHE), (5, Dropped.OUTSIDE),
                (1, Dropped.SHORT), (3, Dropped.DUPLICATE), (4, Dropped.HIDDEN), (65, Dropped.LONG),
            },
            id="each line has one reason",
        ),
        pytest.param(
            "señor\ncaña\ncanción\ncancion\nÉl\ncœur", Rules("acehilnñors", drop_accents=True),
            {"señor": 0, "caña": 0, "cancion": 0},
            {(7, Dropped.DUPLICATE), (2, Dropped.CAPITALS), (4, Dropped.OUTSIDE)},
            id="accents go, except those of the alphabet",
        ),
    ],
)  # fmt: skip
def test_line_is_a_word_or_has_a_reason_why_not(
    tmp_path: Path, text: str, rules: Rules, words: dict[str, int], drops: set[tuple[int, Dropped]]
) -> None:
    filtered = filter_words(listed(tmp_path, text), rules)
    assert filtered.commonness == words
    assert filtered.dropped == dict.fromkeys(drops, 1)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b"\n\n", "is empty"),
        (b"Cat\nDog\n", "no line is a word of this alphabet .capital letters: 2"),
        (b"cat\t0\n", "line 1: commonness '0' is not a whole number from 1 to 255"),
        (b"dog\t9\ncat\t0\n", "line 2: commonness '0' is not a whole number from 1 to 255"),
        (b"cat\t-1\n", "line 1: commonness '-1' is not a whole number from 1 to 255"),
        (b"cat\t300\n", "commonness '300' .* above counts, write a line “word”, a tab, “count”"),
        (b"cat\t256\n", "line 1: commonness '256' is not a whole number from 1 to 255"),
        (b"cat\t" + 5000 * b"1", r"line 1: commonness '1{59} is not a whole number"),
        ("кот\n".encode(), "name its language with --language, or its letters with --alphabet"),
        (b"CAT\nDOG\nEMU\n", "capital letters: 3, such as “CAT” .line 1.. --lowercase takes them"),
    ],
)
def test_list_without_words_says_what_is_wrong(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(DictionaryError, match=said):
        filter_words(listed(tmp_path, content), Rules())


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


def test_hidden_words_are_spelled_as_the_words(tmp_path: Path) -> None:
    hidden, rules = listed(tmp_path, "# why\n\nDamn\nu\u0308\n"), Rules(drop_accents=True)
    assert word_list.words_hidden(hidden, rules) == {"damn", "u"}
    assert word_list.words_hidden(hidden, Rules()) == {"damn", "ü"}
