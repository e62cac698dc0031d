"""`hangman solve`, `hint`, `families` and `try`; plug-ins on the command line."""

import json
from pathlib import Path

import pytest

from service.play import trial
from service.registry import DEALERS
from tests.cli.commanding import piped, refusal, run

NONSENSE = {
    "None": "it returned NoneType instead of a NumPy array float64 (26,)",
    "[0.0] * 26": "it returned list instead of a NumPy array float64 (26,)",
    "np.ones(5)": "it returned float64 (5,) instead of a NumPy array float64 (26,)",
    "np.ones(26, int)": "it returned int64 (26,) instead of a NumPy array float64 (26,)",
    "np.where(possible.words_with > 0, np.nan, 0.0)": "it returned NaN for a letter",
    "np.full(26, -np.inf)": "it allowed no letter",
    "possible.words_with.fill(0)": "ValueError: assignment destination is read-only",
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
pytestmark = pytest.mark.usefixtures("folder")  # which has plug-ins


def test_solve_shows_every_guess_and_the_verdict() -> None:
    lines = run("solve jazzy").output.splitlines()
    assert lines[0].split()[:3] == ["s", "_____", "miss"]
    assert lines[-2].split() == ["z", "jazzy", "hit", "1", "word", "left"]
    assert lines[-1] == "jazzy: found with 10 misses"
    unknown = "zzzzz: not found with 7 misses; en does not have the word\n"
    assert run("solve zzzzz").output.endswith(unknown)


def test_letter_with_a_combining_accent_is_one_letter() -> None:
    Path("fr.txt").write_text("née\nnon\n")
    assert run("families ___ n --words fr.txt --wrong e\u0301").output.startswith(
        "1 word fits: non"
    )
    assert "[é]" in piped("play --words fr.txt --length 3 --seed 1", "e\u0301").output


def test_lone_word_is_named_and_no_word_is_not_an_error() -> None:
    assert "1 word fits: jazzy\n" in run("hint 'j _ z z _'").output
    for line in ("hint q__q", "families j_zz_ --wrong-word jazzy"):
        result = run(line)
        assert (result.exit_code, result.output) == (0, "No word of the dictionary fits.\n")
    assert json.loads(run("hint q__q --json").output)["words_left"] == 0


def test_families_accept_words_and_a_dealer_of_files() -> None:
    assert "--words replaces" in refusal("families .... --words eight.txt --dictionary en")
    dealers = "--dealer minimax --dealer ./mine.py:Mine --dealer largest-family"
    line = f"families .... e --words eight.txt {dealers}"
    fit, _, *rows = [each.split() for each in run(line).output.splitlines()]
    assert fit[:3] == ["8", "words", "fit:"]
    assert rows[0][:5] == ["____", "3", "minimax,", "mine,", "largest-family"]
    assert [row[0] for row in rows] == ["____", "_e__", "___e", "__e_", "e__e"]


@pytest.mark.parametrize(("returned", "fault"), NONSENSE.items())
@pytest.mark.parametrize("line", ["hint _a__e --wrong z", "solve jazzy"])
def test_guesser_that_returns_nonsense_is_one_line_and_code_2(
    line: str, returned: str, fault: str
) -> None:
    Path("nonsense.py").write_text(NONSENSICAL.format(returned))
    said = refusal(f"{line} --dictionary en-small --guesser ./nonsense.py:Nonsense")
    assert said == f"hangman: The guesser “nonsense” failed: {fault}\n"


def test_hint_ranks_no_letter_that_was_guessed() -> None:
    liked = "possible.words_with + np.where(possible.words_with > 0, 0.0, 0.5)"
    Path("nonsense.py").write_text(NONSENSICAL.format(liked))
    theirs, ours = (
        json.loads(run(f"hint _a__e --wrong strnlcmdf --json --guesser {guesser}").stdout)
        for guesser in ("./nonsense.py:Nonsense", "most-words")
    )
    assert theirs["letters"] == ours["letters"]


@pytest.mark.parametrize(
    ("dealer", "code", "said"),
    [
        ("Mine", 0, "Nothing is wrong: it kept only families that it was offered.\n"),
        ("Broken", 1, "it kept no family\n  in 9 of 9 games, first in one of 3 letters"),
    ],
)
def test_trial_says_what_is_wrong_and_compares_with_ours(
    monkeypatch: pytest.MonkeyPatch, dealer: str, code: int, said: str
) -> None:
    monkeypatch.setattr(trial, "GAMES", 6)
    monkeypatch.setattr(trial, "LENGTHS", [3, 4, 5])
    ran = run(f"try ./mine.py:{dealer} --dictionary en-small")
    assert (ran.exit_code, ran.output[: len(said)]) == (code, said)
    theirs, *ours = [line.split()[0] for line in ran.output.splitlines()[-1 - len(DEALERS.ours) :]]
    assert (theirs, ours) == (dealer.lower(), [*DEALERS.ours])


def test_confession_of_an_unknown_dealer_is_unclear(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "play --dealer ./mine.py:Mine --length 5 --max-misses 1 --json"
    Path("game.json").write_text(run(line, given="e\n").stdout.splitlines()[-1])
    del DEALERS["mine"]
    unknown = run("review game.json --json")
    monkeypatch.setenv("HANGMAN_PLUGINS", "./mine.py:Mine")
    known = run("review game.json --json")
    assert json.loads(known.stdout)["check"]["verdict"] == "kept"
    check = json.loads(unknown.stdout)["check"]
    assert (unknown.exit_code, check["verdict"]) == (1, "unclear")
    assert check["reasons"] == ["There is no dealer “mine” here, so its answers cannot be checked."]
