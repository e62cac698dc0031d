"""Games with the word of another: each friend gets a board of their own."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

import pytest

from service.api.limits import cost_of_start
from service.app import retention
from service.dictionaries.dictionary import Dictionary
from service.play.games import Games
from service.play.refusals import DictionaryGone
from service.play.requests import GameChoices, Guess
from service.registry import DEALERS
from service.settings import Settings
from service.store.game_store import GameStore
from service.store.record import Retention
from service.store.redis_commands import RedisCommands
from tests.api.conftest import KEY, Body, Client, Make, created, guessed, played
from tests.api.test_secrecy import LOOKS, traits
from tests.support import factory
from tests.support.fakes import FakeServers

ZEBRA: Final = {"secret_word": "zebra", "copyable": True}
CHOICES: Final[Mapping[str, Any]] = {
    "length": 5, "dictionary": "en", "max_misses": 8, "dealer": "honest", "insight": "none",
    "seed": 1, "secret_word": "zebra", "copyable": True, "daily": "today",
}  # fmt: skip


def copied(client: Client, game: Body, **more: Any) -> Body:
    return created(client, like=game["watch_id"], **more)


def refusal(client: Client, game: Body) -> Any:
    return client.post("/games", json={"like": game["watch_id"]})


def test_each_friend_gets_a_board_of_their_own(client: Client) -> None:
    """And the game whose word they get goes on as if they were not there."""
    choices = {"dictionary": "en-large", "max_misses": 3, "insight": "count", **ZEBRA}
    original = created(client, **choices)
    first, second = copied(client, original), copied(client, original)
    lost, won = played(client, first, "qxj"), played(client, second, ["q", "zebra"])

    for name in ("id", "watch_id", "commitment"):
        assert len({each[name] for each in (original, first, second)}) == 3
    for each in (lost, won):
        assert (each["word"], each["dealer"]) == ("zebra", "honest")
        assert (each["dictionary"], each["max_misses"], each["length"]) == ("en-large", 3, 5)
        assert each["insight"]["level"] == "count"
    assert (lost["status"], won["status"], won["misses"]) == ("lost", "won", 1)
    assert client.get(f"/games/{original['id']}").json == original


def test_game_that_is_over_can_be_copied(client: Client) -> None:
    original = played(client, created(client, **ZEBRA), ["zebra"])
    copy = copied(client, original)
    assert (copy["status"], copy["pattern"], copy["version"]) == ("in_progress", "_____", 1)


def test_view_says_from_the_start_whether_a_game_may_be_copied(client: Client) -> None:
    original = created(client, **ZEBRA)
    copy, other = copied(client, original), created(client, secret_word="zebra")
    shown = [client.get(f"/watch/{each['watch_id']}").json for each in (original, copy, other)]
    for views in (shown, (original, copy, other)):
        assert [view["copyable"] for view in views] == [True, False, False]


def test_refusal_to_copy_is_the_same_for_every_game(client: Client) -> None:
    """It depends on nothing but `copyable`, which everybody knows."""
    plain = [created(client, length=8, dealer=dealer) for dealer in (*DEALERS, "any")]
    copy = copied(client, created(client, **ZEBRA))
    others = [created(client, secret_word="zebra"), created(client, daily="today"), copy]
    refusals = [refusal(client, game) for game in (*plain, *others)]
    refusals.append(refusal(client, played(client, plain[0], "qjzxwkvfybhpgm")))
    assert len({traits(refusal) for refusal in refusals}) == 1
    [error] = refusals[0].json["errors"]
    assert refusals[0].status_code == 422
    assert (error["pointer"], error["code"]) == ("/like", "not-copyable")


def test_game_that_is_gone_cannot_be_copied_but_its_copies_go_on(client: Client) -> None:
    original = created(client, **ZEBRA)
    copy = copied(client, original)
    client.delete(f"/games/{original['id']}")
    gone, never = refusal(client, original), client.post("/games", json={"like": "0" * 32})
    assert (gone.status_code, gone.json["code"]) == (404, "game-not-found")
    assert traits(gone) == traits(never)
    assert guessed(client, copy, "zebra").json["status"] == "won"


def test_id_of_the_player_is_no_watch_id(client: Client) -> None:
    original = created(client, **ZEBRA)
    assert client.post("/games", json={"like": original["id"]}).status_code == 404


def test_copy_excludes_each_choice_that_decides_the_word(client: Client) -> None:
    original = created(client, **ZEBRA)
    for name, value in CHOICES.items():
        wrong = client.post("/games", json={"like": original["watch_id"], name: value})
        places = [error["pointer"] for error in wrong.json["errors"]]
        assert wrong.status_code == 422
        assert places == [f"/{'like' if name == 'daily' else name}"]
    kept = copied(client, original, keep_seconds=100_000)
    assert kept["expires_at"] > copied(client, original)["expires_at"]


def test_only_a_word_that_is_set_can_be_copied(client: Client) -> None:
    for choices in ({}, {"length": 5}, {"dealer": "honest"}):
        wrong = client.post("/games", json={"copyable": True, **choices})
        [error] = wrong.json["errors"]
        assert (error["pointer"], error["code"]) == ("/copyable", "contradiction")
        assert created(client, copyable=False, **choices)["copyable"] is False


def test_number_is_neither_true_nor_false(client: Client) -> None:
    game = created(client, length=5)
    for path, body, field in (
        ("/games", {"secret_word": "zebra", "copyable": 1}, "/copyable"),
        (f"/games/{game['id']}/guesses", {"letter": "e", "call": 0}, "/call"),
    ):
        [error] = client.post(path, json=body).json["errors"]
        assert (error["pointer"], error["code"]) == (field, "wrong-type")


def test_repeated_copy_is_the_same_game_without_its_original(client: Client) -> None:
    original, other = created(client, **ZEBRA), created(client, **ZEBRA)
    copy = client.post("/games", json={"like": original["watch_id"]}, headers=KEY)
    client.delete(f"/games/{original['id']}")
    again = client.post("/games", json={"like": original["watch_id"]}, headers=KEY)
    reused = client.post("/games", json={"like": other["watch_id"]}, headers=KEY)
    assert (again.status_code, again.json) == (201, copy.json)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert (reused.status_code, reused.json["code"]) == (422, "idempotency-key-reused")


def test_copy_looks_like_a_game_of_any_dealer(client: Client) -> None:
    """Of five letters, none of which is a Q or a J: by fields, sizes and headers."""
    copies = [{"like": created(client, max_misses=9, **ZEBRA)["watch_id"]}]
    drawn = {"length": 5, "seed": 1, "max_misses": 9}  # an honest dealer draws a word without them
    others = [{**drawn, "dealer": dealer} for dealer in DEALERS]
    starts = [client.post("/games", json=choices) for choices in (*copies, *others)]
    for letter in ("", "q", "j"):
        alike = starts if not letter else [guessed(client, each.json, letter) for each in starts]
        assert all(traits(one) == traits(other) for one, other in pairwise(alike)), letter
        for path in LOOKS:
            looks = [client.get(path.format(**start.json)) for start in starts]
            assert len({traits(look) for look in looks}) == 1, path
    assert "zebra" not in starts[0].text + str(starts[0].headers)


def test_copy_needs_the_units_of_the_dearest_start(
    client_with: Make, dictionaries: Mapping[str, Dictionary], store: FakeServers
) -> None:
    """Its dictionary is known only when its game is read, and a repeat does not read it."""
    life = retention(Settings())
    cost = {
        name: cost_of_start(GameChoices(), life, each.description)
        for name, each in dictionaries.items()
    }
    for units, status in ((max(cost.values()) - 1, 429), (max(cost.values()), 201)):
        client = client_with(ratelimit_storage=cost["en"] + units)
        original = created(client, **ZEBRA)
        copy = client.post("/games", json={"like": original["watch_id"]})
        assert copy.status_code == status, units
        store.flushall()


def test_word_that_the_dictionary_has_lost_is_not_named() -> None:
    """A game that is over keeps its word, which others must not learn by a refusal."""
    servers = FakeServers()
    before, after = (games_of(servers, words) for words in (["cat", "cot"], ["cot", "cut"]))
    word = GameChoices(secret_word="cat", copyable=True, max_misses=1)
    original = before.start(word).view
    before.guess(original.id, Guess("x"))
    with pytest.raises(DictionaryGone) as refused:
        after.start(GameChoices(like=original.watch_id))
    assert "cat" not in str(refused.value)


def games_of(servers: FakeServers, words: list[str]) -> Games:
    store = GameStore(RedisCommands(servers), Retention(60_000, 60_000))
    return Games(factory.catalogue_of(words), store)
