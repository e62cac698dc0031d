"""Plug-ins on the command line: `--dealer`, `--guesser`, `PLUGINS`, `hangman try`, the Tab key."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli.commands import hangman
from tests.support import programs
from tests.support.programs import environment

MINE = '''
from service.engine.dealers import Cheat
from service.engine.guessers import MostWords

class Mine(Cheat):
    """Keep the first family, which lacks the letter if any does."""

    name, title = "mine", "Mine"

    def keep(self, game, families):
        return list(families)[:1]

class Broken(Mine):
    name = "broken"

    def keep(self, game, families):
        return []

class Guesses(MostWords):
    name, title = "guesses", "Guesses"

class Stubborn(MostWords):
    name, title = "stubborn", "Stubborn"

    def pick(self, possible, seed):
        return 4

    def preferences(self, possible):
        raise KeyError("e")

class Quits(Mine):
    name = "quits"

    def keep(self, game, families):
        exit()

class Writes(Mine):
    name = "writes"

    def keep(self, game, families):
        for family in families:
            family.ids[:] = 0
        return families
'''
NONSENSE = {
    "None": "it returned NoneType instead of a NumPy array float64 (26,)",
    "[0.0] * 26": "it returned list instead of a NumPy array float64 (26,)",
    "np.ones(5)": "it returned float64 (5,) instead of a NumPy array float64 (26,)",
    "np.ones(26, int)": "it returned int64 (26,) instead of a NumPy array float64 (26,)",
    "np.where(possible.words_with > 0, np.nan, 0.0)": "it returned NaN for a letter",
    "np.arange(26.0)": "the letter with the number 25 has been guessed or is in no word left",
}
NONSENSICAL = """
import numpy as np
from service.engine.guessers import Guesser

class Nonsense(Guesser):
    name, title = "nonsense", "Nonsense"

    def preferences(self, possible):
        return {}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, given: str = "") -> Result:
    return CliRunner().invoke(hangman, arguments, input=given)


@pytest.mark.usefixtures("folder")
def test_dealer_in_a_file_plays() -> None:
    ran = run("play", "--dealer", "./mine.py:Mine", "--length", "5", given="e\na\n")

    assert ran.stdout.splitlines() == ["_____ [e] misses=1/8", "_____ [ae] misses=2/8"]


@pytest.mark.usefixtures("folder")
def test_dealer_that_fails_is_told_in_a_line() -> None:
    ran = run("play", "--dealer", "./mine.py:Broken", "--length", "5", given="e\n")

    first, *_ = ran.stderr.splitlines()
    assert first == "hangman: The dealer failed, and nothing has changed: it kept no family"


@pytest.mark.parametrize(("returned", "fault"), NONSENSE.items())
@pytest.mark.parametrize("line", ["hint _a__e --wrong z", "solve jazzy"])
def test_guesser_that_returns_nonsense_is_one_line_and_code_2(
    folder: Path, line: str, returned: str, fault: str
) -> None:
    (folder / "nonsense.py").write_text(NONSENSICAL.format(returned))

    ran = run(*line.split(), "--dictionary", "en-small", "--guesser", "./nonsense.py:Nonsense")

    assert (ran.exit_code, ran.stdout) == (2, "")
    assert ran.stderr == f"hangman: The guesser “nonsense” failed: {fault}\n"


def test_hint_ranks_no_letter_that_was_guessed(folder: Path) -> None:
    liked = "possible.words_with + np.where(possible.words_with > 0, 0.0, 0.5)"
    (folder / "nonsense.py").write_text(NONSENSICAL.format(liked))
    hint = ("hint", "_a__e", "--wrong", "strnlcmdf", "--json", "--guesser")

    theirs = json.loads(run(*hint, "./nonsense.py:Nonsense").stdout)
    ours = json.loads(run(*hint, "most-words").stdout)

    assert theirs["letters"] == ours["letters"]


