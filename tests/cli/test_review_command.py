"""`hangman review`, as a person types it, and its check of a dealer's confession."""

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.cli.commanding import refusal, run
from tests.support.running import Service

Confession = dict[str, Any]

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


def printed(*arguments: object) -> Any:
    """The JSON that a review prints, whatever its exit code."""
    return json.loads(run("review", *arguments, "--json").stdout)


def write(path: Path, content: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content))
    return path


def checked(result: Result) -> list[str]:
    """The lines of the check, below the review."""
    lines = result.output.splitlines()
    return lines[lines.index("") :][3:]


def ended(service: Service, **choices: Any) -> dict[str, Any]:
    """Play a game at the service to its end; return it."""
    game = service.post("/games", json={"max_misses": 2, **choices}).json()
    for letter in "xqzjvkwyfbghmpducolrtnisae":
        service.post(f"/games/{game['id']}/guesses", json={"letter": letter})
    return dict(service.get(f"/games/{game['id']}").json())


@pytest.fixture(scope="module")
def game(service: Service) -> dict[str, Any]:
    return ended(service, length=7, seed=2026)


@pytest.fixture
def confession(service: Service, game: dict[str, Any]) -> Confession:
    return dict(service.get(f"/games/{game['id']}/confession").json())


# --- The review -----------------------------------------------------------------------------------


def test_review_has_a_row_for_each_guess_and_the_sums(tmp_path: Path) -> None:
    file = write(tmp_path / "game.json", {**GAME, "guesses": [*GAME["guesses"], IMPOSSIBLE]})
    *rows, empty, sums = run("review", file).output.splitlines()
    assert [row.split()[0] for row in rows] == ["guess", "e", "i", "e", "distribution", "o"]
    assert [row.split()[-1] for row in rows[3:]] == ["repeated", "wasted", "impossible"]
    assert empty == ""
    assert sums.startswith("3 misses, and 0.00 to come, = 0.40 expected +2.00 cost")


def test_own_bad_letters_are_not_the_best_of_a_long_list(tmp_path: Path) -> None:
    guesses = [{"letter": letter, "positions": []} for letter in "eqz"]
    review = printed(write(tmp_path / "game.json", {"length": 8, "guesses": guesses}))
    best = [[shown["letter"] for shown in each["best_letters"]] for each in review["guesses"]]
    assert best == [["e", "s", "i"], ["i"], ["i"]]


def test_weights_option_applies_if_the_file_names_none(tmp_path: Path) -> None:
    file = write(tmp_path / "game.json", {**GAME, "weights": None})
    named = write(tmp_path / "named.json", {**GAME, "weights": "commonness"})
    even, likely = printed(file), printed(file, "--weights", "commonness")
    assert (even["misses"], even["dictionary"], even["check"]) == (3, "en", None)
    assert even["guesses"][0]["words_before"] > 3000
    assert (even["weights"], likely["weights"]) == ("even", "commonness")
    assert likely == printed(named)
    assert likely["misses_expected"] < even["misses_expected"]


def test_our_own_documents_are_transcripts_too(
    service: Service, game: dict[str, Any], confession: Confession, tmp_path: Path
) -> None:
    guesses = service.get(f"/games/{game['id']}/guesses").json()
    documents = ({"length": 7, **guesses}, {**game, **guesses}, confession)
    reviews = [printed(write(tmp_path / "game.json", document)) for document in documents]
    assert [review["guesses"][0]["letter"] for review in reviews] == ["x"] * 3
    answers = len(confession["guesses"])
    assert [review.pop("check") for review in reviews] == [None, None, {
        "verdict": "kept", "commitment": confession["commitment"], "dealer": "largest-family",
        "drawn": None, "answers": answers, "as_committed": answers, "reasons": [],
    }]  # fmt: skip
    assert reviews == [reviews[0]] * 3
    address = f"{service.url}/#{game['id']}"
    assert printed(address, "--weights", "commonness")["weights"] == "commonness"


def test_players_are_ranked_by_their_judged_games(tmp_path: Path) -> None:
    good = {**GAME, "guesses": GAME["guesses"][:2]}
    unjudged = [{"letter": letter, "positions": []} for letter in "zxqjvkwyfb"]
    write(tmp_path / "ann" / "1.json", good)
    write(tmp_path / "ann" / "deep" / "2.json", [good, {"length": 8, "guesses": unjudged}])
    write(tmp_path / "abe.json", {"length": 8, "guesses": unjudged})
    write(tmp_path / "bob.json", [GAME, {**GAME, "player": "eve"}])
    rows = [row.split() for row in run("review", tmp_path).output.splitlines()]
    players = {row["player"]: row for row in printed(tmp_path)}
    assert [row[:2] for row in rows[1:4]] == [["ann", "3"], ["bob", "1"], ["eve", "1"]]
    assert [" ".join(row) for row in rows[4:]] == [
        "abe 1 0 ? ? ? ? 0% 0%", "ann: 1 of 3 games have no cost", "abe: 1 of 1 games have no cost",
    ]  # fmt: skip
    assert players["eve"]["cost"] == players["bob"]["cost"]
    assert players["bob"]["verdicts"]["repeated"] == 1
    assert players["ann"]["misses"] == 1


def test_subfolder_that_cannot_be_read_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, scandir = write(tmp_path / "ann" / "1.json", GAME).parent, os.scandir
    write(tmp_path / "bob.json", GAME)

    def scanned(folder: str) -> Any:
        if str(folder) == str(secret):
            raise PermissionError(errno.EACCES, "Permission denied", str(folder))
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", scanned)
    assert refusal("review", tmp_path) == f"hangman: {secret}: Permission denied\n"


