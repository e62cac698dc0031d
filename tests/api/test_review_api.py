"""Reviews over HTTP."""

from typing import Any

import pytest

from tests.api.conftest import Client

MISS: dict[str, Any] = {"letter": "e", "positions": []}


def test_game_of_ours_and_its_transcript_have_the_same_review(client: Client) -> None:
    game = client.post("/games", json={"length": 12, "max_misses": 2, "seed": 3}).json
    path = f"/games/{game['id']}"
    early = client.get(f"{path}/review")
    for guess in ({"letter": "e"}, {"word": "distribution"}, {"letter": "z"}):
        client.post(f"{path}/guesses", json=guess)
    said = client.get(f"{path}/guesses").json["guesses"]

    ours = client.get(f"{path}/review")
    theirs = client.post(
        "/reviews", json={"length": 12, "max_misses": 2, "guesses": [asked(each) for each in said]}
    )

    likely = client.get(f"{path}/review?weights=commonness")
    same = client.post(
        "/reviews",
        json={
            "length": 12,
            "max_misses": 2,
            "guesses": [asked(each) for each in said],
            "weights": "commonness",
        },
    )

    assert (early.status_code, early.json["type"]) == (409, "/problems/game-in-progress")
    assert (ours.status_code, theirs.status_code) == (200, 200)
    assert ours.json == theirs.json
    assert ours.json["guesses"][0]["verdict"] == "best"
    assert (ours.json["weights"], likely.json["weights"]) == ("even", "commonness")
    assert likely.json == same.json
    assert likely.json["misses_expected"]["upper"] < ours.json["misses_expected"]["upper"]


def asked(answer: dict[str, Any]) -> dict[str, Any]:
    """One of our answers, as a guess of a transcript."""
    names = ("letter", "positions") if "letter" in answer else ("word", "hit")
    return {name: answer[name] for name in names}


def test_positions_may_be_in_any_order_and_twice(client: Client) -> None:
    def review(*positions: float) -> Any:
        guesses = [{"letter": " E ", "positions": positions}]
        return client.post("/reviews", json={"length": 5, "guesses": guesses}).json

    assert review(4, 1.0, 4) == review(1, 4)
    assert review(1, 4)["guesses"][0]["positions"] == [1, 4]


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ({"guesses": []}, "length pattern"),
        ({"length": 5, "pattern": "_____", "guesses": []}, "length pattern"),
        ({"length": 5}, "guesses"),
        ({"length": 65, "guesses": []}, "length"),
        ({"length": 5, "guesses": [MISS] * 201}, "guesses"),
        ({"length": 5, "guesses": [MISS, {"letter": "e"}]}, "guesses/1/letter guesses/1/word"),
        ({"length": 5, "guesses": [{"word": "zebra"}]}, "guesses/0/letter guesses/0/word"),
        ({"length": 5, "guesses": [{**MISS, "hit": False}]}, "guesses/0/letter guesses/0/word"),
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
    guesses = [{**MISS, "word": None, "hit": None}]
    asked = {"length": 12, "pattern": None, "dictionary": None, "max_misses": None}

    review = client.post("/reviews", json={**asked, "guesses": guesses}).json

    assert (review["dictionary"], review["max_misses"]) == ("en", None)
    assert review == client.post("/reviews", json={"length": 12, "guesses": [MISS]}).json
