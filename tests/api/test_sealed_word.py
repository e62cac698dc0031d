"""A word that somebody sets for somebody else: dealt honestly, and hidden like any other."""

import json
from typing import Any

import pytest

from service.api import hooks
from service.engine.game import draw
from service.play.games import Games
from tests.api import contract
from tests.api.conftest import Client
from tests.api.test_games_api import KEY, created, guessed, played
from tests.api.test_who_is_who import Log

HIDDEN = ("id", "watch_id", "commitment", "created_at", "expires_at", "at", "request_id")


def seen(answer: Any) -> tuple[Any, ...]:
    """What can be told of an answer: status, headers with lengths, body without ids."""
    headers = [(name, len(value)) for name, value in answer.headers if name != "Location"]
    return answer.status_code, len(answer.data), headers, masked(answer.get_json())


def masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: "" if key in HIDDEN else masked(each) for key, each in value.items()}
    return [masked(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("word", ["zebra", "ZEBRA", " Zebra "])
def test_word_that_is_set_is_the_word(client: Client, word: str) -> None:
    game = created(client, secret_word=word, max_misses=1000)
    assert (game["length"], game["pattern"], game["word"]) == (5, "_____", None)

    after = [guessed(client, game, letter).get_json() for letter in "azeqb"]
    won = guessed(client, game, "zebra").get_json()
    confession = client.get(f"/games/{game['id']}/confession").json

    assert [each["pattern"] for each in after] == ["____a", "z___a", "ze__a", "ze__a", "zeb_a"]
    assert (won["status"], won["word"], won["misses"]) == ("won", "zebra", 1)
    assert (won["dealer"], confession["honest"]) == ("honest", True)
    assert json.loads(confession["opening"])["word"] == "zebra"


def test_lost_game_shows_the_word_that_was_set(client: Client) -> None:
    lost = played(client, created(client, secret_word="zebra", max_misses=1, seed=5), "q")

    assert (lost["status"], lost["word"]) == ("lost", "zebra")


@pytest.mark.parametrize("dictionary", ["en", "en-large"])
def test_word_must_be_in_the_dictionary(client: Client, dictionary: str) -> None:
    for word in ("zebrax", "qqq", "z" * 60, "é", "ze-bra", "zebra!"):
        response = client.post("/games", json={"secret_word": word, "dictionary": dictionary})

        contract.check("/games", response)
        assert (response.status_code, response.json["code"]) == (422, "not-a-word")
        assert response.json["errors"][0]["pointer"] == "/secret_word"
        assert "guess" not in response.json["detail"]


@pytest.mark.parametrize(
    ("more", "field"),
    [({"length": 6}, "length"), ({"dealer": "largest-family"}, "dealer"),
     ({"dealer": "minimax", "length": 5}, "dealer")],
)  # fmt: skip
def test_length_and_dealer_follow_from_the_word(
    client: Client, more: dict[str, Any], field: str
) -> None:
    response = client.post("/games", json={"secret_word": "zebra", **more})

    contract.check("/games", response)
    assert (response.status_code, response.json["code"]) == (422, "invalid-input")
    assert response.json["errors"][0]["pointer"] == f"/{field}"


def test_length_and_dealer_may_be_what_they_are_anyway(client: Client) -> None:
    game = created(client, secret_word="zebra", length=5, dealer="honest", daily=None)

    assert game["length"] == 5


def test_word_cannot_be_set_for_the_game_of_a_day(client: Client) -> None:
    response = client.post("/games", json={"secret_word": "zebra", "daily": "2026-11-22"})

    assert (response.status_code, response.json["errors"][0]["pointer"]) == (422, "/secret_word")


def test_retried_creation_is_the_same_game_and_another_word_is_another_request(
    client: Client,
) -> None:
    first = client.post("/games", json={"secret_word": "zebra"}, headers=KEY)
    again = client.post("/games", json={"secret_word": "zebra"}, headers=KEY)
    other = client.post("/games", json={"secret_word": "horse"}, headers=KEY)
    drawn = client.post("/games", json={"length": 5, "dealer": "honest"}, headers=KEY)

    assert again.json == first.json
    for response in (other, drawn):
        assert (response.status_code, response.json["type"]) == (
            422,
            "/problems/idempotency-key-reused",
        )


@pytest.mark.parametrize("insight", ["none", "count", "full"])
def test_game_of_a_word_that_is_set_looks_like_one_of_a_word_that_was_drawn(
    client: Client, games: Games, insight: str
) -> None:
    lexicon = games.catalogue.dictionaries["en"].lexicons[5]
    word = lexicon.word(draw(7, "word", len(lexicon)))
    choices = {"max_misses": 1000, "insight": insight}
    asked = [
        {"secret_word": word, **choices},
        {"length": 5, "dealer": "honest", "seed": 7, **choices},
    ]
    starts = [client.post("/games", json=each) for each in asked]
    told = [[seen(start)] for start in starts]

    for letter in "eé" + "etaoin":
        for start, heard in zip(starts, told, strict=True):
            game = f"/games/{start.json['id']}"
            heard.append(seen(client.post(f"{game}/guesses", json={"letter": letter})))
            heard += [seen(client.get(game + path)) for path in ("", "/hint", "/guesses")]
            heard.append(seen(client.get(f"/watch/{start.json['watch_id']}")))

    assert told[0] == told[1]
    assert len({len(games.store.load(start.json["id"]).state.word) for start in starts}) == 1


def test_word_is_in_no_answer_and_no_line_of_the_log_before_the_end(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = Everything()
    monkeypatch.setattr(hooks, "log", log)
    game = client.post("/games", json={"secret_word": "zebra"})
    path = f"/games/{game.json['id']}"
    answers = [game, client.post(f"{path}/guesses", json={"letter": "e"}), client.get(path)]
    answers += [client.get(f"{path}/{each}") for each in ("hint", "guesses", "confession")]
    answers.append(client.get(f"/watch/{game.json['watch_id']}"))
    client.post("/games", json={"secret_word": "zebrax"})
    client.post("/games", json={"secret_word": "zebra", "length": 9})

    assert not any("zebra" in answer.text + str(answer.headers) for answer in answers)
    assert len(log.paths) == 9
    assert "zebra" not in "".join(log.lines)


class Everything(Log):
    """A log that keeps its lines."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def info(self, _: str, **fields: Any) -> None:
        super().info(_, **fields)
        self.lines.append(str(fields))
