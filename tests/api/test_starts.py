"""Starts and their choices, idempotency keys, and the game of each day."""

import json
from collections import Counter
from collections.abc import Mapping
from datetime import date, datetime
from hashlib import sha256
from typing import Any, Final
from unittest.mock import patch

import pytest
from redis.exceptions import ConnectionError

from service.api.hooks import hash_of
from service.dictionaries.dictionary import Dictionary
from service.play import daily
from service.registry import DAY_DEALERS
from tests.api.conftest import (
    DAY,
    KEY,
    Body,
    Client,
    Clock,
    Make,
    created,
    games_in,
    guessed,
    played,
    served,
)
from tests.support.fakes import FakeServers

LETTERS: Final = "qjxzvkwbfetaoinshrdlucmpyg"
QUOTED: Final = {"Idempotency-Key": f'"{KEY["Idempotency-Key"]}"'}  # the same key
OTHER_KEY: Final = {"Idempotency-Key": f'"{QUOTED["Idempotency-Key"]}"'}  # a key with quotes in it


def ended(client: Client, **choices: Any) -> Body:
    return played(client, created(client, max_misses=1, dealer="any", **choices), LETTERS)


def test_same_seed_draws_the_same_length_dealer_and_word(client: Client) -> None:
    # So many that each dealer is drawn: one in four games, with a secret that differs each time.
    seeded = [ended(client, seed=seed) for seed in range(80)]
    unseeded = [ended(client) for _ in range(80)]
    for games in (seeded, unseeded):
        assert {game["dealer"] for game in games} == {*DAY_DEALERS}
        assert len({game["length"] for game in games}) > 3
    for game in (*seeded[:20], *unseeded[:10]):
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
        assert digest == starts[0]["commitment"]  # sent before the first guess
        assert json.loads(confession["opening"])["dealer"] == dealer
        assert confession["honest"] is (dealer == "honest")
        word = client.post("/games", json={"secret_word": "zebra", "dealer": "any", "seed": 7}).json
        assert [error["pointer"] for error in word["errors"]] == ["/dealer"]  # for any drawn dealer


IMPLIED: Final = {"length": 5, "dealer": "honest", "daily": None}  # by the secret word


@pytest.mark.parametrize(("word", "choices"), [("zebra", {}), (" ZEBRA ", IMPLIED)])
def test_secret_word_is_the_word_guessed(client: Client, word: str, choices: Body) -> None:
    game = created(client, secret_word=word, **choices)
    hit, miss, won = (guessed(client, game, guess).json for guess in ("e", "q", "zebra"))
    assert (hit["pattern"], miss["misses"]) == ("_e___", 1)
    assert (won["status"], won["word"], won["dealer"]) == ("won", "zebra", "honest")


