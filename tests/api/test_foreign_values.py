"""Foreign values in the store are refused or ignored, and never cause a 500."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from itertools import cycle, product
from typing import Any, Final, TypeAlias

import msgpack
import numpy as np
import pytest
from structlog.testing import capture_logs
from werkzeug.test import TestResponse

from service.app import application
from service.play.games import Games
from service.play.help import Help
from service.play.slow_work import Inline
from service.registry import DAY_DEALERS
from service.settings import Settings
from service.store.cheat_lists import packed
from service.store.errors import GameDamaged
from service.store.game_store import GameStore
from service.store.memory import Memory
from service.store.record import Retention, key_of, record_from
from tests.api.conftest import DAY, NOON, Client, created, played
from tests.support import contract, factory
from tests.support.records import fields_of, with_fields

Place: TypeAlias = tuple[int, ...]  # indices into nested lists

OTHERS: Final = [
    None, True, 0, -1, 7, 2**63, -(2**63), 1.5, float("nan"), "", "x", "ñ" * 70, b"", b"i\xff\xff",
    bytes(70), [], ["e", 1], [["e", 1]], {}, {1: 2}, msgpack.ExtType(5, b"x"),
]  # fmt: skip
TODAY: Final = "hangman:day:2026-11-22"
DRAWN: Final = {
    "date": "2026-11-22", "dictionary": "en", "length": 3, "max_misses": 8,
    "ends_at": "2026-11-23T00:00:00.000Z", "reveals_at": "2026-11-23T01:00:00.000Z",
    "dealer": DAY_DEALERS[0], "seed": 5, "results": None,
}  # fmt: skip


WORDS: Final = ["the", "toe", "tie", "hoe", "her", "she", "axe", "eye"]
STORE: Final = Memory()
VALUES: Final = STORE.values  # tests overwrite these


@pytest.fixture(scope="module")
def client() -> Client:
    catalogue = factory.catalogue_of(WORDS)
    games = Games(catalogue, GameStore(STORE, Retention(DAY, DAY)), clock=lambda: NOON)
    return application(games, Help(Inline(games.catalogue)), Settings()).test_client()


def places(value: Any, path: Place = ()) -> Iterator[Place]:
    """Yield the place of each value in nested lists, at every depth."""
    for index, inner in enumerate(value if isinstance(value, list) else []):
        yield (*path, index)
        yield from places(inner, (*path, index))


def replaced(fields: list[Any], place: Place, other: Any) -> list[Any]:
    changed = inner = deepcopy(fields)
    *outer, last = place
    for index in outer:
        inner = inner[index]
    inner[last] = other
    return changed


def refused(response: TestResponse) -> None:
    contract.check(response)
    problem: Any = response.json
    assert (response.status_code, problem["code"]) == (503, "unavailable")


def unplayable(response: TestResponse) -> None:
    contract.check(response)
    problem: Any = response.json
    assert (response.status_code, problem["code"]) == (410, "game-unplayable")


def calls(game: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the arguments of the test client for every call about a game."""
    play, watch = f"/games/{game['id']}", f"/watch/{game['watch_id']}"
    yield {"path": play, "method": "DELETE", "headers": {"If-Match": '"3"'}}
    for part in ("/guesses", "", "/confession", "/review", "/hint"):
        yield {"path": play + part}
    for part in ("/guesses", "", "/confession"):
        yield {"path": watch + part}
    for guess in ({"letter": "o"}, {"word": "toe"}):
        yield {"path": f"{play}/guesses", "method": "POST", "json": guess}


@pytest.mark.parametrize(
    ("dealer", "insight", "guesses"),
    [("honest", "none", "ehxzqyrtoa"), ("cheat-score", "full", "eh")],
    ids=["over", "in progress"],
)
def test_no_stored_field_is_a_500(client: Client, dealer: str, insight: str, guesses: str) -> None:
    start = created(client, max_misses=5, dealer=dealer, insight=insight)
    game = played(client, start, guesses)
    value, requests = VALUES[key_of(game["id"])], [*calls(game)]
    in_turn = cycle(requests)
    fields, failures = fields_of(value), []

    for place, other in product(places(fields), OTHERS):
        foreign = with_fields(value, replaced(fields, place, other))
        try:
            record_from(foreign)
            sent = requests
        except GameDamaged:  # all calls fail alike: one is enough, each in turn
            sent = [next(in_turn)]
        for call in sent:
            VALUES[key_of(game["id"])] = foreign
            answer = client.open(**call)
            # Another instance may have a dictionary of any name.
            if answer.status_code >= 500 and answer.json["code"] != "dictionary-unknown":
                failures.append((place, other, call))
    assert not failures


