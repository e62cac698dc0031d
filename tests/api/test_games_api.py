"""Games over HTTP, as a front end sees them."""

import re
from datetime import datetime
from typing import Any

import pytest
from structlog.testing import capture_logs

from service.play.catalogue import Catalogue
from service.play.games import Games
from service.registry import DEALERS
from service.serving.watching import Watching
from service.store.game_store import GameStore
from service.store.record import key_of
from tests.api.conftest import Client
from tests.support import contract, factory
from tests.support.factory import NEW_ETAG

Body = dict[str, Any]


def created(client: Client, **asked: Any) -> Body:
    response = client.post("/games", json=asked)
    assert response.status_code == 201, response.text
    return dict(response.get_json())


def guessed(client: Client, game: Body, guess: str, **headers: str) -> Any:
    kind = "letter" if len(guess) == 1 else "word"
    return client.post(f"/games/{game['id']}/guesses", json={kind: guess}, headers=headers)


def played(client: Client, game: Body, letters: str) -> Body:
    for letter in letters:
        response = guessed(client, game, letter)
        game = response.get_json() if response.status_code == 200 else game
    return game


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


def test_seed_repeats_the_length_that_is_drawn(
    client: Client,
) -> None:
    lengths = {created(client, seed=seed)["length"] for seed in range(30)}

    assert len(lengths) > 3
    assert created(client, seed=1)["length"] == created(client, seed=1, length=None)["length"]


def test_guess_is_answered_with_the_game_and_in_it_the_guess(client: Client) -> None:
    game = created(client, length=8, dealer="largest-family")

    body = guessed(client, game, "E").get_json()

    [heard] = client.get(f"/games/{game['id']}/guesses").json["guesses"]
    assert {**heard, "at": ""} == {
        "letter": "e", "word": None, "hit": False, "positions": [], "at": ""
    }  # fmt: skip
    assert body["last_guess"] == heard
    assert (body["version"], body["misses"], body["remaining_guesses"]) == (2, 1, 7)
    assert body["guessed_letters"] == body["wrong_letters"] == ["e"]


def test_refused_word_is_a_miss(client: Client) -> None:
    body = guessed(client, created(client, length=8), "nonsense").get_json()

    guess: Body = {"letter": None, "word": "nonsense", "hit": False, "positions": []}
    assert body["last_guess"].items() >= guess.items()
    assert (body["wrong_words"], body["misses"]) == (["nonsense"], 1)


def test_game_is_won_by_the_only_word_left(client: Client) -> None:
    game = created(client, length=22, dictionary="en", insight="full", max_misses=1000)
    words = game["insight"]["words"]

    *_, last = [guessed(client, game, word).get_json() for word in words]

    assert (last["status"], last["word"], last["pattern"]) == ("won", words[-1], words[-1])
    assert last["last_guess"]["positions"] == list(range(22))


def test_lost_game_shows_a_word_that_fits_and_keeps_it(client: Client) -> None:
    game = created(client, length=8, max_misses=3, seed=7)

    lost = played(client, game, "eaioustn")

    assert lost["status"] == "lost"
    assert not set(lost["word"]) & set(lost["wrong_letters"])
    assert client.get(f"/games/{game['id']}").json["word"] == lost["word"]


@pytest.mark.parametrize("guess", ["e", "quiz"])
def test_what_was_guessed_before_is_a_conflict_and_costs_nothing(
    client: Client, guess: str
) -> None:
    game = created(client, length=4)
    after = guessed(client, game, guess).get_json()

    response = guessed(client, game, guess.upper())

    assert response.status_code == 409
    assert response.json["code"] == "already-guessed"
    assert response.headers["ETag"] == client.get(f"/games/{game['id']}").headers["ETag"]
    assert response.json["game"]["misses"] == after["misses"]


def test_finished_game_takes_no_guess(client: Client) -> None:
    game = played(client, created(client, max_misses=1), "eaiouyst")

    response = guessed(client, game, "z")

    assert (response.status_code, response.json["code"]) == (409, "game-over")
    assert response.json["game"]["word"] == game["word"]


def test_game_is_not_sent_again_to_who_has_it(client: Client) -> None:
    game = created(client)
    etag = client.get(f"/games/{game['id']}").headers["ETag"]

    unchanged = client.get(f"/games/{game['id']}", headers={"If-None-Match": etag})
    guessed(client, game, "e")
    changed = client.get(f"/games/{game['id']}", headers={"If-None-Match": etag})

    assert (unchanged.status_code, unchanged.data) == (304, b"")
    assert (changed.status_code, changed.headers["ETag"][:3]) == (200, '"2-')


