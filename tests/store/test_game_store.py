"""Games and claimed words in a real server: created once, changed only if unchanged, forgotten."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any
from unittest.mock import Mock

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from service.api.limits import Limiter
from service.play.requests import new_game_id
from service.store.embedded import EmbeddedServer
from service.store.errors import (
    GameChanged,
    GameDamaged,
    GameNotFound,
    StoreFull,
    StoreUnavailable,
)
from service.store.game_store import CLAIMS, Claims, Days, GameStore, Start
from service.store.record import key_of, watch_id
from service.store.scripts import CLAIM_WORD
from tests.store.conftest import is_whole, wait_until_whole
from tests.support import records as factory
from tests.support.programs import ROOT
from tests.support.servers import Cluster, one_server
from tests.support.waiting import wait_until

FIRST = factory.record()
GUESSED = factory.guessed(FIRST, "e")
LIFE = 60_000
NO_KEY = b""  # of a claim


@pytest.fixture
def store(server: EmbeddedServer) -> GameStore:
    return factory.store(server)


@pytest.fixture
def game_id(store: GameStore) -> str:
    """The id of a game that is stored as FIRST."""
    return created(store)


def created(store: GameStore) -> str:
    game_id = new_game_id()
    store.create(game_id, FIRST)
    return game_id


def test_game_is_created_once(store: GameStore, game_id: str) -> None:
    store.create(game_id, factory.changed(FIRST, word="cot"))
    assert store.load(game_id).state.word == "cat"


def test_game_that_has_changed_is_not_saved(store: GameStore, game_id: str) -> None:
    store.save(game_id, GUESSED, over=FIRST)
    with pytest.raises(GameChanged):
        store.save(game_id, factory.guessed(FIRST, "a"), over=FIRST)
    assert store.load(game_id).state.transcript.guessed_letters == ("e",)


def test_game_that_is_none_is_told_by_every_call(store: GameStore) -> None:
    deleted, damaged = created(store), created(store)
    for game_id in (deleted, damaged):
        store.client.execute_command("DEL", key_of(game_id))
    store.client.execute_command("RPUSH", key_of(damaged), "x")
    for game_id, error in ((deleted, GameNotFound), (damaged, GameDamaged)):
        with pytest.raises(error):
            store.load(game_id)
        with pytest.raises(error):
            store.save(game_id, GUESSED, over=FIRST)
        with pytest.raises(error):
            store.delete(game_id)


def test_each_move_renews_a_games_life(store: GameStore, game_id: str) -> None:
    def left() -> Any:
        return store.client.execute_command("PTTL", key_of(game_id))

    assert 50_000 < left() <= LIFE
    store.client.execute_command("PEXPIRE", key_of(game_id), 1_000)
    store.save(game_id, GUESSED, over=FIRST)
    assert 50_000 < left() <= LIFE


def test_tags_of_many_games(store: GameStore) -> None:
    new, played, gone, damaged = (created(store) for _ in range(4))
    store.save(played, GUESSED, over=FIRST)
    store.delete(gone)
    store.client.execute_command("DEL", key_of(damaged))
    store.client.execute_command("LPUSH", key_of(damaged), "a list")

    tags = store.tags([watch_id(each) for each in (new, played, gone, damaged, "never")])

    assert tags == [store.load(new).tag, store.load(played).tag, "", "", ""]


def test_store_that_refuses_guesses_fails_its_check(tmp_path: Path) -> None:
    with one_server(tmp_path / "own") as server:
        store = factory.store(server.url)
        for command in ("CONFIG SET min-replicas-to-write 1", "REPLICAOF 127.0.0.1 1"):
            store.check()
            server.client.execute_command(*command.split())
            check_fails(store)
            server.client.config_set("min-replicas-to-write", 0)
    with one_server(tmp_path / "without slots", **{"cluster-enabled": "yes"}) as server:
        check_fails(factory.store(server.url))


def check_fails(store: GameStore) -> None:
    """On a cluster, each check is by some primary; and what is refused opens no breaker."""
    for _ in range(5):
        with pytest.raises(StoreUnavailable):
            store.check()
    assert store.client.execute_command("PING")


def test_cluster_that_is_down_refuses_guesses(clustered: Cluster) -> None:
    store = factory.store(clustered.url)
    for _ in range(10):
        store.check()
    try:
        for server in clustered.servers:
            server.client.config_set("cluster-require-full-coverage", "yes")
            with suppress(ResponseError):  # it has heard already that the slot is nobody's
                server.client.execute_command("CLUSTER", "DELSLOTS", 0)
        wait_until(lambda: not any(map(is_whole, clustered.servers)), "nobody misses a slot")
        check_fails(store)
    finally:
        for server in clustered.servers:
            server.client.config_set("cluster-require-full-coverage", "no")
        clustered.servers[0].client.execute_command("CLUSTER", "ADDSLOTS", 0)
        wait_until_whole(clustered)


def test_documented_user_of_the_store_may_do_all_that_is_done(
    server: EmbeddedServer, clustered: Cluster
) -> None:
    page = (ROOT / "docs/deploying.md").read_text()
    [rule] = re.findall(r"^    user (hangman .*)", page, re.MULTILINE)
    words = rule.replace("PASSWORD", "secret").split()
    with Redis.from_url(server.url) as admin:
        admin.execute_command("ACL", "SETUSER", *words)
    use_all(server.url.replace("unix://", "unix://hangman:secret@"))
    for one in clustered.servers:
        one.client.execute_command("ACL", "SETUSER", *words)
    use_all(clustered.url.replace("://", "://hangman:secret@"))


def use_all(url: str) -> None:
    """Do with a store whatever the service does."""
    store = factory.store(url)
    game_id = created(store)
    store.save(game_id, GUESSED, over=FIRST)
    assert store.load(game_id).version == 2
    assert store.tags([watch_id(game_id)]) == [store.load(game_id).tag]
    assert Claims(store.client).claim(watch_id(game_id), 9, 60_000, b"the same") == (1, False)
    assert Claims(store.client).claimed(watch_id(game_id)) == 1
    store.delete(game_id)
    store.check()
    store.client.execute_command("PING")
    assert Limiter(store.client, {"guess": 5}).count_request("guess", "somebody").allowed
    assert len(store.draw_secret()) == 32
    assert store.start_of("a key") is None
    assert store.keep_start("a key", Start(game_id, bytes(8)), 60_000) == store.start_of("a key")
    days, day = Days(store.client), "2026-11-22"
    assert days.draw_once(day, lambda: b"a game") == days.game_of(day) == b"a game"
    days.count(day, "begun")
    assert days.results_of(day)["begun"]


def test_secret_of_ids_is_made_once_and_does_not_expire(server: EmbeddedServer) -> None:
    secret = factory.store(server).draw_secret()
    assert len(secret) == 32
    assert factory.store(server).draw_secret() == secret
    assert factory.store(server).client.execute_command("TTL", "hangman:draw-secret") == -1


def test_counts_of_a_day_that_are_no_numbers_are_left_out(store: GameStore) -> None:
    fields = ("begun", 5, "won", "some", b"\xff", "9" * 5000)
    store.client.execute_command("HSET", "hangman:daily:2026-11-24", *fields)
    assert Days(store.client).results_of("2026-11-24") == {"begun": 5}


def test_first_to_keep_a_days_game_decides_it_for_400_days(store: GameStore) -> None:
    here, there, day = Days(store.client), Days(store.client), "2026-11-23"

    def late() -> bytes:
        assert there.draw_once(day, lambda: b"first") == b"first"
        return b"late"

    assert here.game_of(day) is None
    assert here.draw_once(day, late) == here.game_of(day) == b"first"
    assert 0 <= 400 * 86_400 - store.client.execute_command("TTL", "hangman:day:2026-11-23") < 60


def test_full_store_takes_no_new_game_but_finishes_others(own_server: EmbeddedServer) -> None:
    store = factory.store(own_server)
    game_id = created(store)
    store.client.execute_command("CONFIG SET", "maxmemory", 1)
    with pytest.raises(StoreFull):
        store.create(new_game_id(), FIRST)
    with pytest.raises(StoreFull):
        Claims(store.client).claim(game_id, 3, LIFE, NO_KEY)
    store.save(game_id, GUESSED, over=FIRST)
    assert store.load(game_id).version == 2
    assert Limiter(store.client, {"guess": 5}).count_request("guess", "somebody").allowed
    Days(store.client).count("2026-11-25", "begun")
    assert Days(store.client).results_of("2026-11-25") == {"begun": 1}
    store.delete(game_id)
    store.check()


def test_numbers_are_given_out_in_order_until_there_are_none(store: GameStore) -> None:
    claims, game = Claims(store.client), token_hex(16)
    numbers = [claims.claim(game, 3, LIFE, NO_KEY) for _ in range(5)]
    assert numbers == [(number, False) for number in (1, 2, 3, 0, 0)]
    assert claims.claimed(game) == 3
    assert claims.claimed(token_hex(16)) == 0


def test_claim_renews_the_life_and_a_refused_one_changes_nothing(store: GameStore) -> None:
    claims, game = Claims(store.client), token_hex(16)

    def in_the_store(command: str) -> Any:
        return store.client.execute_command(command, CLAIMS + game)

    claims.claim(game, 2, 1_000_001, NO_KEY)
    assert 900_000 < in_the_store("PTTL") <= 1_001_000
    claims.claim(game, 2, 9_000_000, b"anna")
    claimed = in_the_store("DUMP")
    assert claims.claim(game, 2, 90_000_000, b"otto") == (0, False)
    assert in_the_store("DUMP") == claimed
    assert 8_000_000 < in_the_store("PTTL") <= 9_001_000


def test_life_is_rounded_up_so_that_no_claim_is_gone_at_once() -> None:
    client = Mock(run=Mock(return_value=(1, 0)))
    Claims(client).claim("game", 3, 1, NO_KEY)
    client.run.assert_called_once_with(CLAIM_WORD, CLAIMS + "game", 1, 3, NO_KEY)


def test_each_operation_has_one_number_of_its_own_in_a_game(store: GameStore) -> None:
    claims, game = Claims(store.client), token_hex(16)
    keys = [b"key %d\0\xff" % (number % 100) for number in range(200)]  # each comes twice

    with ThreadPoolExecutor(8) as pool:
        pairs = [*pool.map(lambda key: claims.claim(game, 1000, LIFE, key), keys)]

    numbers = [number for number, _ in pairs]
    assert sorted({*numbers}) == list(range(1, 101))
    assert numbers[:100] == numbers[100:]
    assert sum(is_repeated for _, is_repeated in pairs) == 100
    assert claims.claimed(game) == 100
    assert claims.claim(token_hex(16), 3, LIFE, keys[9]) == (1, False)  # of another game
