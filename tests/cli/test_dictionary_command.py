"""`hangman dictionary`, as a person types it."""

from pathlib import Path

import pytest
from click.testing import Result

from service.dictionaries.dictionary import load
from tests.cli.commanding import refusal, run


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of dictionaries, in the one where commands are given."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DICTIONARY_PATH", str(tmp_path / "dictionaries"))
    return tmp_path / "dictionaries"


def build(name: str, *words: str, options: str = "") -> Result:
    Path("words.txt").write_text("\n".join(words), encoding="utf-8")
    return run(f"dictionary build {name} words.txt {options}")


def test_report_counts_by_length_what_went_in_and_was_dropped(own: Path) -> None:
    lines = build("mine", "cat", "Cot", "cat", "horse").output.splitlines()
    rows = [line.split() for line in lines]
    assert ["3", "1", "1", "1"] in rows
    assert ["5", "1", "0", "0"] in rows
    assert ["all", "2", "1", "1"] in rows
    assert lines[-1] == f"mine: 2 words in {own / 'mine'}"


def test_name_of_a_shipped_dictionary_is_noted(own: Path) -> None:
    assert "a shipped dictionary is called en, too" in build("en", "cat").stderr
    assert (own / "en").exists()


def test_shipped_dictionary_itself_is_built_anew_without_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.cli.dictionary.shipped", tmp_path.joinpath)
    (tmp_path / "data" / "en").mkdir(parents=True)
    result = build("en", "cat", options="--into data")
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("content", "options", "said"),
    [
        (b"\xff\xfe", "", "line 1 is not UTF-8"),
        (b"cat", "--alphabet aab", "these are in it twice: a"),
        (None, "", "No such file"),
    ],
)
def test_bad_input_is_one_line_and_leaves_the_old_dictionary(
    own: Path, content: bytes | None, options: str, said: str
) -> None:
    build("mine", "cat")
    if content is not None:
        Path("bad.txt").write_bytes(content)
    assert said in refusal(f"dictionary build mine bad.txt {options}")
    assert len(load(own / "mine")) == 1


def test_show_tells_all_about_one(own: Path) -> None:
    build("mine", "cat", "horse", options="--source 'a friend'")
    shown = run("dictionary show mine").output
    assert "a friend" in shown
    assert load(own / "mine").description.fingerprint in shown
    assert ["5", "1"] in [line.split() for line in shown.splitlines()]


def test_words_are_printed_in_alphabetical_order() -> None:
    build("mine", "cot", "horse", "cat", "at")
    assert run("dictionary words mine").output.split() == ["at", "cat", "cot", "horse"]
    assert run("dictionary words mine --length 3").output.split() == ["cat", "cot"]
