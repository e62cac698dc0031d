"""Every command that cannot do its work prints one line and ends with exit code 2."""

from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from service.cli.commands import hangman
from service.cli.env_file import SETTINGS, report, values_of
from service.cli.failures import Failure
from service.cli.options import completed_names
from service.settings import Places
from service.variables import variable
from tests.cli.commanding import refusal
from tests.support import programs

MISSES: Final = "Type a whole number from 1 to 1000, or never."
TRANSCRIPTS: Final[dict[str, str]] = {  # the content of a file: part of the message
    "{": "this is not JSON",
    "": "this is not JSON",
    "[]": "no game was found",
    "[5]": "game.json, game 1: this is not a game",
    '{"length": 5, "guesses": 5}': "this is not a game: “guesses” must be an array",
    '{"length": 5, "guesses": [{"letter": "e"}]}': "“guesses[0].positions” is missing: a letter",
    '{"length": 5, "guesses": [], "dictionary": "fr"}': "There is no dictionary “fr”",
    "[" * 100_000: "",
    "[" * 900 + "]" * 900: "",
    f'{{"seed": {"9" * 5000}}}': "",
}
REFUSED: Final[dict[str, dict[str, str]]] = {
    "play": {
        "--length 99": "no words of 99 letters. It has words of 2 to 22 letters.",
        "--length x": "--length must be a whole number of 1 or more. See hangman play --help",
        "--length": "--length needs a value. See hangman play --help",
        "--daily=5": "--daily takes no value. See hangman play --help",
        "--insight all": "--insight must be none, count or full. See",
        "5 6": "“5 6” is too much. See hangman play --help",
        "--max-misses 0": MISSES,
        "--max-misses many": MISSES,
        "--dealer kind": "--dealer: there is no dealer “kind”. Choose largest-family, cheat-score,",
        "--dealer ./none.py:Mine": "./none.py:Mine: cannot be imported: FileNotFoundError: ",
        "--dealer ./mine.py:Guesses": "“./mine.py:Guesses” is not a dealer.",
        "--dictionary fr": "There is no dictionary “fr”. Choose one of: en, ",
        "--words nowhere.txt": "nowhere.txt: No such file or directory",
        "--words /dev/zero": "/dev/zero: the file is larger than 64 MB",
        "--words nowhere.txt --url http://localhost": "leave out --url",
        "--url nonsense://": "nonsense:// does not answer",
        "--url foo:8000": "--url foo:8000 lacks http:// or https://, as in http://foo:8000",
        "--url http://127.0.0.1:1": "does not answer (",
        "--daily": "--daily needs --url: each service draws",
        "--frobnicate": "there is no option --frobnicate. See hangman play --help",
        "--max-mises 5": "there is no option --max-mises. Did you mean --max-misses? See",
        "--word zebrax": "“zebrax” is not in the dictionary",
    },
    "class": {
        "": "NAMES is missing. See hangman class --help",
        "four.txt": "--url is missing. See hangman class --help",
        "four.txt --url foo:8000": "--url foo:8000 lacks http:// or https://",
        "nowhere.txt --url http://x": "nowhere.txt: No such file or directory",
        "no-names.txt --url http://x": "no-names.txt: there are no names; write one on each line",
        "twice.txt --url http://x": "twice.txt: “ann b.” is on lines 1 and 4: make the two names",
        "prose.txt --url http://x": "prose.txt: line 1 is too long for a name",
        "/dev/zero --url http://x": "/dev/zero: the file is larger than 64 MB",
        "four.txt --url http://x --into /dev/null": "/dev/null: this is not a regular file",
        "four.txt --url http://x --into nowhere/x": "nowhere/x cannot be written: No such file",
        "four.txt --url http://x --days 0": "--days must be a whole number from 1 to 14.",
    },
    "families": {
        "": "PATTERN is missing. See hangman families --help",
        "___ 1": "The dictionary has no letter “1”",
        "___ e --dealer honest": "“honest” does not cheat",
        "___ e --dealer kind": "there is no dealer “kind”. Choose largest-family, cheat-score",
        "___ ''": "“” is not one letter.",
        "___ e --words /dev/zero": "/dev/zero: the file is larger than 64 MB",
    },
    "solve": {
        "' '": "WORD is empty",
        "jazzy --max-misses 0": "--max-misses must be a whole number from 1 to 1000. See",
        "jazzy --seed x": "--seed must be a whole number from 0 to 9007199254740991. See",
        "jazzy --guesser ./mine.py:Mine": "“./mine.py:Mine” is not a guesser.",
        "jazzy --guesser ./mine.py:Stubborn": "The guesser “stubborn” failed: the letter ",
    },
    "hint": {
        "_a_ --wrong a": "The pattern shows “a”, so it is not wrong.",
        "_a__e --guesser ./mine.py:Stubborn": "The guesser “stubborn” failed: KeyError: ",
    },
    "dictionary": {
        "shw": "there is no command “shw”. Did you mean show? See hangman dictionary --help",
        "build mine /dev/zero": "/dev/zero: the file is larger than 64 MB",
        "build mine four.txt --hidden /dev/zero": "/dev/zero: the file is larger than 64 MB",
        "show none": "There is no dictionary “none”. Choose one of: en,",
        "show '\x1b[31m\nkept'": r"\x1b[31m\nkept",
        "words en --length 40": "en has no words of 40 letters. It has words of 2 to 22 letters.",
    },
    "serve": {
        "--env '\x1b.env'": "cannot be read: No such file or directory",
        "--env latin1.env": "cannot be read: its bytes are not UTF-8",
        "--env wrong.env": "line 1: write NAME=value",
        "--env .": "cannot be read: Is a directory",
        "--env /dev/zero": "cannot be read: it has more than 1,000,000 characters",
    },
    "review": {
        "nowhere.json": "nowhere.json: No such file or directory\n",
        "localhost:8000/games/x": "; for the address of a game, write http://localhost:8000/games/x",
        "''": "",
        "file.json/game.json": "file.json/game.json",
        "a" * 300: "a" * 300,
        "http://localhost": "",
        "ftp://x/#" + "0" * 26: "",
        "file.json --commitment abc": "type 64 hexadecimal digits, as the game shows them\n",
        "file.json --commitment " + "0" * 64: "need exactly one game, with its confession",
    },
}
LINES: Final = [
    (f"{name} {line}", said) for name, rows in REFUSED.items() for line, said in rows.items()
]
NO_FOLDER: Final = "HANGMAN_DICTIONARY_PATH: there is no folder /no/folder\n"
FULL: Final = "the output could not be written: No space left on device"
ENDED: Final = "the input ended before the game did"
SHELL: Final[dict[str, tuple[int, str]]] = {  # a line: its exit code, its message
    "hangman hint --help >/dev/full": (2, FULL),
    "hangman dictionary list >/dev/full": (2, FULL),
    r"printf 'e\nq\nz\n' | hangman play --length 5 --max-misses 1 >/dev/full": (2, FULL),
    "hangman play --length 5 <&-": (1, ENDED),
    r"printf 'e\na\n' | hangman play --dealer ./mine.py:Quits": (
        1, f"The dealer failed, and nothing has changed: SystemExit: None\nhangman: {ENDED}",
    ),
    "mkfifo pipe && hangman review pipe": (2, "pipe: this is not a regular file"),
    "setsid --wait hangman play --word </dev/null": (
        2, "there is no terminal to type the word: use --word=VALUE",
    ),
}  # fmt: skip


