"""Games over HTTP, as a front end sees them."""

import re
from collections.abc import Callable
from datetime import datetime

import pytest

from service.play.catalogue import Catalogue
from service.play.games import Games
from service.registry import DEALERS
from tests.api.conftest import Client, created, guessed, played, served
from tests.support import factory
from tests.support.factory import NEW_ETAG


def test_new_game_has_the_defaults_and_shows_nothing(client: Client) -> None:
    answer = client.post("/games", json={"length": 8})

    game = answer.json
    assert (answer.status_code, answer.headers["ETag"]) == (201, NEW_ETAG)
    assert answer.headers["Location"] == f"/games/{game['id']}"
    assert re.fullmatch("[0-7][0-9a-hjkmnp-tv-z]{25}", game["id"])
    assert re.fullmatch("[0-9a-f]{64}", game["commitment"])
    lasts = datetime.fromisoformat(game["expires_at"]) - datetime.fromisoformat(game["created_at"])
    assert lasts.days == 1
    drawn = ("id", "watch_id", "commitment", "created_at", "expires_at")
    assert {key: game[key] for key in game if key not in drawn} == {
        "version": 1,
        "status": "in_progress",
        "length": 8,
        "pattern": "________",
        "last_guess": None,
        "guessed_letters": [],
        "wrong_letters": [],
        "wrong_words": [],
        "misses": 0,
        "max_misses": 8,
        "remaining_guesses": 8,
        "dictionary": "en",
        **dict.fromkeys(["word", "dealer", "seed", "insight", "daily"]),
    }


def test_guess_is_answered_with_the_game_and_in_it_the_guess(client: Client) -> None:
    game = created(client, length=8, dealer="largest-family")

    answer = guessed(client, game, "E")

    body, whole = answer.json, client.get(answer.headers["Content-Location"])
    assert answer.headers["Content-Location"] == f"/games/{game['id']}"
    assert (whole.json, whole.headers["ETag"]) == (body, answer.headers["ETag"])
    [listed] = client.get(f"/games/{game['id']}/guesses").json["guesses"]
    guess = {"letter": "e", "word": None, "hit": False, "positions": [], "at": listed["at"]}
    assert body["last_guess"] == listed == guess
    assert (body["version"], body["misses"], body["remaining_guesses"]) == (2, 1, 7)
    assert body["guessed_letters"] == body["wrong_letters"] == ["e"]


@pytest.mark.parametrize("method", ["POST", "DELETE"])
@pytest.mark.parametrize(
    ("if_match", "is_meant"),
    [
        *((each, True) for each in ("{now}", "*", '"7", {now}')),
        *((each, False) for each in ("W/{now}", 'W/{now}, "2"', NEW_ETAG)),
        *((f'"{tag}"', False) for tag in ("2", "x", "²", "", "9" * 5000)),
    ],
)
def test_guess_and_deletion_may_be_meant_for_one_version(
    client: Client, method: str, if_match: str, is_meant: bool
) -> None:
    game = created(client)
    now = guessed(client, game, "e").headers["ETag"]
    path = f"/games/{game['id']}"
    call = (
        {"path": f"{path}/guesses", "json": {"letter": "z"}} if method == "POST" else {"path": path}
    )

    answer = client.open(**call, method=method, headers={"If-Match": if_match.format(now=now)})

    if is_meant:
        assert answer.status_code == (200 if method == "POST" else 204)
        assert ("Content-Type" in answer.headers) == (method == "POST")
    else:
        assert (answer.status_code, answer.json["code"]) == (412, "version-mismatch")
        assert (answer.headers["ETag"], answer.json["game"]["guessed_letters"]) == (now, ["e"])
        assert "at version 2" in answer.json["detail"]
        assert client.get(path).headers["ETag"] == now


def test_if_match_counts_only_for_guesses_and_deletion(client: Client) -> None:
    over = played(client, created(client, length=8, max_misses=1, seed=1), "e")
    other, game = {"If-Match": '"7"'}, f"/games/{over['id']}"
    views = [game + view for view in ("", "/guesses", "/confession", "/review")]
    for path in (*views, f"/watch/{over['watch_id']}"):
        assert client.get(path, headers=other).status_code == 200
    assert client.post("/games", headers=other).status_code == 201


def test_deleted_unknown_and_malformed_ids_look_alike(client: Client) -> None:
    deleted, other = (created(client)["id"] for _ in range(2))
    assert client.delete(f"/games/{deleted}").status_code == 204
    ids = [deleted, other.upper(), "0" * 26, "x", "0" * 500, "0" * 25 + "I", "%00", "é"]
    bodies = [{**client.get(f"/games/{name}").json, "request_id": ""} for name in ids]
    assert all(body == bodies[0] for body in bodies)
    assert bodies[0]["code"] == "game-not-found"


@pytest.mark.parametrize(
    "catalogue_of",
    [
        pytest.param(
            lambda _: Catalogue({"en": factory.dictionary(["game"], "en")}),
            id="no words of the length",
        ),
        pytest.param(lambda _: Catalogue({}), id="no dictionary"),
        pytest.param(
            lambda before: Catalogue(before.dictionaries, {"honest": DEALERS["honest"]}),
            id="no dealer",
        ),
    ],
)
def test_game_that_cannot_go_on_keeps_only_its_guesses(
    client: Client, games: Games, catalogue_of: Callable[[Catalogue], Catalogue]
) -> None:
    game, lost = (created(client, length=3, max_misses=misses) for misses in (8, 1))
    for each in (game, lost):
        guessed(client, each, "q")
    catalogue = catalogue_of(games.catalogue)

    after: Client = served(Games(catalogue, games.store, games.clock)).test_client()

    answers = [after.get(f"/games/{game['id']}"), guessed(after, game, "e")]
    answers.append(after.get(f"/games/{lost['id']}/confession"))
    assert [answer.json["code"] for answer in answers] == ["game-unplayable"] * 3
    assert len(after.get(f"/games/{game['id']}/guesses").json["guesses"]) == 1