def test_guesser_that_writes_into_what_it_gets_fails(folder: Path) -> None:
    (folder / "nonsense.py").write_text(NONSENSICAL.format("possible.words_with.fill(0)"))

    ran = run("hint", "_a__e", "--guesser", "./nonsense.py:Nonsense")

    assert (ran.exit_code, ran.stderr.count("\n")) == (2, 1)
    assert "failed: ValueError: assignment destination is read-only" in ran.stderr


def test_dealer_that_exits_in_a_pipe_is_no_traceback(folder: Path) -> None:
    play = ("hangman", "play", "--dealer", "./mine.py:Quits")

    ran = programs.run(*play, folder=folder, environ=environment(folder), given="e\na\n")

    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.splitlines() == [
        "hangman: The dealer failed, and nothing has changed: SystemExit: None",
        "hangman: the input ended before the game did",
    ]


@pytest.mark.usefixtures("folder")
def test_plug_ins_of_the_setting_have_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLUGINS", "./mine.py:Mine, ./mine.py:Guesses")

    assert run("play", "--dealer", "mine", "--length", "5", given="e\n").stdout
    assert run("solve", "jazzy", "--guesser", "guesses").output == run("solve", "jazzy").output


@pytest.mark.usefixtures("folder")
def test_trial_compares_a_dealer_with_ours() -> None:
    ran = run("try", "./mine.py:Mine", "--dictionary", "en-small")

    first, _, _, mine, *ours = ran.output.splitlines()
    assert (ran.exit_code, first) == (0, "Nothing is wrong.")
    assert mine.split()[0] == "mine"
    assert "minimax" in {line.split()[0] for line in ours}


@pytest.mark.usefixtures("folder")
def test_trial_of_a_broken_dealer_ends_with_code_1() -> None:
    ran = run("try", "./mine.py:Broken", "--dictionary", "en-small")

    assert ran.exit_code == 1
    assert ran.output.startswith(
        "it kept no family\n  in 200 of 200 games, first in one of 3 letters"
    )


@pytest.mark.usefixtures("folder")
def test_trial_names_the_line_that_writes_into_a_family() -> None:
    ran = run("try", "./mine.py:Writes", "--dictionary", "en-small")

    assert ran.exit_code == 1
    assert ran.output.startswith("ValueError: assignment destination is read-only, in line ")
    assert "mine.py" in ran.output.splitlines()[0]


def test_confession_of_a_dealer_that_is_not_here_is_unclear(folder: Path) -> None:
    played = run(
        *("play", "--dealer", "./mine.py:Mine", "--length", "5", "--max-misses", "1", "--json"),
        given="e\n",
    )
    (folder / "game.json").write_text(played.stdout.splitlines()[-1])
    code = "from service.cli import hangman; hangman()"
    review = (sys.executable, "-c", code, "review", "game.json", "--json")

    known = programs.run(
        *review, folder=folder, environ=environment(folder, PLUGINS="./mine.py:Mine")
    )
    unknown = programs.run(*review, folder=folder, environ=environment(folder))

    assert json.loads(known.stdout)["check"]["verdict"] == "kept"
    check = json.loads(unknown.stdout)["check"]
    assert (unknown.returncode, check["verdict"]) == (1, "unclear")
    assert check["reasons"] == ["There is no dealer “mine” here, so its answers cannot be checked."]


@pytest.mark.parametrize("line", ["play", "hint", "solve"])
def test_help_says_where_names_of_packages_are(line: str) -> None:
    assert "The Tab key also shows those of" in " ".join(run(line, "--help").output.split())


def test_entry_point_is_completed_without_importing_it(tmp_path: Path) -> None:
    (tmp_path / "mine-1.dist-info").mkdir()
    points = "[evil_hangman.dealers]\nnowhere = nowhere:Mine\n"
    (tmp_path / "mine-1.dist-info" / "entry_points.txt").write_text(points)
    typed = {"COMP_WORDS": "hangman play --dealer n", "COMP_CWORD": "3"}
    environ = environment(tmp_path, _HANGMAN_COMPLETE="bash_complete", **typed)
    environ["PYTHONPATH"] += f":{tmp_path}"

    ran = programs.run("hangman", environ=environ)

    assert (ran.stdout, ran.stderr) == ("plain,nowhere\n", "")