@pytest.mark.usefixtures("folder", "tried_again_at_once")
@pytest.mark.parametrize(("line", "said"), LINES, ids=lambda text: text[:30])
def test_refusal_is_one_line_and_exit_code_2(line: str, said: str) -> None:
    assert said in refusal(line)


@pytest.mark.parametrize(("content", "said"), TRANSCRIPTS.items(), ids=range(len(TRANSCRIPTS)))
def test_file_that_is_not_a_game_is_one_line(folder: Path, content: str, said: str) -> None:
    (folder / "game.json").write_text(content)
    assert said in refusal("review game.json")


@pytest.mark.parametrize(
    ("line", "setting", "said"),
    [
        ("dictionary list", "HANGMAN_DICTIONARY_PATH=/no/folder", NO_FOLDER),
        ("hint _a__e", "HANGMAN_DICTIONARY_PATH=/no/folder", NO_FOLDER),
        ("dictionary list", "HOME=x", "XDG_DATA_HOME: set it to an absolute path, "),
        ("solve jazzy", "HANGMAN_PLUGINS=nowhere:Mine", "nowhere:Mine: cannot be imported: Mod"),
    ],
)
def test_bad_setting_is_one_line(
    monkeypatch: pytest.MonkeyPatch, line: str, setting: str, said: str
) -> None:
    monkeypatch.setenv(*setting.split("="))
    assert refusal(line).startswith(f"hangman: {said}")