@pytest.mark.parametrize(
    ("if_match", "status"),
    [(NEW_ETAG, 200), ("*", 200), (f'"7", {NEW_ETAG}', 200), (f"W/{NEW_ETAG}", 412), ('"1"', 412),
     (f'W/{NEW_ETAG}, "2"', 412), ('"x"', 412), ('"²"', 412), ('""', 412),
     ('"' + "9" * 5000 + '"', 412)],
)  # fmt: skip
def test_guess_may_be_meant_for_one_version(client: Client, if_match: str, status: int) -> None:
    game = created(client)

    response = guessed(client, game, "e", **{"If-Match": if_match})

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
def test_game_is_deleted_only_at_the_version_that_was_meant(
    client: Client, if_match: str, status: int
) -> None:
    game = created(client)
    now = guessed(client, game, "e").headers["ETag"]
    path = f"/games/{game['id']}"

    response = client.delete(path, headers={"If-Match": if_match.format(now=now)})

    assert response.status_code == status
    assert ("Content-Type" in response.headers) == (status != 204)
    assert client.get(path).status_code == (404 if status == 204 else 200)
    contract.check("/games/{game_id}", response)


def test_answer_to_a_guess_is_told_to_be_the_game(client: Client) -> None:
    game = created(client)

    answer = guessed(client, game, "e")

    assert answer.headers["Content-Location"] == f"/games/{game['id']}"
    whole = client.get(answer.headers["Content-Location"])
    assert whole.json == answer.json
    assert whole.headers["ETag"] == answer.headers["ETag"]


def test_repeat_is_not_called_the_game_which_may_have_gone_on(client: Client) -> None:
    game, key = created(client), {"Idempotency-Key": "a-key-of-20-characters"}
    path = f"/games/{game['id']}/guesses"
    first = client.post(path, json={"letter": "e"}, headers=key)
    guessed(client, game, "z")

    again = client.post(path, json={"letter": "e"}, headers=key)

    assert (again.json, again.headers["ETag"]) == (first.json, first.headers["ETag"])
    assert "Content-Location" not in again.headers
    contract.check("/games/{game_id}/guesses", again)


def test_deleted_unknown_and_malformed_ids_look_alike(client: Client) -> None:
    game = created(client)
    assert client.delete(f"/games/{game['id']}").status_code == 204

    ids = [game["id"], "0" * 26, "x", "0" * 500, "0" * 25 + "I", "%00", "é"]
    bodies = [client.get(f"/games/{game_id}").json for game_id in ids]

    for body in bodies:
        body.pop("request_id")
    assert all(body == bodies[0] for body in bodies)
    assert bodies[0]["code"] == "game-not-found"


def test_guesses_are_listed_in_order_with_their_times(client: Client) -> None:
    game = created(client, length=8)
    for guess in ("e", "nonsense", "a"):
        guessed(client, game, guess)

    listed = client.get(f"/games/{game['id']}/guesses").json["guesses"]

    assert [answer["letter"] or answer["word"] for answer in listed] == ["e", "nonsense", "a"]
    assert [answer["at"] for answer in listed] == sorted(answer["at"] for answer in listed)


def test_dealer_confesses_when_the_game_is_over_and_not_before(client: Client) -> None:
    game = created(client, length=8, max_misses=3, dealer="cheat-score", seed=11)
    early = client.get(f"/games/{game['id']}/confession")
    assert (early.status_code, early.json["code"]) == (409, "game-in-progress")
    lost = played(client, game, "eaiousnt")

    confession = client.get(f"/games/{game['id']}/confession").json

    assert (lost["dealer"], lost["seed"]) == ("cheat-score", 11)
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


@pytest.mark.parametrize(("asked", "shown"), [("0", 0), ("7", 7), ("50", 50), ("0007", 7)])
def test_confession_shows_as_many_words_as_are_asked_for(
    client: Client, asked: str, shown: int
) -> None:
    game = played(client, created(client, length=8, max_misses=1, seed=1), "e")

    [step] = client.get(f"/games/{game['id']}/confession?words={asked}").json["guesses"]

    assert len(step["dropped"]) == len(step["kept"]) == shown


@pytest.mark.parametrize("asked", ["", "x", "-1", "51", "1.0", "1_0", "٥", "9" * 5000])
def test_confession_shows_50_words_at_most(client: Client, asked: str) -> None:
    game = played(client, created(client, length=8, max_misses=1, seed=1), "e")

    response = client.get(f"/games/{game['id']}/confession?words={asked}")

    assert (response.status_code, response.json["errors"][0]["parameter"]) == (422, "words")


@pytest.mark.parametrize("view", ["confession", "confession?words=1", "review"])
def test_what_is_told_of_a_game_that_is_over_is_not_sent_again(client: Client, view: str) -> None:
    game = played(client, created(client, length=8, max_misses=1, seed=1), "e")
    first = client.get(f"/games/{game['id']}/{view}")

    headers = {"If-None-Match": first.headers["ETag"]}
    again = client.get(f"/games/{game['id']}/{view}", headers=headers)

    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert first.headers["Cache-Control"] == "private, no-cache"
    contract.check(f"/games/{{game_id}}/{view.partition('?')[0]}", again)


