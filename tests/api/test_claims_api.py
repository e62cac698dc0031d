"""Other words for those who watched a cheat win, and the guesses that they missed, over HTTP."""

from typing import Any
from unittest.mock import patch

import pytest

from service.api.hooks import hash_of
from service.registry import DEALERS
from service.settings import Settings
from service.store.errors import StoreFull, StoreUnavailable
from service.store.game_store import Claims
from tests.api.conftest import DAY, Client
from tests.api.test_daily_api import Clock, client, clock, started
from tests.api.test_daily_api import played as played_to_the_end
from tests.api.test_games_api import created, guessed, played
from tests.api.test_who_may import Make, client_with
from tests.support import contract
from tests.support.referee import HONEST

__all__ = ["client", "client_with", "clock"]  # fixtures

PATH = "/watch/{watch_id}/words"
KEY = "0123456789abcdef0123"
CHEATS = [name for name in DEALERS if name not in HONEST]


def claim(client: Client, game: Any, key: str = "") -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    response = client.post(f"/watch/{game['watch_id']}/words", headers=headers)
    if response.status_code < 500:
        contract.check(PATH, response)
    return response


def listed(client: Client, game: Any) -> Any:
    response = client.get(f"/watch/{game['watch_id']}/words")
    contract.check(PATH, response)
    return response


def lost(client: Client, **chosen: Any) -> Any:
    game = played(client, created(client, length=8, max_misses=3, **chosen), "eaioust")
    assert game["status"] == "lost"
    return game


@pytest.mark.parametrize("dealer", CHEATS)
def test_everybody_gets_another_word_that_fits(client: Client, dealer: str) -> None:
    game = lost(client, dealer=dealer)

    claims = [claim(client, game) for _ in range(3)]

    assert [each.status_code for each in claims] == [201] * 3
    words = [each.json["word"] for each in claims]
    assert [each.json["number"] for each in claims] == [1, 2, 3]
    assert len({*words, game["word"]}) == 4
    for word in words:
        assert not {*word} & {*game["wrong_letters"]}
        assert all(
            shown in ("_", letter) for shown, letter in zip(game["pattern"], word, strict=True)
        )
    count = claims[0].json["word_count"]
    assert listed(client, game).json == {"claimed_count": 3, "word_count": count, "words": words}


def test_repeated_request_gets_its_word_again(client: Client) -> None:
    game = lost(client)

    first, other, again = [claim(client, game, key) for key in (KEY, KEY[::-1], f'"{KEY}"')]

    assert first.json == again.json != other.json
    assert again.status_code == 201
    replayed = [each.headers.get("Idempotent-Replayed") for each in (first, other, again)]
    assert replayed == [None, None, "true"]
    assert listed(client, game).json["claimed_count"] == 2


def test_when_all_words_are_given_out_it_says_so(client: Client) -> None:
    game = played(client, created(client, length=9, max_misses=4), "eiaos")

    answers = [claim(client, game, f"{KEY}{number}") for number in range(8)]

    assert [answer.status_code for answer in answers] == [*[201] * 6, *[409] * 2]
    assert answers[6].json["code"] == "all-words-claimed"
    assert listed(client, game).json["claimed_count"] == answers[0].json["word_count"] == 6
    assert claim(client, game, f"{KEY}0").json == answers[0].json


def test_no_game_no_words(client: Client) -> None:
    for response in (claim(client, {"watch_id": "0" * 32}), listed(client, {"watch_id": "x"})):
        assert (response.status_code, response.json["code"]) == (404, "game-not-found")


@pytest.mark.parametrize("dealer", ["largest-family", "cheat-score", "honest"])
def test_on_the_day_all_dealers_refuse_alike(client: Client, clock: Clock, dealer: str) -> None:
    with patch("service.play.daily.DAY_DEALERS", [dealer]):
        game = started(client)
    assert claim(client, game).json["code"] == "game-in-progress"
    game = played_to_the_end(client, game, "zqxjvkwbfhmucpdyg")

    early = [claim(client, game), listed(client, game)]
    clock.now += DAY // 2
    late = claim(client, game)

    for response in early:
        about = (response.status_code, response.json["code"], response.json["ends_at"])
        assert about == (409, "day-not-over", "2026-11-23T00:00:00.000Z")
        assert dealer not in response.text
    assert late.status_code == (409 if dealer == "honest" else 201)


def test_class_behind_one_address_gets_its_words(client_with: Make) -> None:
    client = client_with(Settings(ratelimit_read=3))
    game = lost(client)

    answers = [claim(client, game).status_code for _ in range(4)]

    assert answers == [201, 201, 201, 429]


def test_keys_of_each_api_key_are_apart(client_with: Make) -> None:
    client = client_with(Settings(api_keys=f"{hash_of('anna')},{hash_of('otto')}"))
    headers = [{"Authorization": f"Bearer {name}"} for name in ("anna", "otto")]
    start = {"length": 8, "max_misses": 1}
    game = client.post("/games", json=start, headers=headers[0]).json
    client.post(f"/games/{game['id']}/guesses", json={"letter": "q"}, headers=headers[0])
    words = f"/watch/{game['watch_id']}/words"

    numbers = [
        client.post(words, headers={**each, "Idempotency-Key": KEY}).json["number"]
        for each in [*headers, *headers]
    ]

    assert numbers == [1, 2, 1, 2]


@pytest.mark.parametrize(
    ("error", "problem"), [(StoreUnavailable, "unavailable"), (StoreFull, "store-full")]
)
def test_store_that_counts_nothing_gives_no_word(
    client: Client, error: type[Exception], problem: str
) -> None:
    game = lost(client)

    with patch.object(Claims, "claim", side_effect=error):
        response = claim(client, game)

    assert (response.status_code, response.json["code"]) == (503, f"{problem}")
    assert "Retry-After" in response.headers


def test_who_watches_lists_the_guesses_as_the_player_does(client: Client) -> None:
    game = created(client, length=8)
    paths = f"/watch/{game['watch_id']}/guesses", f"/games/{game['id']}/guesses"
    assert client.get(paths[0]).json == {"guesses": []}
    for guess in ("e", "a", "somebody"):
        guessed(client, game, guess)

    watched, players = map(client.get, paths)

    contract.check("/watch/{watch_id}/guesses", watched)
    assert watched.json == players.json
    assert len(watched.json["guesses"]) == 3
    assert client.get("/watch/x/guesses").status_code == 404