@pytest.mark.parametrize("line", ["hint _a__e", "play --length 5 --word=jazzy"])
def test_commands_that_serve_nothing_read_no_setting_of_serve(
    monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    for name in SETTINGS - {*map(variable, vars(Places()))}:
        monkeypatch.setenv(name, "\udcff")
    assert CliRunner().invoke(hangman, line.split(), input="q\n").exit_code in (0, 1)


def test_tab_offers_no_dictionary_if_a_setting_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    context: Any = None  # which nothing reads
    assert "en" in completed_names(context, context, "")
    monkeypatch.setenv("XDG_DATA_HOME", "/" + 300 * "x")
    assert completed_names(context, context, "") == []


@pytest.mark.parametrize(("line", "code", "said"), [(line, *SHELL[line]) for line in SHELL])
def test_failure_of_input_or_output_is_one_line(
    folder: Path, line: str, code: int, said: str
) -> None:
    ran = programs.run(
        "sh", "-c", line, folder=folder, environ=programs.environment(folder), given=""
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (code, "", f"hangman: {said}\n")


# --- What `hangman serve --env FILE` reads, and what it says of it --------------------------------


def values(folder: Path, text: str) -> dict[str, str]:
    """The values that a file with this text sets."""
    (folder / ".env").write_text(text)
    return values_of(folder / ".env")


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("NAME=value", "value"), ("  NAME=value  ", "value"), ("NAME= value", "value"),
        ("NAME=", ""), ("NAME=''", ""), ("NAME=two words", "two words"),
        ("NAME='$a b # \"c\" '", '$a b # "c" '), ('NAME="it\'s # b "', "it's # b "),
        ("NAME=redis://h:1/0?a=b#c", "redis://h:1/0?a=b#c"),
        ("\ufeffNAME=value\r\n", "value"),
        ("# NAME=no\n\n  #NAME=no\n   \nNAME=value", "value"),
        ("NAME=value # why", "value"), ("NAME='value' # why", "value"), ("NAME=$HOME", "$HOME"),
        ("export NAME=value", "value"), ('NAME="${HOME}\\t"', "${HOME}\t"),
    ],
)  # fmt: skip
def test_line_sets_a_value(line: str, value: str, tmp_path: Path) -> None:
    assert values(tmp_path, line) == {"NAME": value}


@pytest.mark.parametrize(
    "line",
    [
        "s3cret", "=s3cret", "9NAME=s3cret", "N-M=s3cret", "'A=B'=s3cret", "NAME='s3cret",
        "NAME='s3cret\\'", "NAME='a's3cret", "; s3cret", "NAME=s3cret\0", "N\0=s3cret",
    ],
)  # fmt: skip
def test_wrong_line_is_named_and_not_repeated(line: str, tmp_path: Path) -> None:
    with pytest.raises(Failure, match=r"\.env, line 3: write NAME=value") as failure:
        values(tmp_path, f"PORT=8123\n\n{line}\n")
    assert "s3cret" not in str(failure.value)


def test_report_names_each_variable_once_and_no_value() -> None:
    names = ["PORT", "HANGMAN_HOST", "OTEL_SDK_DISABLED", "PROT", "SCRIPT_NAME"]
    secret = dict.fromkeys(names, "s3cret")
    assert report(Path("my.env"), secret, {"HANGMAN_HOST": "::", "PATH": "/bin"}) == (
        "my.env sets PORT, OTEL_SDK_DISABLED, SCRIPT_NAME;"
        " the environment already sets HANGMAN_HOST; unknown names: PROT"
    )
    assert report(Path("my.env"), {}, {"PORT": "8123"}) == "my.env sets nothing"
