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


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ({"guesses": []}, "length pattern"),
        ({"length": 5, "pattern": "_____", "guesses": []}, "length pattern"),
        ({"length": 5}, "guesses"),
        ({"length": 65, "guesses": []}, "length"),
        ({"length": 5, "guesses": [MISS] * 201}, "guesses"),
        ({"length": 5, "guesses": [], "max_misses": 8}, "max_misses"),
        ({"length": 5, "guesses": [MISS, {"letter": "e"}]}, "guesses/1/positions"),
        ({"length": 5, "guesses": [{"word": "zebra"}]}, "guesses/0/hit"),
        ({"length": 5, "guesses": [{**MISS, "hit": True}]}, "guesses/0/hit"),
        (
            {"length": 5, "guesses": [{"word": "zebra", "hit": False, "positions": [0]}]},
            "guesses/0/hit",
        ),
        ({"length": 5, "guesses": [{"word": "zebra", "hit": "no"}]}, "guesses/0/hit"),
        ({"length": 5, "guesses": [{"letter": "e", "positions": [64]}]}, "guesses/0/positions/0"),
        (
            {"length": 5, "guesses": [{"letter": "e", "positions": [None]}]},
            "guesses/0/positions/0",
        ),
        ({"length": 5, "guesses": [{"letter": "ee", "positions": []}]}, "guesses/0/letter"),
        (
            {"length": 5, "guesses": [MISS, {"letter": "a", "positions": [5]}]},
            "guesses/1/positions",
        ),
        ({"length": 50, "guesses": []}, "length"),
        ({"pattern": "q___q", "guesses": []}, "pattern"),
        ({"pattern": "_" * 50, "guesses": []}, "pattern"),
        ({"length": 5, "guesses": [], "dictionary": "fr"}, "dictionary"),
    ],
)
def test_field_that_is_wrong_is_named(client: Client, asked: Any, named: str) -> None:
    response = client.post("/reviews", json=asked)

    assert response.status_code == 422
    assert [error["pointer"] for error in response.json["errors"]] == [
        f"/{name}" for name in named.split()
    ]


def test_null_means_left_out(client: Client) -> None:
    guesses = [{**MISS, "word": None, "hit": None, "at": None}]
    asked = {"length": 12, "pattern": None, "dictionary": None, "weights": None}

    review = client.post("/reviews", json={**asked, "guesses": guesses}).json

    assert (review["dictionary"], review["weights"]) == ("en", "even")
    assert review == client.post("/reviews", json={"length": 12, "guesses": [MISS]}).json
