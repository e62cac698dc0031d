"""Files of words as people have them: what they are taken for, and which words are read."""

import bz2
import gzip
import io
import json
import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from wordfreq import top_n_list

from service.dictionaries import archives
from service.dictionaries.alphabets import alphabets_in
from service.dictionaries.arrays import DictionaryError
from service.dictionaries.commonness import RAREST, Numbers, by_rank
from service.dictionaries.entries import Dropped
from service.dictionaries.word_file import word_file
from service.dictionaries.word_list import FilterResult, Rules, filter_words, words_hidden
from service.settings import shipped

ALPHABETS = alphabets_in(shipped("data/alphabets.json"))
LETTERS = [each.letters or each.without_accents for each in ALPHABETS.values()]
GERMAN = "über\nmüde\nschön\nfüße\nkäse\n"
LISTS = {  # words of a language, and encodings in which its lists are found
    "de": (GERMAN, ["cp1252", "latin1", "cp850", "mac_roman"]),
    "pl": ("żółw\nłąka\nświat\nźrebię\nćma\n", ["cp1250", "iso8859_2"]),
    "cs": ("žluť\nkůň\nďábel\nříčka\nčlověk\n", ["cp1250", "iso8859_2"]),
    "ru": ("слово\nлуна\nмедведь\nёж\nшкола\n", ["cp1251", "koi8_r", "cp866", "iso8859_5"]),
    "el": ("λόγος\nνερό\nθάλασσα\nψωμί\n", ["cp1253", "iso8859_7"]),
    "tr": ("ığdır\nşişe\nçalış\ngöğüs\n", ["cp1254", "iso8859_9"]),
    "he": ("מלכה\nכלב\nשולחן\n", ["cp1255"]),
    "ar": ("كتاب\nقلم\nبيت\nشمس\n", ["cp1256"]),
    "sv": ("ål\nkö\nfjäll\nsjö\n", ["latin1"]),
    "fr": ("été\nforêt\ngarçon\nœuf\n", ["cp1252"]),
}


def listed(tmp_path: Path, content: str | bytes, name: str = "words.txt") -> Path:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def filtered(tmp_path: Path, content: str | bytes, rules: Rules | None = None) -> FilterResult:
    return filter_words(listed(tmp_path, content), rules or Rules(), LETTERS)


def told(value: object) -> str:
    """The name of a parameter: an archive has the time in it, and workers need the same names."""
    return value if isinstance(value, str) else "file"


