"""`hangman solve` and `hint`, as a person types them."""

import json

import pytest
from click.testing import CliRunner, Result

from service.cli.commands import hangman


def run(*arguments: str) -> Result:
    return CliRunner().invoke(hangman, arguments)


def test_solve_shows_every_guess_and_the_verdict() -> None:
    lines = run("solve", "jazzy").output.splitlines()

    assert lines[0].split()[:3] == ["s", "_____", "miss"]
    assert lines[-2].split() == ["z", "jazzy", "hit", "1", "word", "left"]
    assert lines[-1] == "jazzy: found with 10 misses"


def test_word_that_is_not_in_the_dictionary_is_said_not_to_be() -> None:
    assert run("solve", "zzzzz").output.splitlines()[-1] == (
        "zzzzz: not found with 7 misses; en does not have the word"
    )


def test_hint_ranks_letters_and_lists_words() -> None:
    lines = run("hint", "_a__e", "--wrong", "st", "--limit", "2").output.splitlines()

    assert lines[0].startswith("34 words fit: ")
    assert lines[2].split() == ["c", "32%", "50%"]


def test_one_word_fits() -> None:
    assert run("hint", "j_zz_").output.startswith("1 word fits: jazzy\n")


def test_hint_says_where_no_word_fits() -> None:
    result = run("hint", "q__q")

    assert (result.exit_code, result.output) == (0, "No word of the dictionary fits.\n")
    assert json.loads(run("hint", "q__q", "--json").output)["words_left"] == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", " "], "WORD is empty"),
        (["solve", "naïve"], "Not letters of this dictionary: “ï”"),
        (["hint", "_a_", "--wrong", "a"], "The pattern shows “a”, so it is not wrong."),
        (["hint", "___", "--dictionary", "fr"], "There is no dictionary “fr”"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments: list[str], said: str) -> None:
    result = run(*arguments)

    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
