"""`hangman review` of a dealer that has confessed: it is checked."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.cli.commands import hangman
from service.registry import DEALERS
from tests.live.running import Service
from tests.programs import run

KEPT = "kept: the dealer kept to its commitment"


def check(*arguments: str, given: bytes = b"") -> Result:
    return CliRunner().invoke(hangman, ["review", *arguments], input=given)


def checked(result: Result) -> list[str]:
    """The lines of the check, which stand below the review."""
    lines = result.output.splitlines()
    return lines[lines.index("") :][3:]


def refusal(*arguments: str) -> str:
    """The one line of a check that cannot be made."""
    result = check(*arguments)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    return result.stderr


def ended(service: Service, **asked: Any) -> dict[str, Any]:
    """A game that is over."""
    game = service.post("/games", json={"max_misses": 2, **asked}).json()
    for letter in "xqzjvkwyfbghmpducolrtnisae":
        service.post(f"/games/{game['id']}/guesses", json={"letter": letter})
    return dict(service.get(f"/games/{game['id']}").json())


@pytest.fixture(scope="module")
def game(service: Service) -> dict[str, Any]:
    return ended(service, length=7, seed=2026)


@pytest.fixture
def confession(service: Service, game: dict[str, Any]) -> dict[str, Any]:
    return dict(service.get(f"/games/{game['id']}/confession").json())


def saved(content: Any, folder: Path) -> str:
    path = folder / "confession.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return str(path)


@pytest.mark.parametrize("dealer", DEALERS)
def test_game_at_a_service_is_checked(service: Service, dealer: str) -> None:
    game = ended(service, length=7, dealer=dealer)

    result = check(f"{service.url}/games/{game['id']}", "--commitment", game["commitment"])

    assert result.exit_code == 0, result.output
    lines = checked(result)
    assert lines[0] == f"commitment {game['commitment']}"
    assert lines[1].startswith(f"dealer {dealer}")
    assert lines[2].startswith("answers ")
    assert lines[3].startswith("  1 x: ")
    assert lines[-1] == KEPT
    assert len(lines) == 4 + int(lines[2].split()[3])


@pytest.mark.parametrize("address", ["/games/{id}/confession", "/#{id}", "/games/{id}/"])
def test_game_has_several_addresses(service: Service, game: dict[str, Any], address: str) -> None:
    assert check(service.url + address.format(**game)).exit_code == 0


def test_confession_is_read_from_a_file_and_from_standard_input(
    confession: dict[str, Any], tmp_path: Path
) -> None:
    text = json.dumps(confession)

    results = [check(saved(text, tmp_path)), check("-", given=text.encode())]

    assert [result.exit_code for result in results] == [0, 0]
    assert results[0].output == results[1].output
    assert checked(results[0])[3:5] == ["  1 x: miss _______", "  2 q: miss _______"]


@pytest.mark.parametrize(("seed", "origin"), [(None, "drawn by the seed"), (1, "set by somebody")])
def test_word_of_an_honest_game_is_said_to_be_drawn_or_set(
    service: Service, seed: int | None, origin: str
) -> None:
    asked = {"secret_word": "zebra"} if seed else {"dealer": "honest", "length": 5}
    game = ended(service, **asked)

    result = check(f"{service.url}/games/{game['id']}")

    assert checked(result)[1] == f"dealer honest, word {origin}"


def test_what_was_changed_ends_with_code_1_and_says_what(
    confession: dict[str, Any], tmp_path: Path
) -> None:
    letter = confession["guesses"][0]
    letter["hit"], letter["positions"] = True, [3]

    result = check(saved(confession, tmp_path))

    assert result.exit_code == 1
    lines = checked(result)
    assert lines[2] == f"answers 0 of {len(confession['guesses'])} as they had to be"
    assert "Answer 1 was “x: hit ___x___”, and should have been “x: miss _______”." in lines
    assert lines[-1] == "broken: the dealer did not keep to its commitment"


def test_commitment_of_the_start_is_what_counts(confession: dict[str, Any], tmp_path: Path) -> None:
    result = check(saved(confession, tmp_path), "--commitment", "0" * 64)

    assert result.exit_code == 1
    assert "The commitment is not the SHA-256 of the opening." in result.output


def test_transcript_that_the_player_kept_is_compared(
    service: Service, game: dict[str, Any], tmp_path: Path
) -> None:
    address, file = f"{service.url}/games/{game['id']}", tmp_path / "transcript.json"
    kept = service.get(f"/games/{game['id']}/guesses").json()
    other = {**kept["guesses"][1], "hit": True, "positions": [0]}

    results = []
    for guesses in (kept["guesses"], [kept["guesses"][0], other], kept["guesses"][:1]):
        file.write_text(json.dumps({**kept, "guesses": guesses}))
        results.append(check(address, "--transcript", str(file)))

    assert [result.exit_code for result in results] == [0, 1, 1]
    verdicts = [result.output.splitlines()[-1].partition(":")[0] for result in results]
    assert verdicts == ["kept", "broken", "unclear"]
    assert (
        "Answer 2 was “q: hit q______” in the game, and is “q: miss _______” in the confession."
    ) in results[1].output
    assert "The transcript ends after 1 of 2 answers." in results[2].output


@pytest.mark.parametrize(
    ("content", "said"),
    [("{}", "this is not a transcript: guesses"), ("[]", "this is not a JSON object"),
     ('{"guesses": [{"letter": "\\ud800", "hit": true, "positions": []}]}', "is not a transcript")],
)  # fmt: skip
def test_transcript_that_is_none_is_one_line_and_exit_code_2(
    confession: dict[str, Any], tmp_path: Path, content: str, said: str
) -> None:
    file = tmp_path / "transcript.json"
    file.write_text(content)

    assert said in refusal(saved(confession, tmp_path), "--transcript", str(file))


def test_programs_get_json(confession: dict[str, Any], tmp_path: Path) -> None:
    result = check(saved(confession, tmp_path), "--json")

    guesses = len(confession["guesses"])
    assert json.loads(result.output)["check"] == {
        "verdict": "kept", "commitment": confession["commitment"], "dealer": "largest-family",
        "drawn": None, "answers": guesses, "as_committed": guesses, "reasons": [],
    }  # fmt: skip


def test_game_in_progress_has_nothing_to_check(service: Service) -> None:
    game = service.post("/games").json()

    said = refusal(f"{service.url}/games/{game['id']}")

    assert said == "hangman: The game is not over yet. Send the request again when it is.\n"


@pytest.mark.parametrize(
    ("member", "value", "said"),
    [
        ("opening", None, "not a confession: opening"),
        ("guesses", 5, "not a confession: guesses"),
        ("guesses", [{"hit": True, "positions": []}], "not a confession: guesses"),
        ("honest", "yes", "not a confession: honest"),
        ("odds", 5, "not a confession: odds"),
        ("guesses", [{}] * 2000, "not a confession: guesses"),
        ("commitment", "abc", "not a confession: commitment"),
        ("word", "\ud800", "not a confession: word"),
        ("word", "\x1b[2J", "not a confession: word"),
        ("word", "a" * 10_000_000, "not a confession: word"),
        ("opening.dictionary", "fr", "no dictionary “fr”"),
        ("opening.dealer", "\udfff", "opening"),
        ("opening.seed", -1, "opening"),
        ("opening.more", 1, "opening"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) and value.isascii() else "",
)
def test_confession_that_cannot_be_checked_is_one_line_and_exit_code_2(
    confession: dict[str, Any], tmp_path: Path, member: str, value: Any, said: str
) -> None:
    place, _, name = member.rpartition(".")
    changed = {**(json.loads(confession["opening"]) if place else confession), name: value}
    if place:
        opening = json.dumps(changed, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
        changed = {**confession, "opening": opening}

    assert said in refusal(saved(changed, tmp_path))


@pytest.mark.parametrize(
    ("figure", "lie"), [("words_left", 1), ("misses_forced_after", {"lower": 0, "upper": 0})]
)
def test_figure_that_is_a_lie_ends_with_code_1_and_says_which(
    confession: dict[str, Any], tmp_path: Path, figure: str, lie: Any
) -> None:
    confession["guesses"][1][figure] = lie

    result = check(saved(confession, tmp_path))

    assert result.exit_code == 1
    assert f"The confession's guesses/1/{figure} should have been " in result.output


def test_pipe_with_a_name_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "game.json")

    ran = run("hangman", "review", str(tmp_path / "game.json"))

    assert ran.returncode == 2
    assert ran.stderr == f"hangman: {tmp_path}/game.json: this is not a regular file\n"


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "{}", '"x"', "[" * 100_000, "[" * 900 + "]" * 900, f'{{"seed": {"9" * 5000}}}'],
    ids=range(8),
)
def test_what_is_no_confession_is_one_line_and_exit_code_2(content: str, tmp_path: Path) -> None:
    assert refusal(saved(content, tmp_path))


@pytest.mark.parametrize(
    "source",
    ["nowhere.json", "http://localhost:1/games/x", "http://localhost", "ftp://x/#" + "0" * 26],
)
def test_source_that_is_none_is_one_line_and_exit_code_2(source: str) -> None:
    assert refusal(source)


def test_folder_is_checked_wherever_a_dealer_has_confessed(
    confession: dict[str, Any], tmp_path: Path
) -> None:
    played = {"length": 7, "guesses": [{"letter": "e", "positions": []}]}
    for name, content in {"ann": confession, "bob": played}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    kept = check(str(tmp_path))
    confession["opening"] = confession["opening"].replace('"seed":2026', '"seed":2027')
    (tmp_path / "eve.json").write_text(json.dumps(confession))
    broken, for_programs = check(str(tmp_path)), check(str(tmp_path), "--json")

    assert [kept.exit_code, broken.exit_code, for_programs.exit_code] == [0, 1, 1]
    last = {row.split()[0]: row.split()[-1] for row in broken.output.splitlines()}
    assert (last["player"], last["ann"], last["eve"]) == ("kept", "1/1", "0/1")
    assert last["bob"].endswith("%")
    checks = {row["player"]: row["checks"] for row in json.loads(for_programs.output)}
    assert checks["eve"] == {"kept": 0, "broken": 1, "unclear": 0}
    assert not any(checks["bob"].values())


def test_transcript_has_nothing_to_check(tmp_path: Path) -> None:
    file = saved({"length": 7, "guesses": []}, tmp_path)

    shown = check(file)

    assert shown.exit_code == 0
    assert "commitment" not in shown.output
    assert json.loads(check(file, "--json").output)["check"] is None
    said = refusal(file, "--commitment", "0" * 64)
    assert (
        said
        == "hangman: --commitment and --transcript need exactly one game, with its confession\n"
    )


def test_commitment_has_64_digits(confession: dict[str, Any], tmp_path: Path) -> None:
    said = refusal(saved(confession, tmp_path), "--commitment", "abc")

    assert said == "hangman: --commitment: type 64 hexadecimal digits, as the game shows them\n"
