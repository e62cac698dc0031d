"""`hangman solve`, `hint` and `families`, as a person types them."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from service.cli.commands import hangman
from tests.api.conftest import Client, app, client, games

__all__ = ["app", "client", "games"]  # fixtures


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


def test_families_say_who_would_keep_which() -> None:
    lines = run("families", "_a__e", "v", "--wrong", "st", "--limit", "2").output.splitlines()

    assert lines == [
        "34 words fit: maybe vague",
        "family  words  kept by                      for example",
        "_a__e      25  largest-family, cheat-score  maybe large",
        "_a_ve       6                               naive halve",
        "va__e       2                               vague value",
        "va_ve       1                               valve",
    ]


def test_families_of_the_words_of_a_file(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("\n".join(["ally", "beta", "cool", "deal", "else", "flew", "good", "hope"]))

    dealer = ("--dealer", "minimax", "--dealer", "largest-family")
    lines = run("families", "....", "e", "--words", str(words), *dealer).output.splitlines()

    assert lines[0].startswith("8 words fit: ")
    assert lines[2].split()[:4] == ["____", "3", "minimax,", "largest-family"]
    assert [line.split()[0] for line in lines[2:]] == ["____", "_e__", "___e", "__e_", "e__e"]


def test_families_as_json_are_those_of_the_api(client: Client) -> None:
    printed = json.loads(run("families", "_a__e", "v", "--wrong", "st", "--json").output)

    asked = {"pattern": "_a__e", "wrong_letters": ["s", "t"], "letter": "v"}
    assert printed == client.post("/families", json=asked).json


def test_without_a_letter_only_the_words_are_printed() -> None:
    result = run("families", "j_zz_", "--wrong-word", "jazzy")

    assert (result.output, result.exit_code) == ("No word of the dictionary fits.\n", 0)
    assert run("families", "j_zz_").output == "1 word fits: jazzy\n"