def test_record_with_a_field_of_another_type_is_unplayable(client: Client) -> None:
    game = played(client, created(client), "eh")
    value = VALUES[key_of(game["id"])]
    for place in ((0,), (4,), (8,), (9,), (10,), (10, 0, 0), (12, 0), (15, 1)):
        foreign = with_fields(value, replaced(fields_of(value), place, 1.5))
        VALUES[key_of(game["id"])] = foreign
        with capture_logs() as lines:
            response = client.get(f"/games/{game['id']}")
        contract.check(response)
        assert (response.status_code, response.json["code"]) == (410, "game-unplayable"), place
        [line] = lines
        assert line["log_level"] == "warning"
        assert line["reason"] not in response.text


def with_words(game: dict[str, Any], *words: str) -> None:
    """Replace the cheat list of a stored game."""
    lexicon = factory.lexicon(WORDS)
    cheat_list = lexicon.cheat_list(
        np.flatnonzero([word in words for word in lexicon.words(lexicon.everything)])
    )
    value = VALUES[key_of(game["id"])]
    fields = replaced(fields_of(value), (13,), packed(cheat_list))
    VALUES[key_of(game["id"])] = with_fields(value, fields)


@pytest.mark.parametrize("guess", [{"letter": "o"}, {"word": "tie"}])
def test_list_that_contradicts_the_answers_ends_no_search(
    client: Client, guess: dict[str, str]
) -> None:
    """Only T and H tell these words apart, and both were guessed: no guess is left to do it."""
    game = played(client, created(client, dealer="minimax", max_misses=9), "th")
    with_words(game, "toe", "hoe")
    unplayable(client.post(f"/games/{game['id']}/guesses", json=guess))


@pytest.mark.parametrize(
    ("guess", "words"),
    [
        ({"letter": "i"}, ["toe", "hoe"]),
        ({"word": "tie"}, ["toe", "hoe"]),
        ({"word": "toe"}, ["toe"]),
    ],
)
def test_honest_list_without_the_word_is_unplayable(
    client: Client, guess: dict[str, str], words: list[str]
) -> None:
    game = created(client, secret_word="tie")
    with_words(game, *words)
    unplayable(client.post(f"/games/{game['id']}/guesses", json=guess))


def test_day_with_a_field_of_1_1_is_played_and_stays_as_it_is(client: Client) -> None:
    value = json.dumps({**DRAWN, "of 1.1": 1}).encode()
    VALUES[TODAY] = value
    day = client.get("/daily")
    game = client.post("/games", json={"daily": "today"})
    assert (day.status_code, day.json["length"]) == (200, 3)
    assert (game.status_code, game.json["daily"]) == (201, "2026-11-22")
    assert VALUES[TODAY] == value


ENTRY: Final = "hangman:start:"  # the name of an idempotency key follows
DAILY: Final = {"daily": "today"}
FOREIGN: Final[list[tuple[str, bytes, dict[str, str]]]] = [  # key, value, start that reads it
    *((TODAY, value, DAILY) for value in (
        b"", b"\xff", b"5", b"[]", b"[" * 100_000, b"{}", b"NaN",
        *(
            json.dumps({**DRAWN, name: other}).encode()
            for name in DRAWN
            for other in (True, -1, 1.5, [5], {"a": 5}, 2**64)
        ),
        *(json.dumps({**DRAWN, "max_misses": other}).encode() for other in (0, 1001)),
        json.dumps({**DRAWN, "date": "2026-11-21"}).encode(),
        json.dumps({**DRAWN, "dealer": "nobody"}).encode(),
    )),
    *(("hangman:draw-secret", bytes(size), {"dealer": "any"}) for size in (0, 31, 65)),
    *((ENTRY, bytes(size), {}) for size in (0, 1, 33, 35)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "start"), FOREIGN)
def test_foreign_value_is_unavailable_and_the_log_says_why(
    client: Client, name: str, value: bytes, start: dict[str, str]
) -> None:
    key = {"Idempotency-Key": f"a-request-of-the-size-{len(value):02}"}
    if name == ENTRY:
        before = {*VALUES}
        assert client.post("/games", headers=key).status_code == 201
        [name] = [each for each in {*VALUES} - before if each.startswith(ENTRY)]
    VALUES[name] = value
    with capture_logs() as lines:
        refused(client.post("/games", json=start, headers=key))
        if start is DAILY and b"nobody" not in value:
            refused(client.get("/daily"))
    [why] = {line["reason"] for line in lines}
    assert re.match(f"{name}: .*; delete the key", why)
