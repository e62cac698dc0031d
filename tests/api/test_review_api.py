"""Reviews over HTTP."""

from typing import Any

import pytest

from tests.api.conftest import Client

MISS: dict[str, Any] = {"letter": "e", "positions": []}


@pytest.mark.parametrize("weights", ["even", "commonness"])
def test_game_of_ours_and_its_transcript_have_the_same_review(client: Client, weights: str) -> None:
    game = client.post("/games", json={"length": 12, "max_misses": 2, "seed": 3}).json
    path = f"/games/{game['id']}"
    early = client.get(f"{path}/review")
    for guess in ({"letter": "e"}, {"word": "distribution"}, {"letter": "z"}):
        client.post(f"{path}/guesses", json=guess)
    said = client.get(f"{path}/guesses").json

    ours = client.get(f"{path}/review?weights={weights}").json
    theirs = client.post("/reviews", json={**said, "length": 12, "weights": weights}).json

    assert (early.status_code, early.json["code"]) == (409, "game-in-progress")
    for kind in ("letter", "word", "hit", "positions", "at"):
        assert [one[kind] for one in ours["guesses"]] == [one[kind] for one in said["guesses"]]
    untimed = [{**guess, "at": None} for guess in ours["guesses"]]
    assert theirs == {**ours, "guesses": untimed}
    assert ours["weights"] == weights
    assert ours["guesses"][0]["verdict"] == ("best" if weights == "even" else "costly")


def test_positions_may_be_in_any_order(client: Client) -> None:
    def review(*positions: float) -> Any:
        guesses = [{"letter": " E ", "positions": positions}]
        return client.post("/reviews", json={"length": 5, "guesses": guesses}).json

    assert review(4, 1.0) == review(1, 4)
    assert review(1, 4)["guesses"][0]["positions"] == [1, 4]


@pytest.mark.parametrize(("path", "field"), [
    ("/hints", "pattern"), ("/families", "pattern"), ("/reviews", "start_pattern"),
])  # fmt: skip
def test_pattern_means_the_same_in_every_request(client: Client, path: str, field: str) -> None:
    def post(pattern: str) -> Any:
        guesses: dict[str, Any] = {"guesses": []} if path == "/reviews" else {}
        return client.post(path, json={field: pattern, **guesses}).json

    plain, no_length, no_letter = post("_a__e"), post("_" * 40), post("_é___")

    assert plain[field] == "_a__e"
    assert [post(pattern) for pattern in ("-A--E", " ?a..e ")] == [plain, plain]
    for problem, code in ((no_length, "no-words-of-length"), (no_letter, "not-in-alphabet")):
        assert [(each["pointer"], each["code"]) for each in problem["errors"]] == [
            (f"/{field}", code)
        ]


def test_guesses_of_a_later_version_can_be_reviewed(client: Client) -> None:
    later = {**MISS, "mood": "smug", "answered_in": {"ms": 7}}

    with_more = client.post("/reviews", json={"length": 12, "guesses": [later]})

    assert with_more.status_code == 200
    assert with_more.json == client.post("/reviews", json={"length": 12, "guesses": [MISS]}).json


def test_null_means_left_out(client: Client) -> None:
    guesses = [{**MISS, "word": None, "hit": None, "at": None}]
    asked = {"length": 12, "start_pattern": None, "dictionary": None, "weights": None}

    review = client.post("/reviews", json={**asked, "guesses": guesses}).json

    assert (review["dictionary"], review["weights"]) == ("en", "even")
    assert review == client.post("/reviews", json={"length": 12, "guesses": [MISS]}).json
