"""What tools and phones send beside what is needed is no reason to refuse a request."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.play import ids
from service.store.errors import GameNotFound
from service.store.record import watch_id
from tests.api.conftest import Client

SAME = {"seed": 7, "length": 8}


def started(client: Client, **fields: Any) -> Any:
    response = client.post("/games", json={**SAME, **fields})
    assert response.status_code == 201, response.json
    return response.json


@pytest.mark.parametrize("field", ["length", "dictionary", "dealer", "insight", "seed"])
def test_null_in_a_new_game_is_the_same_as_leaving_the_field_out(
    client: Client, field: str
) -> None:
    key = {"Idempotency-Key": f"null-or-nothing-{field}"}

    given = client.post("/games", json={field: None}, headers=key)
    again = client.post("/games", headers=key)

    assert (given.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotent-Replayed"] == "true"  # it was the same request


def test_null_for_max_misses_alone_means_never(client: Client) -> None:
    assert started(client)["max_misses"] == 8
    assert started(client, max_misses=None)["max_misses"] is None
    assert started(client, max_misses=1_000_000)["remaining_guesses"] == 1_000_000


@pytest.mark.parametrize("other", ["letter", "word"])
def test_null_beside_a_guess_is_the_same_as_leaving_it_out(client: Client, other: str) -> None:
    guess = {"letter": "e", "word": "nonsense"} | {other: None}
    path = f"/games/{started(client)['id']}/guesses"

    response = client.post(path, json=guess)

    assert response.status_code == 200
    assert response.json["guess"].keys() & {"letter", "word"} == guess.keys() - {other}


@pytest.mark.parametrize(
    ("path", "needed", "optional"),
    [
        ("/suggestions", {"pattern": "_a__e"},
         ["wrong_letters", "wrong_words", "dictionary", "guesser", "limit"]),
        ("/solutions", {"word": "jazzy"}, ["dictionary", "guesser", "max_misses", "seed"]),
    ],
)  # fmt: skip
def test_null_in_a_call_for_help_is_the_same_as_leaving_the_field_out(
    client: Client, path: str, needed: dict[str, str], optional: list[str]
) -> None:
    with_nulls = client.post(path, json={**needed, **dict.fromkeys(optional)})

    assert with_nulls.status_code == 200
    assert with_nulls.json == client.post(path, json=needed).json


@pytest.mark.parametrize("length", [b"8.0", b"8e0", b"80e-1"])
def test_whole_number_may_be_written_with_a_point(client: Client, length: bytes) -> None:
    response = client.post(
        "/games", data=b'{"length": %b}' % length, content_type="application/json"
    )

    assert (response.status_code, response.json["length"]) == (201, 8)


def test_body_may_begin_with_a_byte_order_mark(client: Client) -> None:
    response = client.post(
        "/games", data=b'\xef\xbb\xbf{"length": 8}', content_type="application/json"
    )

    assert (response.status_code, response.json["length"]) == (201, 8)


@pytest.mark.parametrize("coding", ["identity", "Identity"])
def test_body_may_say_that_it_is_not_packed(client: Client, coding: str) -> None:
    response = client.post("/games", json={"length": 8}, headers={"Content-Encoding": coding})

    assert response.status_code == 201


def written(game_id: str) -> str:
    """An id as somebody reads it out and another writes it down: O for 0, L or I for 1."""
    return game_id.upper().replace("0", "O").replace("1", "L", 1).replace("1", "i")


def test_id_may_be_written_as_people_read_it(client: Client) -> None:
    game = started(client, max_misses=1)
    path = f"/games/{written(game['id'])}"

    assert path != f"/games/{game['id']}"
    assert client.get(path).json == game
    answer = client.post(f"{path}/guesses", json={"letter": "e"})
    assert (answer.json["id"], answer.json["status"]) == (game["id"], "lost")
    assert answer.headers["Content-Location"] == f"/games/{game['id']}"
    assert client.get(f"{path}/guesses").json["guesses"] == [answer.json["guess"]]
    assert client.get(f"{path}/confession").json["id"] == game["id"]
    assert client.delete(path).status_code == 204
    assert client.get(f"/games/{game['id']}").status_code == 404


@given(st.binary(min_size=16, max_size=16))
def test_every_id_is_read_as_it_was_issued_and_stays_out_of_logs(key: bytes) -> None:
    game_id = ids.game_id_for(key.hex(), b"")

    assert ids.as_issued(game_id) == ids.as_issued(written(game_id)) == game_id
    assert ids.without_ids(f"/x/{written(game_id)}") == ids.without_ids(f"/x/{game_id}")
    assert ids.without_ids(f"/x/{game_id}") == f"/x/{watch_id(game_id)}"


@pytest.mark.parametrize("text", ["", "x", "u" * 26, "0" * 25, "0" * 27, "8" * 26, "\u212a" * 26])
def test_what_can_be_no_id_names_no_game(text: str) -> None:
    with pytest.raises(GameNotFound):
        ids.as_issued(text)


def test_largest_seed_is_kept_to_its_last_digit(client: Client) -> None:
    game = started(client, seed=float(2**53 - 1), max_misses=1)
    client.post(f"/games/{game['id']}/guesses", json={"letter": "e"})

    assert client.get(f"/games/{game['id']}/confession").json["seed"] == 2**53 - 1


@pytest.mark.parametrize(
    "guess", [{"letter": "e "}, {"letter": " E"}, {"word": "nonsense "}, {"word": "  Nonsense"}]
)
def test_spaces_around_a_guess_do_not_count(client: Client, guess: dict[str, str]) -> None:
    path = f"/games/{started(client)['id']}/guesses"
    key = {"Idempotency-Key": "spaces-or-no-spaces"}
    [(kind, text)] = guess.items()

    response = client.post(path, json=guess, headers=key)
    again = client.post(path, json={kind: text.strip()}, headers=key)

    assert response.status_code == 200, response.json
    assert response.json["guess"][kind] == text.strip().lower()
    assert json.loads(again.data) == response.json


def test_spaces_around_what_is_known_of_another_game_do_not_count(client: Client) -> None:
    asked = {"pattern": "_a__e", "wrong_letters": ["s", "t"], "wrong_words": ["dance"]}
    spaced = {"pattern": " _a__e ", "wrong_letters": ["s ", " t"], "wrong_words": ["dance "]}

    answer = client.post("/suggestions", json=spaced)

    assert answer.status_code == 200
    assert answer.json == client.post("/suggestions", json=asked).json


@pytest.mark.parametrize("pattern", ["-a--e", ".a..e", "?a??e", "_A-.e"])
def test_hidden_letters_may_be_written_in_four_ways(client: Client, pattern: str) -> None:
    answer = client.post("/suggestions", json={"pattern": pattern})

    assert answer.status_code == 200
    assert answer.json == client.post("/suggestions", json={"pattern": "_a__e"}).json


def test_spaces_around_a_word_to_find_do_not_count(client: Client) -> None:
    assert client.post("/solutions", json={"word": " jazzy "}).json["word"] == "jazzy"
