"""What cannot be done is one line and exit code 2, whichever command is asked for it."""

import json
import shlex
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from service.cli.commands import hangman
from tests.cli.commanding import COMMAND
from tests.cli.test_plugin_options import MINE
from tests.support import programs
from tests.support.programs import environment

MISSES: Final = "Type a whole number from 1 to 1000, or never."
TRANSCRIPTS: Final[dict[str, str]] = {  # a file, and what is said of it
    "{": "this is not JSON",
    "": "this is not JSON",
    "[]": "has no JSON file with a game",
    "{}": "this is not a transcript: guesses",
    '"x"': "this is not a transcript",
    "[5]": "this is not a transcript",
    '{"length": 5}': "this is not a transcript: guesses: ",
    '{"length": 5, "guesses": [5]}': "this is not a transcript",
    '{"length": 5, "guesses": 5}': "this is not a transcript: guesses: ",
    '{"length": 5, "guesses": [{"letter": "e", "hit": true, "positions": []}]}': "hit",
    '{"length": 5, "guesses": [{"letter": "e"}]}': "guesses/0/positions: Missing data",
    '{"length": 99, "guesses": []}': "length",
    '{"length": 50, "guesses": []}': "no words of 50 letters",
    '{"length": 5, "guesses": [], "dictionary": "fr"}': "There is no dictionary “fr”",
    "[" * 100_000: "",
    "[" * 900 + "]" * 900: "",
    f'{{"seed": {"9" * 5000}}}': "",
}
REFUSED: Final[dict[str, dict[str, str]]] = {
    "play": {
        "--length 99": "no words of 99 letters. It has words of these lengths: 2, 3",
        "--length x": "'--length'",
        "--max-misses 0": MISSES,
        "--max-misses 1001": MISSES,
        "--max-misses many": MISSES,
        "--dealer kind": "“kind” is not one of largest-family, ",
        "--dealer ./none.py:Mine": "./none.py:Mine: cannot be imported: FileNotFoundError: ",
        "--dealer mine:Nobody": "mine:Nobody: cannot be imported: ",
        "--dealer ./mine.py:Guesses": "“./mine.py:Guesses” is not a dealer.",
        "--dictionary fr": "There is no dictionary “fr”. Choose one of: en, ",
        "--words nowhere.txt": "nowhere.txt: No such file or directory",
        "--words nowhere.txt --url http://localhost": "leave out --url",
        "--url nonsense://": "nonsense:// does not answer",
        "--url foo:8000": "--url foo:8000 lacks http:// or https://, as in http://foo:8000",
        "--daily": "--daily needs --url: each service draws",
        "--frobnicate": "No such option '--frobnicate'",
        "--word zebrax": "“zebrax” is not in the dictionary",
        "--word zebra --length 6": "has 5 letters",
        "--word zebra --dealer minimax": "Only “honest” can deal",
    },
    "families": {
        "_a_ q --wrong a": "The pattern shows “a”, so it is not wrong.",
        "___ 1": "The dictionary has no “1”",
        "___ e --dealer honest": "“honest” does not cheat",
        "___ --words /nowhere.txt": "/nowhere.txt",
        "_" * 40: "no words of 40 letters",
    },
    "solve": {
        "' '": "WORD is empty",
        "naïve": "The dictionary has no “ï”",
        "jazzy --guesser ./mine.py:Mine": "“./mine.py:Mine” is not a guesser.",
        "jazzy --guesser ./mine.py:Stubborn": "The guesser “stubborn” failed: the letter ",
    },
    "hint": {
        "_a_ --wrong a": "The pattern shows “a”, so it is not wrong.",
        "___ --dictionary fr": "There is no dictionary “fr”",
        "_a__e --guesser ./mine.py:Stubborn": "The guesser “stubborn” failed: KeyError: ",
    },
    "try": {"./mine.py:Guesses": "“./mine.py:Guesses” is not a dealer."},
    "dictionary": {
        "shw": "show",
        "show none": "There is no dictionary “none”. Choose one of: en,",
        "show '\x1b[31m\nkept'": r"\x1b[31m\nkept",
        "words en --length 40": "en has no words of 40 letters; it has: 2–22",
    },
    "review": {
        "nowhere.json": "nowhere.json",
        "''": "",
        "file.json/game.json": "file.json/game.json",
        "a" * 300: "a" * 300,
        "http://localhost": "",
        "http://localhost/": "",
        "http://localhost:1/games/x": "",
        "ftp://x/#" + "0" * 26: "",
        "file.json --commitment " + "0" * 64: "need exactly one game, with its confession",
    },
}
LINES: Final = [
    (f"{name} {line}", said) for name, rows in REFUSED.items() for line, said in rows.items()
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the command is given: a folder with plug-ins and a transcript."""
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "file.json").write_text(json.dumps({"length": 7, "guesses": []}))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refusal(*arguments: str) -> str:
    """The one line of a command that is refused."""
    ran = CliRunner().invoke(hangman, arguments, input="e")
    assert (ran.exit_code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1), ran.output
    return ran.stderr


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("line", "said"), LINES, ids=lambda text: text[:30])
def test_refusal_is_one_line_and_exit_code_2(line: str, said: str) -> None:
    assert said in refusal(*shlex.split(line))


@pytest.mark.parametrize(("content", "said"), TRANSCRIPTS.items(), ids=range(len(TRANSCRIPTS)))
def test_file_that_is_no_game_is_one_line(folder: Path, content: str, said: str) -> None:
    (folder / "game.json").write_text(content)

    assert said in refusal("review", "game.json")


@pytest.mark.parametrize("line", ["dictionary list", "dictionary show en", "hint _a__e", "play"])
def test_folder_of_dictionaries_has_to_exist(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    monkeypatch.setenv("DICTIONARY_PATH", "/no/folder")

    said = "hangman: DICTIONARY_PATH: there is no folder /no/folder\n"
    assert refusal(*line.split()) == said


def test_plug_in_of_the_setting_that_is_wrong_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLUGINS", "nowhere:Mine")

    said = "hangman: nowhere:Mine: cannot be imported: ModuleNotFoundError: "
    assert refusal("solve", "jazzy").startswith(said)


@pytest.mark.parametrize(
    "line",
    ["--version", "hint --help", "hint _a__e --json", "hint _a__e", "dictionary words en",
     "dictionary list", "review -", "solve vague", "play --length 5 --max-misses 1"],
)  # fmt: skip
def test_full_disk_is_one_line(line: str) -> None:
    given = "e\nq\nz\n" if line.startswith("play") else '{"length": 12, "guesses": []}'

    ran = programs.run("sh", "-c", f"{COMMAND} {line} >/dev/full", given=given)

    said = "hangman: the output could not be written: No space left on device\n"
    assert (ran.returncode, ran.stderr) == (2, said)


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("play --length 5", 1, "the input ended before the game did"),
        ("review -", 2, "-: this is not JSON"),
    ],
)
def test_closed_input_is_like_an_empty_one(line: str, code: int, said: str) -> None:
    for empty in ("<&-", "</dev/null"):
        ran = programs.run("sh", "-c", f"exec {COMMAND} {line} {empty}")

        assert (ran.returncode, ran.stdout, ran.stderr) == (code, "", f"hangman: {said}\n")


def test_word_that_cannot_be_asked_for_unseen_is_a_line() -> None:
    ran = programs.run("setsid", "--wait", COMMAND, "play", "--word", given="")

    said = "hangman: there is no terminal to type the word: use --word=VALUE\n"
    assert (ran.returncode, ran.stderr) == (2, said)


def test_pipe_with_a_name_is_refused_and_not_waited_for(folder: Path) -> None:
    ran = programs.run(
        "sh", "-c", "mkfifo pipe && hangman review pipe", folder=folder, environ=environment(folder)
    )

    assert (ran.returncode, ran.stderr) == (2, "hangman: pipe: this is not a regular file\n")
