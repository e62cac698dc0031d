"""A request that is sent again with its Idempotency-Key is done once, and answered as before."""

from typing import Any

import pytest

from service.api.hooks import hash_of
from tests.api.conftest import DAY, KEY, Body, Client, Clock, Make, created, guessed, played
from tests.support import contract

OTHER_KEY = {"Idempotency-Key": "a-key-of-20-characters"}


def replayed(*answers: Any) -> list[bool]:
    return [answer.headers.get("Idempotent-Replayed") == "true" for answer in answers]


def test_retried_guess_gets_the_same_answer(client: Client) -> None:
    game = created(client, length=8, insight="full")
    first = guessed(client, game, "e", **KEY)
    played(client, game, "aio")

    again = guessed(client, game, "e", **KEY)
    others = [guessed(client, game, other, **KEY) for other in ("a", "nonsense")]

    contract.check("/games/{game_id}/guesses", again)
    assert (again.json, again.headers["ETag"]) == (first.json, first.headers["ETag"])
    assert replayed(first, again) == [False, True]
    assert "Content-Location" not in again.headers  # the game has gone on
    assert len(client.get(f"/games/{game['id']}/guesses").json["guesses"]) == 4
    for refused in others:
        assert (refused.status_code, refused.json["code"]) == (422, "idempotency-key-reused")


@pytest.mark.parametrize(
    ("choices", "other"),
    [
        ({"length": 8}, {"length": 9}),
        ({"dealer": "any"}, {"dealer": "honest"}),
        ({"secret_word": "zebra"}, {"secret_word": "horse"}),
        ({"secret_word": "zebra"}, {"length": 5, "dealer": "honest"}),
        ({"daily": "today"}, {}),
    ],
)
def test_retried_start_gives_the_game_as_it_was(client: Client, choices: Body, other: Body) -> None:
    first = client.post("/games", json=choices, headers=KEY)
    played(client, first.json, "eai")
    again = client.post("/games", json=choices, headers=KEY)
    refused = client.post("/games", json=other, headers=KEY)
    assert (again.status_code, again.json) == (201, first.json)
    assert (refused.status_code, refused.json["code"]) == (422, "idempotency-key-reused")


def test_key_of_a_game_that_is_gone_has_a_code_of_its_own(client: Client) -> None:
    game = client.post("/games", json={}, headers=KEY).json
    client.delete(f"/games/{game['id']}")
    again = client.post("/games", json={}, headers=KEY)
    contract.check("/games", again)
    assert (again.status_code, again.json["code"]) == (404, "started-game-gone")


def test_start_that_spells_out_defaults_is_the_same_request(client: Client) -> None:
    defaults = {"dictionary": "en", "max_misses": 8, "insight": "none", "dealer": "largest-family"}
    first = client.post("/games", json={}, headers=KEY)
    for choices in ({}, *({name: value} for name, value in defaults.items()), defaults):
        assert client.post("/games", json=choices, headers=KEY).json == first.json, choices
    refused = client.post("/games", json={"dealer": "honest"}, headers=KEY)
    assert refused.json["code"] == "idempotency-key-reused"


def test_key_may_stand_in_one_pair_of_quotes(client: Client) -> None:
    keys = [f"{quotes}{KEY['Idempotency-Key']}{quotes}" for quotes in ("", '"', '""')]
    plain, quoted, twice = (
        client.post("/games", headers={"Idempotency-Key": key}).json["id"] for key in keys
    )
    assert plain == quoted != twice


def test_retried_start_of_a_day_is_counted_once(dated: Client, clock: Clock) -> None:
    games = [dated.post("/games", json={"daily": "today"}, headers=KEY).json for _ in range(2)]
    clock.now += DAY // 2
    late = dated.post("/games", json={"daily": "today"}, headers=KEY).json  # on the next day
    clock.now += DAY // 2
    assert games[0] == games[1] == late
    assert dated.get("/daily/2026-11-22").json["results"]["begun"] == 1


def test_retried_claim_gets_its_word_again(client: Client) -> None:
    game = played(client, created(client, length=8, max_misses=3), "eaioust")
    words = f"/watch/{game['watch_id']}/words"
    quoted = {"Idempotency-Key": f'"{KEY["Idempotency-Key"]}"'}

    first, other, again = (client.post(words, headers=key) for key in (KEY, OTHER_KEY, quoted))

    contract.check("/watch/{watch_id}/words", again)
    assert first.json == again.json != other.json
    assert again.status_code == 201
    assert replayed(first, other, again) == [False, False, True]
    assert client.get(words).json["claimed_count"] == 2


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