def test_if_match_counts_only_for_guesses_and_deletion(client: Client) -> None:
    game = played(client, created(client, length=8, max_misses=1, seed=1), "e")
    other = {"If-Match": '"7"'}

    for view in ("", "/guesses", "/confession", "/review"):
        assert client.get(f"/games/{game['id']}{view}", headers=other).status_code == 200
    assert client.get(f"/watch/{game['watch_id']}", headers=other).status_code == 200
    assert client.post("/games", headers=other).status_code == 201
    assert client.delete(f"/games/{game['id']}", headers=other).status_code == 412


KEY = {"Idempotency-Key": "0123456789abcdef0123"}


def test_retried_guess_gets_the_same_answer(client: Client) -> None:
    game = created(client, insight="full")
    first = guessed(client, game, "e", **KEY)
    played(client, game, "aio")

    again = guessed(client, game, "e", **KEY)

    assert again.get_json() == first.get_json()
    assert again.headers["ETag"] == first.headers["ETag"]
    marks = [answer.headers.get("Idempotent-Replayed") for answer in (first, again)]
    assert marks == [None, "true"]
    contract.check("/games/{game_id}/guesses", again)
    assert len(client.get(f"/games/{game['id']}/guesses").json["guesses"]) == 4


def test_guess_that_ended_the_game_can_be_retried(client: Client) -> None:
    game = created(client, length=12, max_misses=1)
    first = guessed(client, game, "q", **KEY)

    assert first.json["status"] == "lost"
    assert guessed(client, game, "q", **KEY).json == first.json


@pytest.mark.parametrize("other", ["a", "nonsense"])
def test_key_with_another_guess_is_refused(client: Client, other: str) -> None:
    game = created(client, length=8)
    guessed(client, game, "e", **KEY)

    response = guessed(client, game, other, **KEY)

    assert (response.status_code, response.json["type"]) == (
        422,
        "/problems/idempotency-key-reused",
    )


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        ({"length": 8}, {"length": 9}),
        ({"dealer": "any"}, {"dealer": "honest"}),
        ({"secret_word": "zebra"}, {"secret_word": "horse"}),
        ({"secret_word": "zebra"}, {"length": 5, "dealer": "honest"}),
        ({"daily": "today"}, {}),
    ],
)
def test_retried_creation_gives_the_same_game_as_it_was(
    client: Client, asked: Body, other: Body
) -> None:
    first = client.post("/games", json=asked, headers=KEY)
    played(client, first.json, "eai")

    again = client.post("/games", json=asked, headers=KEY)
    refused = client.post("/games", json=other, headers=KEY)

    assert (again.status_code, again.json) == (201, first.json)
    assert (refused.status_code, refused.json["code"]) == (422, "idempotency-key-reused")


def restarted(client: Client, games: Games, catalogue: Catalogue) -> None:
    """The same app on the same store, with other dictionaries or dealers."""
    there = Games(catalogue, games.store, games.clock)
    app: Any = client.application
    app.games, app.watching = there, Watching(there.watch, there.store.tags)


def with_words(words: list[str]) -> Catalogue:
    return Catalogue({"en": factory.dictionary(words, "en")})


@pytest.mark.parametrize("words", [["game"], ["qat", "qua"]])
def test_game_that_no_word_fits_any_more_is_gone(
    client: Client, games: Games, words: list[str]
) -> None:
    game = created(client, length=3)
    guessed(client, game, "q")

    restarted(client, games, with_words(words))
    response = guessed(client, game, "e")

    assert (response.status_code, response.json["code"]) == (410, "game-unplayable")


def test_game_without_its_dictionary_keeps_only_its_guesses(client: Client, games: Games) -> None:
    game = created(client)
    guessed(client, game, "e")
    restarted(client, games, Catalogue({}))

    assert client.get(f"/games/{game['id']}").status_code == 410
    assert len(client.get(f"/games/{game['id']}/guesses").json["guesses"]) == 1


def test_game_whose_dealer_is_removed_is_gone(client: Client, games: Games) -> None:
    game = created(client, dealer="cheat-score")
    others = {name: dealer for name, dealer in DEALERS.items() if name != "cheat-score"}
    restarted(client, games, Catalogue(games.catalogue.dictionaries, others))

    for response in (client.get(f"/games/{game['id']}"), guessed(client, game, "e")):
        assert (response.status_code, response.json["code"]) == (410, "game-unplayable")


def test_damaged_game_is_reported_and_not_played(client: Client, games: Games) -> None:
    game = created(client)
    assert isinstance(games.store, GameStore)
    games.store.client.execute_command("SETRANGE", key_of(game["id"]), 30, b"\0\0\0\0")

    with capture_logs() as lines:
        response = guessed(client, game, "e")

    assert (response.status_code, response.json["code"]) == (410, "game-unplayable")
    assert "checksum" not in response.json["detail"]
    assert [(line["log_level"], bool(line["reason"])) for line in lines] == [("warning", True)]