def packed(*files: tuple[str, bytes]) -> bytes:
    """A zip archive."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return content.getvalue()


@pytest.mark.parametrize(
    ("content", "words", "understood"),
    [
        ("ally beta\ncat\n", "ally beta cat", "word list, 3 entries, UTF-8"),
        ("a aa aaa " * 3 + "zoo", "aa aaa zoo", "word list, 10 entries, UTF-8"),
        ("cat, dog; emu\n", "cat dog emu", "word list, 3 entries, UTF-8"),
        ("cat\rdog\remu\r", "cat dog emu", "word list, 3 entries, UTF-8"),
        ("cat\r\ndog\remu\n", "cat dog emu", "word list, 3 entries, UTF-8"),
        ('"cat"\n"dog"\n', "cat dog", "word list, 2 entries, UTF-8"),
        ("'cat',\n'dog',\n", "cat dog", "word list, 2 entries, UTF-8"),
        ("“cat”\n«dog»\n", "cat dog", "word list, 2 entries, UTF-8"),
        ("cat\n\ufeffdog\nem\ufeffu\n", "cat dog emu", "word list, 3 entries, UTF-8"),
        ("# why\ncat\n#dog\n", "cat", "word list, 1 entry, UTF-8"),
        ("cat\ndog\x1a", "cat dog", "word list, 2 entries, UTF-8"),
        (
            "3\nabandon/DGLRSV\nkm\\/h/S\ncat/S po:noun\n",
            "abandon cat",
            "hunspell dictionary, 3 entries, UTF-8",
        ),
        ("2\ncat/M\tst:cat\ndog\n", "cat dog", "hunspell dictionary, 2 entries, UTF-8"),
        ("cat/S\ndog/12,34\nemu/M\n", "cat dog emu", "hunspell dictionary, 3 entries, UTF-8"),
        ("# by us\n2\nice cream/S\ncat/M\n", "cat", "hunspell dictionary, 2 entries, UTF-8"),
        ('["cat","dog"]', "cat dog", "JSON array of words, 2 entries, UTF-8"),
        ('{"words": ["cat", "ice cream"]}', "cat", "JSON array of words, 2 entries, UTF-8"),
        ('{"words": ["cat"], "lengths": {"3": 1}}', "cat", "JSON array of words, 1 entry, UTF-8"),
        ('{"11": "cat", "12": "dog"}', "cat dog", "JSON object of numbers and words, 2 entries"),
        ("1111 cat\n1112 dog\n", "cat dog", "list of words for dice, 2 entries, UTF-8"),
        ("11111\tcat\n66666\tdog\n", "cat dog", "list of words for dice, 2 entries, UTF-8"),
        ('{"cat": 1, "dog": 1}', "cat dog", "JSON object of words, 2 entries, UTF-8"),
        ('{"cat": "a pet", "dog": "it barks"}', "cat dog", "JSON object of words, 2 entries"),
        ('[{"word": "cat", "n": 1}, {"word": "dog"}]', "cat dog", "JSON array of objects, member"),
        ("id,word\n1,cat\n2,dog\n", "cat dog", "CSV, column “word”, 2 entries, UTF-8"),
        ('Wort;Art\n"katze";f\nhund;m\n', "katze hund", "CSV with semicolons, column “Wort”"),
        ("rank\tword\n1\tcat\n", "cat", "table with tabs, column “word” with “rank”, 1 entry"),
    ],
)
def test_file_is_understood(tmp_path: Path, content: str, words: str, understood: str) -> None:
    result = filtered(tmp_path, content)
    assert [*result.commonness] == words.split()
    assert result.file.description.startswith(understood)


@pytest.mark.parametrize("count", ["2", "2\t1"])
@pytest.mark.parametrize("name", ["vi_VN.dic", "index.dic.gz"])
def test_dictionary_of_hunspell_may_have_no_flags(tmp_path: Path, count: str, name: str) -> None:
    content = f"{count}\ncat\ndog\n".encode()
    file = word_file(listed(tmp_path, gzip.compress(content) if "gz" in name else content, name))
    assert [each.text for each in file.entries] == ["cat", "dog"]
    assert file.description.startswith("hunspell dictionary, 2 entries")


def test_throws_of_dice_say_nothing_of_words(tmp_path: Path) -> None:
    result = filtered(tmp_path, "11111 cat\n11112 dog\n11113 emu\n")
    assert {*result.commonness.values()} == {0}
    assert result.file.read.note == "Its numbers are throws of dice: they are left out."


@pytest.mark.parametrize(
    "content", ["12 cat\n11 dog\n", "11 cat\n11 dog\n", "11 cat\n111 dog\n", "11 cat\n17 dog\n"]
)
def test_other_numbers_are_frequencies(tmp_path: Path, content: str) -> None:
    assert filtered(tmp_path, content).file.numbers is Numbers.COUNTS


@pytest.mark.parametrize(
    "content",
    ["a\n" * 9, "a\r" * 9, "a, " * 9, "a;" * 9, json.dumps(["a"] * 9), "word,n\n" + "a,1\n" * 9],
)
def test_too_many_entries_are_refused(
    tmp_path: Path, content: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = listed(tmp_path, gzip.compress(content.encode()))
    assert len(word_file(path).entries) == 9
    monkeypatch.setattr("service.dictionaries.entries.MOST_ENTRIES", 7)
    with pytest.raises(DictionaryError, match="entries, the most that we read"):
        word_file(path)


def test_lines_of_several_words_are_told(tmp_path: Path) -> None:
    result = filtered(tmp_path, "cat\nally beta\nfat rat\n")
    assert (
        result.file.read.note
        == "2 lines have several words (line 2: “ally beta”); each of them counts."
    )


@pytest.mark.parametrize(
    "content",
    [
        "the\t23135\nof\t1315\ncat\t1315\nzoo\t2\n",
        "the 23135\nof 1315\ncat 1315\nzoo 2\n",
        "the,300\nof,12\ncat,12\nzoo,0\n",
        "23135 the\n  1315 of\n1315 cat\n2 zoo\n",
        "1\tthe\t23135\n2\tof\t1315\n3\tcat\t1315\n4\tzoo\t9\n",
        "the 0.05 x\nthe 0.05\nof 0.02\ncat 2e-2\nzoo 1e-9\nzoo 0\n",
        "word,count\nthe,9\nof,5\ncat,5\nzoo,1\n",
        "word\tcount\nthe\t9\nof\t5\ncat\t5\nzoo\t1\n",
        "rank;word\n1;the\n2;of\n2;cat\n900;zoo\n",
        '{"the": 23135, "of": 1315, "cat": 1315, "zoo": 2.5}',
    ],
)
def test_frequencies_become_commonness_by_rank(
    tmp_path: Path, content: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.dictionaries.commonness.LAST_RANKS", (1, 2, 3, 4, 5, 6, 7, 8, 9))
    common = filtered(tmp_path, content).commonness
    assert common["the"] < common["of"] == common["cat"] < common["zoo"]


def test_rank_is_as_common_as_the_english_word_of_it() -> None:
    common = list(by_rank({f"word{n}": -n for n in range(1, 250_001)}).values())
    assert common == sorted(common)
    assert [common[rank - 1] for rank in (1, 1000, 7420, 20_000, 100_000, 250_000)] == [
        10, 10, 20, 32, 71, 80
    ]  # fmt: skip


def test_commonness_of_our_own_stays(tmp_path: Path) -> None:
    result = filtered(tmp_path, "cat\t10\ndog\nemu\t255\n")
    assert result.commonness == {"cat": 10, "dog": RAREST, "emu": 255}
    assert "1 is the commonest" in result.file.numbers


def test_line_unlike_the_others_is_dropped_with_an_example(tmp_path: Path) -> None:
    content = "word count of us\n" + "".join(
        f"{letter}at {n}000\n" for n, letter in enumerate("bcfhmp")
    )
    result = filtered(tmp_path, content)
    assert result.dropped_by_reason() == {Dropped.UNREADABLE: 1}
    assert result.examples[Dropped.UNREADABLE].text == "word count of us"


@pytest.mark.parametrize(
    ("language", "encoding"), [(name, each) for name, (_, all_) in LISTS.items() for each in all_]
)
def test_encoding_is_recognised_by_the_letters(
    tmp_path: Path, language: str, encoding: str
) -> None:
    text, _ = LISTS[language]
    rules = Rules(ALPHABETS[language].letters, language)
    expected = [rules.spelled(word) for word in text.split()]
    result = filter_words(listed(tmp_path, text.encode(encoding)), rules, [rules.alphabet])
    assert [*result.commonness] == expected


@pytest.mark.parametrize(
    "encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "utf-8"]
)
@pytest.mark.parametrize("language", ["de", "ru"])
def test_unicode_is_recognised(tmp_path: Path, encoding: str, language: str) -> None:
    text, _ = LISTS[language]
    result = filtered(tmp_path, text.encode(encoding), Rules(ALPHABETS[language].letters))
    assert [*result.commonness] == text.split()


def test_characters_that_cannot_be_read_drop_their_word_alone(tmp_path: Path) -> None:
    content = GERMAN.encode() * 3 + b"m\xfcll\n"
    result = filtered(tmp_path, content, Rules(ALPHABETS["de"].letters))
    assert [*result.commonness] == GERMAN.split()
    assert result.examples[Dropped.OUTSIDE].text == "m\ufffdll"


def test_other_encodings_are_left_to_charset_normalizer(tmp_path: Path) -> None:
    words = "これは とても 長い 文章 です ひらがな カタカナ 日本語 の 言葉 を たくさん 書きます"
    result = filtered(tmp_path, words.replace(" ", "\n").encode("shift_jis"), Rules(""))
    assert "ひらがな" in result.commonness


@pytest.mark.parametrize(
    ("content", "packing"),
    [
        (gzip.compress(b"cat\n"), "gzip"),
        (gzip.compress(b"cat\n") + gzip.compress(b"dog\n"), "gzip"),
        (bz2.compress(b"cat\n"), "bzip2"),
        (lzma.compress(b"cat\n"), "xz"),
        (packed(("a/words.txt", b"cat\n")), "a/words.txt in a zip archive"),
        (packed(("a/", b""), ("a/w", b"cat\n"), ("__MACOSX/a/._w", b"\0")), "a/w in a zip archive"),
    ],
    ids=told,
)
def test_archive_of_one_file_is_unpacked(tmp_path: Path, content: bytes, packing: str) -> None:
    result = filtered(tmp_path, content)
    assert "cat" in result.commonness
    assert result.file.packing == packing


def lying_zip(data: bytes) -> bytes:
    """An archive whose file says that it is small."""
    content = bytearray(packed(("w", data)))
    at = content.rindex(b"PK\x01\x02")
    content[at + 24 : at + 28] = struct.pack("<I", 10)
    return bytes(content)


@pytest.mark.parametrize(
    ("pack", "said"),
    [
        (lambda data: gzip.compress(data, 1), "larger than 100 MB, the most that we read"),
        (bz2.compress, "larger than 100 MB, the most that we read"),
        (lambda data: lzma.compress(data, preset=0), "larger than 100 MB, the most that we read"),
        (lambda data: packed(("w", data)), "larger than 100 MB, the most that we read"),
        (lying_zip, "damaged"),
    ],
    ids=["gzip", "bzip2", "xz", "zip", "a zip that lies"],
)
def test_archive_of_too_much_is_refused(
    tmp_path: Path, pack: Callable[[bytes], bytes], said: str
) -> None:
    content = pack(bytes(archives.MOST_UNPACKED + 1))
    assert len(content) < 1_000_000
    with pytest.raises(DictionaryError, match=said):
        filtered(tmp_path, content)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (packed(("../w", b"cat")), "path that leads outside of it: '../w'"),
        (packed(("/etc/w", b"cat")), "path that leads outside of it: '/etc/w'"),
        (packed(("a\\..\\w", b"cat")), "path that leads outside"),
        (packed(("C:\\w", b"cat")), "path that leads outside"),
        (packed(("a", b"cat"), ("b", b"dog")), "2 files .a, b.; unpack it, and name one"),
        (packed(("a/", b"")), "has no file"),
        (packed(), "has no file"),
        (packed(("[Content_Types].xml", b"<x/>"), ("b", b"")), "an office program; save it as"),
        (gzip.compress(b"cat\n" * 99)[:-9], "the archive is damaged"),
        (packed(("w", b"cat\n" * 99))[:-30], "the archive is damaged"),
        (lzma.compress(b"cat\n" * 99)[:-20], "the archive is damaged"),
        (bz2.compress(b"cat\n" * 99)[:-9], "the archive is damaged"),
        (gzip.compress(gzip.compress(b"cat")), "looks like an archive .gzip."),
        (gzip.compress(257 * b"w" + b"ustar"), "looks like an archive .tar."),
    ],
    ids=told,
)  # fmt: skip
def test_archive_that_is_not_read_says_why(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(DictionaryError, match=said) as refused:
        filtered(tmp_path, content)
    assert str(refused.value).startswith(str(tmp_path))
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\x89PNG\r\n\x1a\n" + zlib.compress(b"x" * 999), "looks like a picture .PNG."),
        (b"\x7fELF\x02\x01\x01" + bytes(99), "looks like a program .ELF."),
        (b"%PDF-1.7\n%\xe2\xe3", "looks like a PDF"),
        (b"<!DOCTYPE html>\n<html><body>cat", "looks like a web page .HTML."),
        ("\ufeff \n<HTML lang=en>".encode("utf-16"), "looks like a web page .HTML."),
        (b'<?xml version="1.0"?><w>cat</w>', "looks like XML"),
        (b"SET UTF-8\nPFX A Y 1\n", "hunspell's file of affixes .the words are in the .dic"),
        (b"version https://git-lfs.github.com/spec/v1\n", "a pointer of Git LFS"),
        (bytes(range(1, 32)) * 9, "it is no text"),
        (bytes(range(256)) * 9, "it is no text"),
        (b"cat\ndog\n" + bytes(99), "it is no text"),
        (b"cat\ndog\0emu\n\n", "it is no text"),
        (b"cat\0cattle\0dog\0ferret\0", "it is no text"),
        (bytes(range(128, 256)) * 9, "its encoding is not known"),
        (b'["cat", "dog"', "looks like JSON, but is not, from line 1, column 14 on"),
        (b"[" * 100_000, "nested too deeply"),
        (b'[["cat"], ["dog"]]', "is JSON, but neither an array of words, nor an object"),
        (b'[{"name": "cat"}]', "its objects have no member “word”"),
        (b"\xef\xbb\xbf\r\n", "the file is empty"),
    ],
)  # fmt: skip
def test_file_that_is_no_word_list_is_called_by_its_name(
    tmp_path: Path, content: bytes, said: str
) -> None:
    with pytest.raises(DictionaryError, match=said) as refused:
        filtered(tmp_path, content)
    assert str(refused.value).isprintable()


def test_hidden_words_may_be_in_any_form(tmp_path: Path) -> None:
    hidden = listed(tmp_path, gzip.compress(json.dumps(["Damn", "heck"]).encode()))
    assert words_hidden(hidden, Rules()) == {"damn", "heck"}


@pytest.mark.parametrize(
    ("language", "encoding"),
    [("de", "cp1252"), ("sv", "latin1"), ("fr", "cp1252"), ("es", "cp1252"), ("pl", "cp1250"),
     ("pl", "iso8859_2"), ("cs", "cp1250"), ("hu", "iso8859_2"), ("ru", "cp1251"),
     ("ru", "koi8_r"), ("uk", "cp1251"), ("el", "cp1253"), ("tr", "cp1254"), ("he", "cp1255"),
     ("ar", "cp1256"), ("fr", "mac_roman"), ("de", "cp850"), ("ru", "cp866")],
)  # fmt: skip
def test_encoding_of_a_longer_list_is_recognised_in_any_language(
    tmp_path: Path, language: str, encoding: str
) -> None:
    words = [word for word in top_n_list(language, 3000) if word.isalpha()]
    content = "\n".join(words).encode(encoding, errors="ignore")
    read = {each.text for each in word_file(listed(tmp_path, content), LETTERS).entries}
    assert read >= {*content.decode(encoding).split()}


PLAIN = [f"word{letter}" for letter in "abcdefghij"] * 300


@pytest.mark.parametrize(
    "words",
    ["déjà clèche voilà", "naïve", "été", "façade señor über smörgåsbord Ångström crêpe déjà"],
)
def test_a_few_words_in_latin_1_stay_so_among_others(tmp_path: Path, words: str) -> None:
    content = "\n".join([*PLAIN, *words.split()]).encode("latin-1")
    file = word_file(listed(tmp_path, content), LETTERS)
    assert [each.text for each in file.entries][len(PLAIN) :] == words.split()


def test_apostrophes_are_no_letters_of_another_encoding(tmp_path: Path) -> None:
    content = "don’t\ncan’t\nwon’t\ncafé\n" * 9
    file = word_file(listed(tmp_path, content.encode("cp1252")), LETTERS)
    assert [each.text for each in file.entries] == content.split()


def test_words_that_a_language_borrowed_do_not_make_it_arabic(tmp_path: Path) -> None:
    content = "scène\ncrème\nprivé\ngênant\nçava\ncafé\nmaîtresse\n"
    dutch = ALPHABETS["nl"].letters
    file = word_file(listed(tmp_path, content.encode("latin-1")), [dutch])
    assert [each.text for each in file.entries] == content.split()


@pytest.mark.parametrize(
    ("language", "encoding"),
    [("nl", "latin1"), ("da", "cp850"), ("hu", "cp1250"), ("ro", "iso8859_2"), ("tr", "cp1254"),
     ("pl", "cp852"), ("cs", "cp1250"), ("it", "latin1"), ("pt", "latin1"), ("fi", "cp1252")],
)  # fmt: skip
@pytest.mark.parametrize("is_named", [True, False])
def test_latin_script_is_recognised_with_and_without_language(
    tmp_path: Path, language: str, encoding: str, is_named: bool
) -> None:
    words = [word for word in top_n_list(language, 4000) if word.isalpha()]
    content = "\n".join(words).encode(encoding, errors="ignore")
    letters = [ALPHABETS[language].letters] if is_named else LETTERS
    read = {each.text for each in word_file(listed(tmp_path, content), letters).entries}
    assert read >= {*content.decode(encoding).split()}
