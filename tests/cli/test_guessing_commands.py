"""`hangman solve`, `hint` and `families`, as a person types them."""

import json

import pytest

from tests.cli.commanding import run

NO_WORD = "No word of the dictionary fits.\n"
FAMILIES = """\
34 words fit: maybe vague
family  words  kept by                      for example
_a__e      25  largest-family, cheat-score  maybe large
_a_ve       6                               naive halve
va__e       2                               vague value
va_ve       1                               valve
"""


def test_solve_shows_every_guess_and_the_verdict() -> None:
    lines = run("solve jazzy").output.splitlines()
    assert lines[0].split()[:3] == ["s", "_____", "miss"]
    assert lines[-2].split() == ["z", "jazzy", "hit", "1", "word", "left"]
    assert lines[-1] == "jazzy: found with 10 misses"


def test_hint_ranks_letters_and_lists_words() -> None:
    lines = run("hint _a__e --wrong st --limit 2").output.splitlines()
    assert lines[0].startswith("34 words fit: ")
    assert lines[2].split() == ["c", "32%", "50%"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("solve zzzzz", "zzzzz: not found with 7 misses; en does not have the word\n"),
        ("hint j_zz_", "1 word fits: jazzy\n"),
        ("families j_zz_", "1 word fits: jazzy\n"),
        ("families _a__e v --wrong st --limit 2", FAMILIES),
    ],
)
def test_sentence_about_the_words_that_fit(line: str, said: str) -> None:
    assert said in run(line).output


def test_pattern_of_no_word_is_no_error() -> None:
    for line in ("hint q__q", "families j_zz_ --wrong-word jazzy"):
        result = run(line)
        assert (result.exit_code, result.output) == (0, NO_WORD)
    assert json.loads(run("hint q__q --json").output)["words_left"] == 0
    assert json.loads(run("families _a__e v --json").output)["family_count"] == 4


@pytest.mark.usefixtures("folder")
def test_families_of_the_words_and_the_dealer_of_a_file() -> None:
    dealers = "--dealer minimax --dealer ./mine.py:Mine --dealer largest-family"
    line = f"families .... e --words eight.txt {dealers}"
    fit, _, *rows = [each.split() for each in run(line).output.splitlines()]
    assert fit[:3] == ["8", "words", "fit:"]
    assert rows[0][:5] == ["____", "3", "minimax,", "mine,", "largest-family"]
    assert [row[0] for row in rows] == ["____", "_e__", "___e", "__e_", "e__e"]
