"""A request that is sent again with its Idempotency-Key is done once, and answered as before."""

from typing import Any

import pytest

from service.api.hooks import hash_of
from tests.api.conftest import DAY, KEY, Body, Client, Clock, Make, created, played

QUOTED = {"Idempotency-Key": f'"{KEY["Idempotency-Key"]}"'}  # the same
OTHER_KEY = {"Idempotency-Key": f'"{QUOTED["Idempotency-Key"]}"'}  # without a pair, still quoted


def replayed(*answers: Any) -> list[bool]:
    return [answer.headers.get("Idempotent-Replayed") == "true" for answer in answers]


@pytest.mark.parametrize(
    ("path", "request_", "other"),
    [
        ("/games", {"length": 8}, {"length": 9}),
        ("/games", {"dealer": "any"}, {"dealer": "honest"}),
        ("/games", {"secret_word": "zebra"}, {"secret_word": "horse"}),
        ("/games", {"secret_word": "zebra"}, {"length": 5, "dealer": "honest"}),
        ("/games", {"daily": "today"}, {}),
        ("/games/{id}/guesses", {"letter": "z"}, {"letter": "q"}),
        ("/games/{id}/guesses", {"letter": "z"}, {"word": "nonsense"}),
        ("/watch/{watch_id}/words", {}, None),  # there is nothing to choose
    ],
)
def test_retried_request_gets_the_same_answer(
    client: Client, path: str, request_: Body, other: Body | None
) -> None:
    game = created(client, length=8, max_misses=3, insight="full")
    game = played(client, game, "eaioust" if "watch" in path else "")
    place = path.format(**game)

    first = client.post(place, json=request_, headers=KEY)
    played(client, first.json, "aio" if "watch" not in path else "")
    before = client.get(f"/games/{game['id']}").json
    again, another = (client.post(place, json=request_, headers=by) for by in (QUOTED, OTHER_KEY))

    assert (again.status_code, again.json) == (first.status_code, first.json)
    assert again.headers.get("ETag") == first.headers.get("ETag")
    assert replayed(first, again, another) == [False, True, False]
    assert another.json != first.json
    assert "Content-Location" not in again.headers  # the game has gone on
    assert client.get(f"/games/{game['id']}").json == before
    if other is not None:
        refused = client.post(place, json=other, headers=KEY)
        assert (refused.status_code, refused.json["code"]) == (422, "idempotency-key-reused")


def test_start_that_spells_out_defaults_is_the_same_request(client: Client) -> None:
    defaults = {"dictionary": "en", "max_misses": 8, "insight": "none", "dealer": "largest-family"}
    first = client.post("/games", json={}, headers=KEY)
    for choices in ({}, *({name: value} for name, value in defaults.items()), defaults):
        assert client.post("/games", json=choices, headers=KEY).json == first.json, choices
    refused = client.post("/games", json={"dealer": "honest"}, headers=KEY)
    assert refused.json["code"] == "idempotency-key-reused"


def test_retried_start_of_a_day_is_counted_once(dated: Client, clock: Clock) -> None:
    games = [dated.post("/games", json={"daily": "today"}, headers=KEY).json for _ in range(2)]
    clock.now += DAY // 2
    late = dated.post("/games", json={"daily": "today"}, headers=KEY).json  # on the next day
    clock.now += DAY // 2
    assert games[0] == games[1] == late
    assert dated.get("/daily/2026-11-22").json["results"]["begun"] == 1


def test_idempotency_keys_of_each_api_key_are_apart(client_with: Make) -> None:
    client = client_with(api_keys=f"{hash_of('anna')},{hash_of('otto')}")
    anna, otto = ({**KEY, "Authorization": f"Bearer {name}"} for name in ("anna", "otto"))
    start = {"json": {"length": 8, "max_misses": 1}}

    mine, again, theirs = (client.post("/games", headers=by, **start) for by in (anna, anna, otto))
    game = mine.json
    client.post(f"/games/{game['id']}/guesses", json={"letter": "q"}, headers=anna)
    words = f"/watch/{game['watch_id']}/words"
    claims = [client.post(words, headers=by) for by in (anna, otto, anna, otto)]

    assert again.json["id"] == mine.json["id"] != theirs.json["id"]
    assert replayed(mine, again, theirs) == [False, True, False]
    assert [claim.json["number"] for claim in claims] == [1, 2, 1, 2]
