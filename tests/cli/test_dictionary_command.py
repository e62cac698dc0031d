"""`hangman dictionary`, as a person types it."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli.commands import hangman
from service.dictionaries.dictionary import load
from service.engine.game import guess_letter, guess_word, start
from service.registry import DEALERS

GERMAN = "abcdefghijklmnopqrstuvwxyzäöüß"
SPANISH = "abcdefghijklmnñopqrstuvwxyzáéíóúü"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DICTIONARY_PATH", str(tmp_path / "dictionaries"))
    return tmp_path / "dictionaries"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(hangman, ["dictionary", *map(str, arguments)])


def words_file(tmp_path: Path, *words: str) -> Path:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(words), encoding="utf-8")
    return path


def test_report_counts_by_length_what_went_in_and_was_dropped(folder: Path, tmp_path: Path) -> None:
    result = run("build", "mine", words_file(tmp_path, "cat", "Cot", "cat", "horse"))

    rows = [line.split() for line in result.output.splitlines()]
    assert ["3", "1", "1", "1"] in rows
    assert ["5", "1", "0", "0"] in rows
    assert ["all", "2", "1", "1"] in rows
    assert result.output.splitlines()[-1] == f"mine: 2 words in {folder / 'mine'}"


@pytest.mark.parametrize(("name", "noted"), [("en", True), ("mine", False)])
def test_name_of_a_shipped_dictionary_is_noted(
    folder: Path, tmp_path: Path, name: str, noted: bool
) -> None:
    result = run("build", name, words_file(tmp_path, "cat"))

    assert ("a shipped dictionary is called en, too" in result.stderr) == noted
    assert (folder / name).exists()


def test_shipped_dictionary_itself_is_built_anew_without_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.cli.dictionary.shipped", tmp_path.joinpath)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data" / "en").mkdir(parents=True)

    result = run("build", "en", words_file(tmp_path, "cat"), "--into", "data")

    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("alphabet", "words", "letters"),
    [
        (GERMAN, ["straße", "größen", "schön", "übung", "bären"], "ÄÖÜß"),
        (SPANISH, ["señor", "canción", "pingüino", "niño", "árbol"], "ÑóÚé"),
    ],
)
def test_dictionary_of_another_language_is_built_and_played(
    folder: Path, tmp_path: Path, alphabet: str, words: list[str], letters: str
) -> None:
    run("build", "other", words_file(tmp_path, *words), "--alphabet", alphabet)
    dictionary = load(folder / "other")

    for length, lexicon in dictionary.lexicons.items():
        game = start(dictionary.lexicons, DEALERS["honest"], length=length, max_misses=1000, seed=1)
        for letter in letters:
            game = guess_letter(game, letter)
        game = guess_word(game, game.state.word.upper().replace("SS", "ß"))

        assert game.state.status == "won"
        assert game.state.word in lexicon.words(lexicon.everything)


@pytest.mark.parametrize(
    ("content", "options", "said"),
    [
        (b"", [], "the file is empty"),
        (b"\xff\xfe", [], "line 1 is not UTF-8"),
        (b"cat", ["--alphabet", "aab"], "a stand in it twice"),
        (b"dog", ["--alphabet", "abc"], "no line is a word of this alphabet"),
        (None, [], "No such file"),
    ],
)
def test_bad_input_is_one_line_and_leaves_the_old_dictionary(
    folder: Path, tmp_path: Path, content: bytes | None, options: list[str], said: str
) -> None:
    run("build", "mine", words_file(tmp_path, "cat"))
    bad = tmp_path / "bad.txt"
    if content is not None:
        bad.write_bytes(content)

    result = run("build", "mine", bad, *options)

    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert said in result.stderr
    assert len(load(folder / "mine")) == 1


def test_list_names_every_dictionary_with_its_lengths_and_gaps(folder: Path) -> None:
    folder.mkdir()

    result = run("list")

    rows = {line.split()[0]: line for line in result.output.splitlines()}
    assert {"en", "en-small", "en-large"} <= rows.keys()
    assert "2–32, 34, 45" in rows["en-large"]


def test_show_tells_all_about_one(folder: Path, tmp_path: Path) -> None:
    run("build", "mine", words_file(tmp_path, "cat", "horse"), "--source", "a friend")

    result = run("show", "mine")

    assert "a friend" in result.output
    assert load(folder / "mine").description.fingerprint in result.output
    assert ["5", "1"] in [line.split() for line in result.output.splitlines()]


def test_words_are_printed_in_alphabetical_order(folder: Path, tmp_path: Path) -> None:
    run("build", "mine", words_file(tmp_path, "cot", "horse", "cat", "at"))

    assert run("words", "mine").output.split() == ["at", "cat", "cot", "horse"]
    assert run("words", "mine", "--length", "3").output.split() == ["cat", "cot"]