@pytest.mark.parametrize("start", [{"daily": "today"}, {"secret_word": "zebra"}, {"dealer": "any"}])
def test_game_of_any_dealer_can_be_kept(client: Client, start: Body) -> None:
    game = created(client, **start, keep_seconds=2 * DAY // 1000)
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
        # Whoever starts with a key that came before may not be who sent it: a game's id lets play.
        assert refused.json.get("game") == (None if path == "/games" else before)
        assert ("ETag" in refused.headers) == (path != "/games")


def test_reused_key_leads_back_to_the_game(client: Client) -> None:
    """Its guess was made and the answer got lost; then its player chose another letter."""
    game = created(client, length=8)
    guessed(client, game, "e", **KEY)
    refused = guessed(client, game, "t", **KEY)
    headers = {"If-Match": refused.headers["ETag"]}
    after = guessed(client, refused.json["game"], "t", **headers)
    assert refused.json["game"]["guessed_letters"] == ["e"]
    assert (after.status_code, after.json["guessed_letters"]) == (200, ["e", "t"])


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


# --- The game of each day -------------------------------------------------------------------------


TODAY = date(2026, 11, 22)
REVEALS_AT = "2026-11-23T01:00:00.000Z"
HOUR = 60 * 60 * 1000
LOSING = "zqxjvkwbfhmucpdyg"


def test_days_differ_and_half_of_them_are_honest() -> None:
    days = [json.loads(daily._drawn(TODAY)) for _ in range(1000)]
    dealers = Counter(day["dealer"] for day in days)
    assert {day["length"] for day in days} == set(range(6, 13))
    assert dealers.keys() == {"cheat-score", "honest", "largest-family"}
    assert 420 < dealers["honest"] < 580  # five standard deviations
    assert len({day["seed"] for day in days}) == 1000


def test_day_deals_everybody_the_game_of_its_choices(dated: Client, clock: Clock) -> None:
    games = [played(dated, created(dated, daily="today"), "etaoinshrdlu") for _ in range(2)]
    clock.now += DAY
    day = dated.get("/daily/2026-11-22").json
    names = ("dictionary", "length", "max_misses", "dealer", "seed")
    game = dated.post("/games", json={name: day[name] for name in names}).json
    chosen = played(dated, game, "etaoinshrdlu")
    own = dict.fromkeys(["id", "watch_id", "commitment", "expires_at"], "")
    assert {**games[0], **own} == {**games[1], **own}
    assert (games[0]["daily"], chosen["daily"]) == ("2026-11-22", None)
    for name in ("pattern", "wrong_letters"):
        assert games[0][name] == chosen[name]


def test_only_today_is_there_and_can_be_started(dated: Client, clock: Clock) -> None:
    game = created(dated, daily="today")
    for day in ("2026-11-21", "2026-11-23", "0001-01-01", "9999-12-31"):
        response, unknown = dated.post("/games", json={"daily": day}), dated.get(f"/daily/{day}")
        [error] = response.json["errors"]
        assert (error["pointer"], error["code"]) == ("/daily", "day-not-open")
        assert "today is 2026-11-22" in response.json["detail"]
        assert unknown.status_code == 404
        assert "today is 2026-11-22" in unknown.json["detail"]
    clock.now -= DAY  # the clock of another service, which must not give the next day away
    assert dated.get("/daily/2026-11-22").status_code == 404
    clock.now += DAY + DAY // 2  # the next day
    late = dated.post("/games", json={"daily": "2026-11-22"})
    assert (late.status_code, late.json["errors"][0]["code"]) == (422, "day-not-open")
    assert played(dated, game, "e")["daily"] == "2026-11-22"


def test_past_day_reveals_all(dated: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"DAY_DEALERS": ("honest",), "LENGTHS": (8,), "SEEDS": 1}.items():
        monkeypatch.setattr(daily, name, value)
    lost, _, won = (
        played(dated, created(dated, daily="today"), LOSING),
        created(dated, daily="today"),
        created(dated, daily="today"),
    )
    word, key = {"word": lost["word"]}, {"Idempotency-Key": "the-last-guess-of-all"}
    for _ in range(2):
        again = dated.post(f"/games/{won['id']}/guesses", json=word, headers=key)

    clock.now += DAY // 2 + HOUR - 1
    during = dated.get("/daily/2026-11-22").json
    clock.now += 1
    response = dated.get("/daily/2026-11-22")

    assert (lost["status"], again.json["status"]) == ("lost", "won")
    assert [during[name] for name in ("dealer", "seed", "results")] == [None] * 3
    misses = [1, 0, 0, 0, 0, 0, 0, 0, 1]
    calls = {"called": 0, "called_right": 0}
    results = {"begun": 3, "finished": 2, "won": 1, **calls, "games_by_misses": misses}
    assert response.json == {**during, "dealer": "honest", "seed": 0, "results": results}


def test_player_of_a_lost_day_learns_its_word_from_each_refusal(dated: Client) -> None:
    game = played(dated, created(dated, daily="today"), LOSING)
    over = guessed(dated, game, "e")
    late = guessed(dated, game, "e", **{"If-Match": '"1-00000000"'})
    assert (over.status_code, late.status_code) == (409, 412)
    for refused in (over, late):
        assert refused.json["game"] == game
        assert game["message"].endswith(f"the dealer says that the word was {game['word']}.")


@pytest.mark.parametrize("letters", [LOSING, "etaoinshrdlucmfwypvbgkjqxz"])
@pytest.mark.parametrize("dealer", sorted({*DAY_DEALERS}))
def test_watchers_see_results_only(dated: Client, clock: Clock, letters: str, dealer: str) -> None:
    with patch("service.play.daily.DAY_DEALERS", [dealer]):
        game = created(dated, daily="today")
    path = f"/watch/{game['watch_id']}"
    assert dated.post(f"{path}/words").json["code"] == "game-in-progress"
    game = played(dated, game, letters)

    clock.now += DAY // 2 + HOUR - 1
    watched, confession = dated.get(path), dated.get(f"{path}/confession")
    words = [dated.post(f"{path}/words"), dated.get(f"{path}/words")]
    clock.now += 1
    late = dated.get(f"{path}/confession")

    assert (watched.json["status"], watched.json["word"]) == (game["status"], None)
    assert not watched.json.keys() & {"dealer", "seed"}
    for early in (confession, *words):
        assert (early.status_code, early.json["code"]) == (409, "day-not-over")
        assert early.json["reveals_at"] == REVEALS_AT
        assert dealer not in early.text
    assert confession.json["watched_game"] == watched.json
    if game["status"] == "lost":
        for early in (watched, confession, *words):
            shown_game = early.json.get("watched_game", early.json)
            # Not in the text: the word may be that of a field, such as “pattern”, or “lost”.
            assert game["word"] not in [shown_game[name] for name in shown_game if name != "status"]
            assert shown_game["message"] == f"No {game['last_guess']['letter']}. The game is lost."
    assert dated.get(f"/games/{game['id']}/confession").json["word"] == game["word"]
    assert (late.status_code, late.json["word"]) == (200, game["word"])
    shown = dated.get(path, headers={"If-None-Match": watched.headers["ETag"]})
    known = {"word": game["word"], "message": game["message"]}
    assert shown.json == {**watched.json, **known}
    if letters == LOSING:  # many words are left
        assert dated.post(f"{path}/words").status_code == (409 if dealer == "honest" else 201)


def test_uncounted_day_can_be_played(dictionaries: Mapping[str, Dictionary], clock: Clock) -> None:
    class CannotCount(FakeServers):
        def execute_command(self, *arguments: Any, **options: Any) -> Any:
            if str(arguments[-1]).startswith(("begun", "won", "called", "misses")):
                raise ConnectionError
            return super().execute_command(*arguments, **options)

    client = served(games_in(CannotCount(), dictionaries, clock)).test_client()
    assert created(client, daily="today")["daily"] == "2026-11-22"


def test_caches_keep_a_day_until_its_next_change(dated: Client, clock: Clock) -> None:
    def caching(path: str) -> str:
        return str(dated.get(path).headers["Cache-Control"])

    assert caching("/daily") == caching("/daily/2026-11-22") == f"public, max-age={DAY // 2000}"
    for later, seconds in (
        (DAY // 2 - 400, 1), (400, 3600), (HOUR - 400, 1), (400, 300), (DAY - 1, 300), (1, 86_400),
    ):  # fmt: skip
        clock.now += later
        assert caching("/daily/2026-11-22") == f"public, max-age={seconds}"


def test_day_is_private_where_keys_are_needed(client_with: Make) -> None:
    closed = client_with(api_keys=hash_of("one-of-our-keys"))
    private = closed.get("/daily", headers={"Authorization": "Bearer one-of-our-keys"})
    public = client_with().get("/daily")
    assert public.headers["Cache-Control"].startswith("public, ")
    assert private.headers["Cache-Control"].startswith("private, ")
    assert ["RateLimit" in each.headers for each in (public, private)] == [False, True]
