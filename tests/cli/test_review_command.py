"""`hangman review`, as a person types it."""

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.cli.commands import hangman
from tests.live.running import Service

GAME: dict[str, Any] = {
    "length": 12,
    "guesses": [
        {"letter": "e", "positions": []},
        {"letter": "i", "positions": [4, 6, 9]},
        {"letter": "e", "positions": []},
        {"word": "distribution", "hit": False},
    ],
}
IMPOSSIBLE = {"letter": "o", "positions": [10]}


def run(*arguments: object) -> Result:
    return CliRunner().invoke(hangman, ["review", *map(str, arguments)])


def write(path: Path, content: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content))
    return path


def test_review_of_a_game_has_a_row_for_each_guess_and_the_sums(tmp_path: Path) -> None:
    file = write(tmp_path / "game.json", {**GAME, "guesses": [*GAME["guesses"], IMPOSSIBLE]})

    *rows, empty, sums = run(file).output.splitlines()

    assert [row.split()[0] for row in rows] == ["guess", "e", "i", "e", "distribution", "o"]
    assert [row.split()[-1] for row in rows[3:]] == ["repeated", "wasted", "impossible"]
    assert empty == ""
    assert sums.startswith("3 misses, and 0.00 to come, = 0.40 expected +2.00 cost")


def test_review_as_json_is_that_of_the_api(tmp_path: Path) -> None:
    review = json.loads(run(write(tmp_path / "game.json", GAME), "--json").output)

    assert (review["misses"], review["dictionary"]) == (3, "en")
    assert review["guesses"][0]["words_before"] > 3000


def test_weights_count_if_the_file_names_none(tmp_path: Path) -> None:
    file = write(tmp_path / "game.json", GAME)
    named = write(tmp_path / "named.json", {**GAME, "weights": "commonness"})

    even, likely, same = [
        json.loads(run(*asked, "--json").output)
        for asked in ([file], [file, "--weights", "commonness"], [named])
    ]

    assert (even["weights"], likely["weights"]) == ("even", "commonness")
    assert likely == same
    assert likely["misses_expected"] < even["misses_expected"]


def test_our_own_documents_are_transcripts_too(service: Service, tmp_path: Path) -> None:
    game = service.post("/games", json={"length": 12, "max_misses": 1}).json()["id"]
    service.post(f"/games/{game}/guesses", json={"letter": "z"})
    shown, confession, guesses = [
        service.get(f"/games/{game}{what}").json() for what in ("", "/confession", "/guesses")
    ]

    reviews = [
        json.loads(run(write(tmp_path / "game.json", document), "--json").output)
        for document in (
            {"length": 12, "guesses": [{"letter": "z", "positions": []}]},
            {"length": 12, **guesses},
            {**shown, **guesses},
            confession,
        )
    ]

    assert [review["guesses"][0]["letter"] for review in reviews] == ["z"] * 4
    checks = [review.pop("check") for review in reviews]
    assert reviews == [reviews[0]] * 4
    assert [bool(check) for check in checks] == [False, False, False, True]


def test_folder_has_a_row_for_each_player_the_best_first(tmp_path: Path) -> None:
    good = {**GAME, "guesses": GAME["guesses"][:2]}
    write(tmp_path / "ann" / "1.json", good)
    write(tmp_path / "ann" / "deep" / "2.json", good)
    write(tmp_path / "bob.json", [GAME, {**GAME, "player": "eve"}])

    rows = [row.split() for row in run(tmp_path).output.splitlines()]
    players = {row["player"]: row for row in json.loads(run(tmp_path, "--json").output)}

    assert [row[:2] for row in rows[1:]] == [["ann", "2"], ["bob", "1"], ["eve", "1"]]
    assert players["eve"]["cost"] == players["bob"]["cost"]
    assert players["bob"]["verdicts"]["repeated"] == 1
    assert players["ann"]["misses"] == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "this is not JSON"),
        ("[]", "has no JSON file with a game"),
        ('{"length": 5}', "this is not a transcript: guesses: "),
        ("[5]", "this is not a transcript"),
        ('{"watch_id": "x", "length": 5}', "this is a game without its guesses. Review"),
        ('{"length": 5, "guesses": [5]}', "this is not a transcript"),
        ('{"length": 5, "guesses": 5}', "this is not a transcript: guesses: "),
        ('{"length": 5, "guesses": [{"letter": "e", "hit": true, "positions": []}]}', "hit"),
        ('{"length": 5, "guesses": [{"letter": "e"}]}', "guesses/0/positions: Missing data"),
        ('{"length": 99, "guesses": []}', "length"),
        ('{"length": 50, "guesses": []}', "no words of 50 letters"),
        ('{"length": 5, "guesses": [], "dictionary": "fr"}', "There is no dictionary “fr”"),
    ],
)
def test_file_that_is_no_transcript_is_one_line_and_exit_code_2(
    tmp_path: Path, content: str, said: str
) -> None:
    file = tmp_path / "game.json"
    file.write_text(content)

    result = run(file)

    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("source", ["nothing.json", "http://localhost/", ""])
def test_source_that_is_not_there_is_one_line_and_exit_code_2(tmp_path: Path, source: str) -> None:
    result = run(source if ":" in source else tmp_path / source)

    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("problem", [errno.ENOENT, errno.EACCES], ids=["vanishes", "is secret"])
def test_subfolder_that_cannot_be_read_is_one_line_and_exit_code_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: int
) -> None:
    gone, scandir = write(tmp_path / "ann" / "1.json", GAME).parent, os.scandir
    write(tmp_path / "bob.json", GAME)

    def scanned(folder: str) -> Any:
        if str(folder) == str(gone):
            raise OSError(problem, os.strerror(problem), str(folder))
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", scanned)
    result = run(tmp_path)

    assert result.exit_code == 2
    assert result.stderr == f"hangman: {gone}: {os.strerror(problem)}\n"


@pytest.mark.parametrize("name", ["a" * 300, "file.json/game.json"])
def test_path_that_can_be_none_is_one_line_and_exit_code_2(tmp_path: Path, name: str) -> None:
    write(tmp_path / "file.json", GAME)

    result = run(tmp_path / name)

    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert str(tmp_path / name) in result.stderr


def test_game_at_an_address_is_reviewed_there(service: Service) -> None:
    game = service.post("/games", json={"length": 12, "max_misses": 1}).json()
    service.post(f"/games/{game['id']}/guesses", json={"letter": "z"})

    reviews = [
        json.loads(run(f"{service.url}/{path}{game['id']}", *weights, "--json").output)
        for path, *weights in (("games/",), ("#",), ("#", "--weights", "commonness"))
    ]

    assert reviews[0] == reviews[1]
    assert reviews[0]["guesses"][0]["letter"] == "z"
    assert [review["weights"] for review in reviews[1:]] == ["even", "commonness"]


def test_game_that_was_watched_is_reviewed_at_its_address(service: Service) -> None:
    game = service.post("/games", json={"length": 12, "max_misses": 1}).json()
    service.post(f"/games/{game['id']}/guesses", json={"letter": "z"})

    addresses = [f"games/{game['id']}"] + [
        each.format(game["watch_id"]) for each in ("watch/{}", "watch/{}/confession", "#watch={}")
    ]
    results = [run(f"{service.url}/{address}") for address in addresses]

    assert [result.exit_code for result in results] == [0] * 4
    assert len({result.output for result in results}) == 1
