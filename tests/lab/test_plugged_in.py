"""The dealer and the guessers of the laboratory in the service, where both are installed."""

import json
from pathlib import Path

from service.registry import DEALERS, GUESSERS
from tests.support.programs import environment, run

PLUGGED_IN = ["expected", "expected-common", "unexploitable"]


def test_service_lists_what_the_laboratory_plugs_in() -> None:
    assert [*DEALERS][-1] == "lottery"
    assert [*GUESSERS][-3:] == PLUGGED_IN
    assert not DEALERS["lottery"].is_slow


def test_terminal_solves_by_a_guesser_of_the_laboratory(tmp_path: Path) -> None:
    words = ("hangman", "solve", "compartmentalize", "--guesser", "unexploitable", "--json")
    solution = json.loads(run(*words, environ=environment(tmp_path)).stdout)

    assert (solution["found"], solution["misses"]) == (True, 0)


def test_terminal_plays_and_checks_the_lottery(tmp_path: Path) -> None:
    environ = environment(tmp_path)
    play = ("hangman", "play", "--dealer", "lottery", "--length", "14", "--max-misses", "1")
    played = run(*play, "--json", environ=environ, given="q\nz\nx\nj\n")
    (tmp_path / "game.json").write_text(played.stdout.splitlines()[-1])

    checked = run("hangman", "review", "game.json", folder=tmp_path, environ=environ)

    assert checked.returncode == 0, checked.stderr
    assert "dealer lottery, word drawn by the seed" in checked.stdout


def test_tab_key_offers_the_names_of_the_laboratory(tmp_path: Path) -> None:
    typed = {"COMP_WORDS": "hangman solve --guesser u", "COMP_CWORD": "3"}
    environ = environment(tmp_path, _HANGMAN_COMPLETE="bash_complete", **typed)

    assert run("hangman", environ=environ).stdout == "plain,unexploitable\n"
