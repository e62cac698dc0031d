"""Games over HTTP, as a front end sees them."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from structlog.testing import capture_logs

from service.play.catalogue import Catalogue
from service.play.games import Games
from service.registry import DEALERS
from service.serving.watching import Watching
from service.store.record import key_of
from tests.api.conftest import Body, Client, created, guessed, played
from tests.support import contract, factory
from tests.support.factory import NEW_ETAG


@pytest.fixture
def over(client: Client) -> Body:
    return played(client, created(client, length=8, max_misses=1, seed=1), "e")


def test_game_is_created_without_a_body(client: Client) -> None:
    response = client.post("/games")
    assert response.status_code == 201
    assert response.headers["Location"] == f"/games/{response.json['id']}"
    assert response.headers["ETag"] == NEW_ETAG
    assert re.fullmatch("[0-7][0-9a-hjkmnp-tv-z]{25}", response.json["id"])


def test_new_game_has_the_defaults_and_shows_nothing(client: Client) -> None:
    game = created(client, length=8)

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


@pytest.mark.parametrize("guess", ["e", "quiz"])
def test_repeated_guess_is_a_conflict_and_costs_nothing(client: Client, guess: str) -> None:
    game = created(client, length=4)
    after = guessed(client, game, guess).json
    response = guessed(client, game, guess.upper())
    assert (response.status_code, response.json["code"]) == (409, "already-guessed")
    assert response.headers["ETag"] == client.get(f"/games/{game['id']}").headers["ETag"]
    assert response.json["game"]["misses"] == after["misses"]


@pytest.mark.parametrize(
    ("if_match", "status"),
    [(NEW_ETAG, 200), ("*", 200), (f'"7", {NEW_ETAG}', 200), (f"W/{NEW_ETAG}", 412), ('"1"', 412),
     (f'W/{NEW_ETAG}, "2"', 412), ('"x"', 412), ('"²"', 412), ('""', 412),
     ('"' + "9" * 5000 + '"', 412)],
)  # fmt: skip
def test_guess_may_be_meant_for_one_version(client: Client, if_match: str, status: int) -> None:
    response = guessed(client, created(client), "e", **{"If-Match": if_match})
    assert response.status_code == status
    if status != 200:
        assert response.json["code"] == "version-mismatch"
        assert response.json["game"]["guessed_letters"] == []
        assert "at version 1" in response.json["detail"]
        contract.check("/games/{game_id}/guesses", response)


@pytest.mark.parametrize(
    ("if_match", "status"),
    [("{now}", 204), ("*", 204), (NEW_ETAG, 412), ("W/{now}", 412), ('"2"', 412)],
)
def test_deletion_may_be_meant_for_one_version(client: Client, if_match: str, status: int) -> None:
    game = created(client)
    now = guessed(client, game, "e").headers["ETag"]
    path = f"/games/{game['id']}"

    response = client.delete(path, headers={"If-Match": if_match.format(now=now)})

    assert response.status_code == status
    assert ("Content-Type" in response.headers) == (status != 204)
    assert client.get(path).status_code == (404 if status == 204 else 200)
    contract.check("/games/{game_id}", response)


def test_if_match_counts_only_for_guesses_and_deletion(client: Client, over: Body) -> None:
    other, game = {"If-Match": '"7"'}, f"/games/{over['id']}"
    views = [game + view for view in ("", "/guesses", "/confession", "/review")]
    for path in (*views, f"/watch/{over['watch_id']}"):
        assert client.get(path, headers=other).status_code == 200
    assert client.post("/games", headers=other).status_code == 201
    assert client.delete(game, headers=other).status_code == 412


def test_deleted_unknown_and_malformed_ids_look_alike(client: Client) -> None:
    game = created(client)["id"]
    assert client.delete(f"/games/{game}").status_code == 204
    ids = [game, "0" * 26, "x", "0" * 500, "0" * 25 + "I", "%00", "é"]
    bodies = [{**client.get(f"/games/{name}").json, "request_id": ""} for name in ids]
    assert all(body == bodies[0] for body in bodies)
    assert bodies[0]["code"] == "game-not-found"


def test_id_has_one_spelling(client: Client) -> None:
    game = created(client)["id"]
    assert client.get(f"/games/{game.upper()}").status_code == 404
    assert client.delete(f"/games/{game.upper()}").status_code == 404
    assert client.get(f"/games/{game}").status_code == 200


def test_guesses_are_listed_in_order_with_their_times(client: Client) -> None:
    game = created(client, length=8)
    paths = [f"/watch/{game['watch_id']}/guesses", f"/games/{game['id']}/guesses"]
    assert [client.get(path).json for path in paths] == [{"guesses": []}] * 2
    for guess in ("e", "nonsense", "a"):
        guessed(client, game, guess)

    watched, players = map(client.get, paths)

    contract.check("/watch/{watch_id}/guesses", watched)
    guesses = players.json["guesses"]
    assert watched.json == players.json
    assert [answer["letter"] or answer["word"] for answer in guesses] == ["e", "nonsense", "a"]
    assert [answer["at"] for answer in guesses] == sorted(answer["at"] for answer in guesses)


def test_dealer_confesses_when_the_game_is_over_and_not_before(client: Client) -> None:
    game = created(client, length=8, max_misses=3, dealer="cheat-score", seed=11)
    path = f"/games/{game['id']}"
    early = client.get(f"{path}/confession")
    lost = played(client, game, "eaiousnt")

    confession = client.get(f"{path}/confession").json

    assert (early.status_code, early.json["code"]) == (409, "game-in-progress")
    assert (lost["status"], lost["dealer"], lost["seed"]) == ("lost", "cheat-score", 11)
    assert not {*lost["word"]} & {*lost["wrong_letters"]}
    assert client.get(path).json["word"] == lost["word"]
    assert (confession["honest"], confession["word"]) == (False, lost["word"])
    assert (confession["dealer"], confession["seed"]) == ("cheat-score", 11)
    assert "id" not in confession
    for before, after in zip(confession["guesses"], confession["guesses"][1:], strict=False):
        assert before["words_left"] == after["words_before"]
    for step in confession["guesses"]:
        sizes = [family["word_count"] for family in step["largest_families"]]
        assert step["words_left"] in sizes or step["words_left"] < sizes[-1]
        assert sizes == sorted(sizes, reverse=True)
        assert len(sizes) == min(3, step["family_count"])
        assert len(step["dropped"]) == min(5, step["words_before"] - step["words_left"])


@pytest.mark.parametrize(("words", "shown"), [("0", 0), ("7", 7), ("50", 50), ("0007", 7)])
def test_confession_shows_so_many_words(client: Client, over: Body, words: str, shown: int) -> None:
    [step] = client.get(f"/games/{over['id']}/confession?words={words}").json["guesses"]
    assert len(step["dropped"]) == len(step["kept"]) == shown


@pytest.mark.parametrize("words", ["", "x", "-1", "51", "1.0", "1_0", "٥", "9" * 5000])
def test_confession_shows_50_words_at_most(client: Client, over: Body, words: str) -> None:
    for path in (f"/games/{over['id']}", f"/watch/{over['watch_id']}"):
        response = client.get(f"{path}/confession?words={words}")
        assert (response.status_code, response.json["errors"][0]["parameter"]) == (422, "words")


def test_finished_game_takes_no_guess_and_gives_no_hint(client: Client, over: Body) -> None:
    for response in (guessed(client, over, "z"), client.get(f"/games/{over['id']}/hint")):
        assert (response.status_code, response.json["code"]) == (409, "game-over")
        assert response.json["game"]["word"] == over["word"]


def restarted(client: Client, games: Games, catalogue: Catalogue) -> None:
    """The same app on the same store, with other dictionaries or dealers."""
    there = Games(catalogue, games.store, games.clock)
    app: Any = client.application
    app.games, app.watching = there, Watching(there.watch, there.store.tags)


def assert_unplayable(*answers: Any) -> None:
    for answer in answers:
        assert (answer.status_code, answer.json["code"]) == (410, "game-unplayable")


def with_words(*words: str) -> Catalogue:
    return Catalogue({"en": factory.dictionary(words, "en")})


@pytest.mark.parametrize(
    "catalogue_of",
    [
        pytest.param(lambda _: with_words("game"), id="no words of the length"),
        pytest.param(lambda _: with_words("qat", "qua"), id="no word that fits"),
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
    restarted(client, games, catalogue_of(games.catalogue))
    assert_unplayable(client.get(f"/games/{game['id']}"), guessed(client, game, "e"))
    assert_unplayable(client.get(f"/games/{lost['id']}/confession"))
    assert len(client.get(f"/games/{game['id']}/guesses").json["guesses"]) == 1


def test_damaged_game_is_reported_and_not_played(client: Client, games: Games) -> None:
    game = created(client)
    games.store.client.execute_command("SETRANGE", key_of(game["id"]), 30, b"\0\0\0\0")
    with capture_logs() as lines:
        response = guessed(client, game, "e")
    assert_unplayable(response)
    assert "checksum" not in response.json["detail"]
    assert [(line["log_level"], bool(line["reason"])) for line in lines] == [("warning", True)]