# --- The check ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer_line", "choices", "path"),
    [
        ("dealer minimax", {"dealer": "minimax", "length": 7}, "games/{id}/"),
        ("dealer honest, word drawn by the seed", {"dealer": "honest", "length": 7},
         "#watch={watch_id}"),
        ("dealer honest, word set by somebody", {"secret_word": "zebra"},
         "watch/{watch_id}/confession"),
    ],
)  # fmt: skip
def test_game_at_a_service_is_checked(
    service: Service, dealer_line: str, choices: dict[str, str], path: str, tmp_path: Path
) -> None:
    game = ended(service, **choices)
    transcript = write(tmp_path / "heard.json", service.get(f"/games/{game['id']}/guesses").json())
    options = ("--commitment", game["commitment"].upper(), "--transcript", transcript)
    result = run("review", f"{service.url}/{path.format(**game)}", *options)
    assert result.exit_code == 0, result.output
    commitment, dealer, sums, *answers, last = checked(result)
    assert (commitment, dealer) == (f"commitment {game['commitment']}", dealer_line)
    assert sums.split()[:4] == ["answers", str(len(answers)), "of", str(len(answers))]
    assert answers[0].startswith("  1 x: ")
    assert last == "kept: the dealer kept to its commitment"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (f"--commitment {'0' * 64}", "The commitment is not the SHA-256 of the opening."),
        ("--transcript lie.json", "Answer 1 was “x: hit x______” in the game, and is “x: miss"
         " _______” in the confession."),
    ],
    ids=["commitment", "transcript"],
)  # fmt: skip
def test_broken_promise_ends_with_code_1_and_the_reason(
    confession: Confession, folder: Path, options: str, said: str
) -> None:
    write(folder / "game.json", confession)
    first = {name: confession["guesses"][0][name] for name in ("letter", "hit", "positions")}
    write(folder / "lie.json", {"guesses": [{**first, "hit": True, "positions": [0]}]})
    result = run(f"review game.json {options}")
    assert result.exit_code == 1
    assert said in result.output
    assert checked(result)[-1].startswith("broken: the dealer did not keep to its ")


@pytest.mark.parametrize(
    ("options", "content", "said"),
    [
        ("--transcript kept.json", {}, "this is not a transcript: “guesses” is missing."),
        ("--transcript kept.json", [], "this is not a JSON object"),
        ("--transcript ''", [], "the name of the file is empty"),
    ],
)
def test_bad_transcript_is_one_line(
    confession: Confession, folder: Path, options: str, content: Any, said: str
) -> None:
    write(folder / "game.json", confession)
    write(folder / "kept.json", content)
    assert said in refusal(f"review game.json {options}")


@pytest.mark.parametrize(
    ("member", "value", "said"),
    [
        ("opening", None, "not a confession: “opening” "),
        ("guesses", 5, "not a confession: “guesses” "),
        ("honest", "yes", "not a confession: “honest” "),
        ("odds", 5, "not a confession: “odds” "),
        ("commitment", "abc", "not a confession: “commitment” "),
        ("word", "\x1b[2J", "not a confession: “word” "),
        ("word", "a" * 10_000_000, "not a confession: “word” "),
        ("opening.dictionary", "fr", "no dictionary “fr”"),
        ("opening.more", 1, "opening"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) and value.isascii() else "",
)
def test_confession_that_cannot_be_checked_is_one_line(
    confession: Confession, tmp_path: Path, member: str, value: Any, said: str
) -> None:
    place, _, name = member.rpartition(".")
    changed = {**(json.loads(confession["opening"]) if place else confession), name: value}
    if place:
        opening = json.dumps(changed, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
        changed = {**confession, "opening": opening}
    assert said in refusal("review", write(tmp_path / "game.json", changed))


def test_folder_is_checked_where_a_dealer_has_confessed(
    confession: Confession, tmp_path: Path
) -> None:
    write(tmp_path / "ann.json", confession)
    write(tmp_path / "bob.json", {"length": 7, "guesses": [{"letter": "e", "positions": []}]})
    confession["opening"] = confession["opening"].replace('"seed":2026', '"seed":2027')
    write(tmp_path / "eve.json", confession)

    broken, as_json = run("review", tmp_path), run("review", tmp_path, "--json")

    assert [broken.exit_code, as_json.exit_code] == [1, 1]
    *rows, said = broken.output.splitlines()
    last = {row.split()[0]: row.split()[-1] for row in rows}
    assert (last["player"], last["ann"], last["eve"]) == ("kept", "1/1", "0/1")
    assert said == f"{tmp_path}/eve.json: broken: the dealer did not keep to its commitment"
    assert last["bob"].endswith("%")
    checks = {row["player"]: row["checks"] for row in json.loads(as_json.stdout)}
    assert checks["eve"] == {"kept": 0, "broken": 1, "unclear": 0}
    assert not any(checks["bob"].values())
    listed = write(tmp_path / "eve.json", [{**confession, "player": None}])  # a list of one
    assert [row["player"] for row in printed(listed)] == ["eve"]
    assert "broken: " in run("review", listed, "--commitment", "0" * 64).stdout
    write(tmp_path / "fay.json", [{"length": 5, "guesses": []}, {"length": 50, "guesses": []}])
    said = refusal(f"review {tmp_path}")
    assert said.startswith(f"hangman: {tmp_path}/fay.json, game 2: The dictionary has no words of")
