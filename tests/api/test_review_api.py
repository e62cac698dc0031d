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


def test_null_means_left_out(client: Client) -> None:
    guesses = [{**MISS, "word": None, "hit": None, "at": None}]
    asked = {"length": 12, "pattern": None, "dictionary": None, "weights": None}

    review = client.post("/reviews", json={**asked, "guesses": guesses}).json

    assert (review["dictionary"], review["weights"]) == ("en", "even")
    assert review == client.post("/reviews", json={"length": 12, "guesses": [MISS]}).json
