"""What a game may be started with; and that a request that is sent again is done once."""

import json
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

import pytest

from service.api.hooks import hash_of
from service.registry import DAY_DEALERS
from tests.api.conftest import DAY, KEY, Body, Client, Clock, Make, created, guessed, played

LETTERS: Final = "qjxzvkwbfetaoinshrdlucmpyg"
QUOTED: Final = {"Idempotency-Key": f'"{KEY["Idempotency-Key"]}"'}  # the same
OTHER_KEY: Final = {"Idempotency-Key": f'"{QUOTED["Idempotency-Key"]}"'}  # still quoted


def ended(client: Client, **choices: Any) -> Body:
    return played(client, created(client, max_misses=1, dealer="any", **choices), LETTERS)


def test_seed_draws_length_dealer_and_word_once_and_for_all(client: Client) -> None:
    seeded = [ended(client, seed=seed) for seed in range(20)]
    unseeded = [ended(client) for _ in range(30)]  # of so many, one has each dealer
    for games in (seeded, unseeded):
        assert {game["dealer"] for game in games} == {*DAY_DEALERS}
        assert len({game["length"] for game in games}) > 3
    for game in (*seeded, *unseeded[:10]):
        length = {} if game in seeded else {"length": game["length"]}
        again = ended(client, seed=game["seed"], **length)
        for name in ("dealer", "length", "word"):
            assert again[name] == game[name]


def test_drawn_dealer_is_sealed_and_deals_as_if_chosen(drawing: dict[str, Client]) -> None:
    """Another service draws another dealer for the same seed."""
    assert drawing.keys() == {*DAY_DEALERS}
    for dealer, client in drawing.items():
        starts = [created(client, dealer=name, seed=7, length=8) for name in ("any", dealer)]
        drawn, chosen = (played(client, game, LETTERS) for game in starts)
        confession = client.get(f"/games/{drawn['id']}/confession").json

        assert (drawn["dealer"], drawn["seed"]) == (dealer, 7)
        for name in ("status", "pattern", "word", "wrong_letters"):
            assert drawn[name] == chosen[name]
        digest = sha256(confession["opening"].encode()).hexdigest()
        assert digest == starts[0]["commitment"]  # from before the first guess
        assert json.loads(confession["opening"])["dealer"] == dealer
        assert confession["honest"] is (dealer == "honest")
        word = client.post("/games", json={"secret_word": "zebra", "dealer": "any", "seed": 7}).json
        assert [error["pointer"] for error in word["errors"]] == ["/dealer"]  # whoever is drawn


FOLLOWS: Final = {"length": 5, "dealer": "honest", "daily": None}  # from the word


@pytest.mark.parametrize(("word", "choices"), [("zebra", {}), (" ZEBRA ", FOLLOWS)])
def test_word_that_is_set_is_the_word(client: Client, word: str, choices: Body) -> None:
    game = created(client, secret_word=word, **choices)
    hit, miss, won = (guessed(client, game, guess).json for guess in ("e", "q", "zebra"))
    assert (hit["pattern"], miss["misses"]) == ("_e___", 1)
    assert (won["status"], won["word"], won["dealer"]) == ("won", "zebra", "honest")


@pytest.mark.parametrize("dealt", [{"daily": "today"}, {"secret_word": "zebra"}, {"dealer": "any"}])
def test_whoever_deals_a_game_may_be_kept(client: Client, dealt: Body) -> None:
    game = created(client, **dealt, keep_seconds=2 * DAY // 1000)
    begin, end = (datetime.fromisoformat(game[name]) for name in ("created_at", "expires_at"))
    assert (end - begin).total_seconds() == 2 * DAY / 1000


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
