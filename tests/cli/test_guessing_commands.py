"""`hangman solve`, `hint` and `families`, as a person types them."""

import json

import pytest

from tests.cli.commanding import run


def test_solve_shows_every_guess_and_the_verdict() -> None:
    lines = run("solve jazzy").output.splitlines()
    assert lines[0].split()[:3] == ["s", "_____", "miss"]
    assert lines[-2].split() == ["z", "jazzy", "hit", "1", "word", "left"]
    assert lines[-1] == "jazzy: found with 10 misses"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("solve zzzzz", "zzzzz: not found with 7 misses; en does not have the word\n"),
        ("hint j_zz_", "1 word fits: jazzy\n"),
        ("families j_zz_", "1 word fits: jazzy\n"),
    ],
)
def test_sentence_about_the_words_that_fit(line: str, said: str) -> None:
    assert said in run(line).output


def test_pattern_of_no_word_is_no_error() -> None:
    for line in ("hint q__q", "families j_zz_ --wrong-word jazzy"):
        result = run(line)
        assert (result.exit_code, result.output) == (0, "No word of the dictionary fits.\n")
    assert json.loads(run("hint q__q --json").output)["words_left"] == 0


@pytest.mark.usefixtures("folder")
def test_families_of_the_words_and_the_dealer_of_a_file() -> None:
    dealers = "--dealer minimax --dealer ./mine.py:Mine --dealer largest-family"
    line = f"families .... e --words eight.txt {dealers}"
    fit, _, *rows = [each.split() for each in run(line).output.splitlines()]
    assert fit[:3] == ["8", "words", "fit:"]
    assert rows[0][:5] == ["____", "3", "minimax,", "mine,", "largest-family"]
    assert [row[0] for row in rows] == ["____", "_e__", "___e", "__e_", "e__e"]
