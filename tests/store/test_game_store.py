"""What a real server keeps: records of games; claimed words, days and limits."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from secrets import token_bytes, token_hex
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis import Redis
from redis.exceptions import ResponseError

from service.api.limiter import Limiter
from service.engine.transcript import Transcript, word_answer
from service.play.ids import new_game_id
from service.store import servers
from service.store.commands import Command
from service.store.embedded import EmbeddedServer
from service.store.errors import (
    GameChanged,
    GameDamaged,
    GameNotFound,
    StoreFull,
    StoreUnavailable,
    WrongType,
)
from service.store.game_store import CLAIMS, DAILY, DAY, Claims, Days, GameStore, Start
from service.store.record import (
    OPERATION,
    Move,
    Record,
    Retention,
    key_of,
    record_bytes,
    record_from,
    watch_id_of,
)
from service.store.redis_commands import RedisCommands
from service.store.scripts import LIMIT
from tests.support import records as factory
from tests.support.servers import (
    Cluster,
    Server,
    let_in_documented_user,
    one_server,
    sees_all,
    started,
)
from tests.support.waiting import wait_until

FIRST = factory.record()
GUESSED = factory.guessed(FIRST, "e")
LIFE = 60_000
NO_KEY = b""  # the idempotency key of a claim without one


@pytest.fixture
def store(server: EmbeddedServer) -> GameStore:
    return factory.store(server)


@pytest.fixture
def redis(server: EmbeddedServer) -> Iterator[Redis]:
    """For what the service never does."""
    with Redis.from_url(server.url) as client:
        yield client


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
    assert store.load(watch_id_of(game_id)).state.word == "cat"


def test_game_that_has_changed_is_not_saved(store: GameStore, game_id: str) -> None:
    store.save(game_id, GUESSED, over=FIRST)
    with pytest.raises(GameChanged):
        store.save(game_id, factory.guessed(FIRST, "a"), over=FIRST)
    assert store.load(watch_id_of(game_id)).state.transcript.guessed_letters == ("e",)


def test_missing_or_damaged_game_fails_every_call(store: GameStore, redis: Redis) -> None:
    deleted, damaged = created(store), created(store)
    for game_id in (deleted, damaged):
        redis.execute_command("DEL", key_of(game_id))
    redis.execute_command("RPUSH", key_of(damaged), "x")
    for game_id, error in ((deleted, GameNotFound), (damaged, GameDamaged)):
        with pytest.raises(error):
            store.load(watch_id_of(game_id))
        with pytest.raises(error):
            store.save(game_id, GUESSED, over=FIRST)
        with pytest.raises(error):
            store.delete(game_id)


def test_empty_value_is_a_damaged_game_that_can_be_deleted(store: GameStore, redis: Redis) -> None:
    game_id = created(store)
    redis.execute_command("SET", key_of(game_id), "")
    with pytest.raises(GameDamaged):
        store.load(watch_id_of(game_id))
    store.delete(game_id)
    with pytest.raises(GameNotFound):
        store.delete(game_id)


def test_each_move_renews_a_games_life(store: GameStore, game_id: str, redis: Redis) -> None:
    def left() -> Any:
        return redis.execute_command("PTTL", key_of(game_id))

    assert 50_000 < left() <= LIFE
    redis.execute_command("PEXPIRE", key_of(game_id), 1_000)
    store.save(game_id, GUESSED, over=FIRST)
    assert 50_000 < left() <= LIFE


def test_tags_of_many_games(store: GameStore, redis: Redis) -> None:
    new, played, gone, damaged = (created(store) for _ in range(4))
    store.save(played, GUESSED, over=FIRST)
    store.delete(gone)
    redis.execute_command("DEL", key_of(damaged))
    redis.execute_command("LPUSH", key_of(damaged), "a list")

    tags = store.tags([watch_id_of(each) for each in (new, played, gone, damaged, "never")])

    assert tags == [
        store.load(watch_id_of(new)).tag,
        store.load(watch_id_of(played)).tag,
        "",
        "",
        "",
    ]


REFUSALS = {  # a command that makes a store refuse writes, and the one that undoes it
    "CONFIG SET min-replicas-to-write 1": "CONFIG SET min-replicas-to-write 0",
    "REPLICAOF 127.0.0.1 1": "REPLICAOF NO ONE",
}


def test_store_that_refuses_guesses_fails_its_check(tmp_path: Path) -> None:
    with one_server(tmp_path / "own") as server:
        store = factory.store(server.url)
        for refuse, accept in REFUSALS.items():
            server.client.execute_command(*refuse.split())
            check_fails(store)
            server.client.execute_command(*accept.split())
            store.check()
    with one_server(tmp_path / "without slots", **{"cluster-enabled": "yes"}) as server:
        check_fails(factory.store(server.url))


@pytest.mark.parametrize("right", ["get", "getrange", "set", "expire", "evalsha"])
def test_store_whose_scripts_may_not_save_fails_its_check(tmp_path: Path, right: str) -> None:
    with one_server(tmp_path) as server:
        let_in_documented_user(server.client)
        store = factory.store(server.url.replace("://", "://hangman:secret@"))
        store.check()
        server.client.execute_command("ACL", "SETUSER", "hangman", f"-{right}")
        with pytest.raises(StoreUnavailable, match=f"(?i)permission.*{right}"):
            store.check()


class Nonsense:
    """A proxy that answers every command in the same way."""

    replicas = 0

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def send(self, commands: Sequence[Command]) -> list[Any]:
        return [self.answer] * len(commands)

    def are_together(self, *_: str) -> bool:
        return True


@pytest.mark.parametrize("answer", [b"OK", None, 1, 0, [1, 1], {}, [b"", 1, 1, 1, 1]], ids=repr)
def test_what_scripts_never_return_is_a_failure_of_the_store(answer: object) -> None:
    commands = RedisCommands(Nonsense(answer))
    store, limiter = GameStore(commands, Retention(1, 1)), Limiter(commands, {"guess": 5})
    calls: list[Callable[[], object]] = [
        store.check,
        lambda: limiter.count_request("guess", "somebody"),
        lambda: limiter.count_request("guess", "somebody", ahead="a game"),
    ]
    if not isinstance(answer, int):
        calls.append(lambda: store.save("a game", GUESSED, over=FIRST))
    if answer != [1, 1]:
        calls.append(lambda: Claims(commands).claim("a game", 3, LIFE, NO_KEY))
    for call in calls:
        with pytest.raises(StoreUnavailable, match=r"\.lua returned"):
            call()
    Days(commands).count("2026-11-28", "begun")  # a lost count does no harm


class Proxied(Server):
    """A server behind a proxy that does not know HELLO."""

    @property
    def client(self) -> Redis:
        return Redis(port=self.port, socket_timeout=2, protocol=2)


def test_store_without_hello_is_told_in_one_line_what_to_write(tmp_path: Path) -> None:
    with started(Proxied(tmp_path, **{"rename-command HELLO": ""})) as server:
        with pytest.raises(StoreUnavailable, match=r"\?protocol=2 at the end of REDIS_URL") as told:
            factory.store(server.url).check()
        assert "\n" not in str(told.value)
        factory.store(f"{server.url}?protocol=2").check()


def check_fails(store: GameStore) -> None:
    """Check often, for a cluster asks any primary; the refusals must not open a breaker."""
    for _ in range(5):
        with pytest.raises(StoreUnavailable):
            store.check()
    assert not any(server.breaker.is_away for server in servers_of(store))


def servers_of(store: GameStore) -> list[servers.Server]:
    """The servers that a store has used."""
    commands: Any = store.commands
    used = commands.servers
    return [used] if isinstance(used, servers.Server) else list(used._servers.values())


def test_cluster_that_is_down_refuses_guesses(clustered: Cluster) -> None:
    store = factory.store(clustered.url)
    for _ in range(10):
        store.check()
    try:
        for server in clustered.servers:
            server.client.config_set("cluster-require-full-coverage", "yes")
            with suppress(ResponseError):  # it may have learnt it from the others
                server.client.execute_command("CLUSTER", "DELSLOTS", 0)
        wait_until(lambda: not any(map(sees_all, clustered.servers)), "nobody misses a slot")
        check_fails(store)
    finally:
        for server in clustered.servers:
            server.client.config_set("cluster-require-full-coverage", "no")
        clustered.servers[0].client.execute_command("CLUSTER", "ADDSLOTS", 0)
        clustered.wait_until_whole()


def test_documented_user_of_the_store_may_do_all_it_needs(
    server: EmbeddedServer, clustered: Cluster
) -> None:
    with Redis.from_url(server.url) as admin:
        let_in_documented_user(admin)
    use_all(server.url.replace("unix://", "unix://hangman:secret@"))
    for node in clustered.servers:
        let_in_documented_user(node.client)
    use_all(clustered.url.replace("://", "://hangman:secret@"))


def use_all(url: str) -> None:
    """Use a store in every way that the service does."""
    store = factory.store(url)
    game_id = created(store)
    store.save(game_id, GUESSED, over=FIRST)
    assert store.load(watch_id_of(game_id)).version == 2
    assert store.tags([watch_id_of(game_id)]) == [store.load(watch_id_of(game_id)).tag]
    assert Claims(store.commands).claim(watch_id_of(game_id), 9, 60_000, b"the same") == (1, False)
    assert Claims(store.commands).claimed(watch_id_of(game_id)) == 1
    store.delete(game_id)
    store.check()
    for server in servers_of(store):
        server.breaker.probe()
    assert Limiter(store.commands, {"guess": 5}).count_request("guess", "somebody").allowed
    assert len(store.draw_secret()) == 32
    assert store.start_of("a key") is None
    assert store.keep_start("a key", Start(game_id, bytes(8)), 60_000) == store.start_of("a key")
    days, day = Days(store.commands), "2026-11-22"
    assert days.draw_once(day, lambda: b"a game") == days.game_of(day) == b"a game"
    days.count(day, "begun")
    assert days.results_of(day)["begun"]


def test_draw_secret_is_made_once_and_does_not_expire(server: EmbeddedServer, redis: Redis) -> None:
    [secret] = {factory.store(server).draw_secret() for _ in range(2)}
    assert len(secret) == 32
    assert redis.ttl("hangman:draw-secret") == -1


def test_counts_of_a_day_that_are_not_numbers_are_left_out(store: GameStore, redis: Redis) -> None:
    fields = ("begun", 5, "won", "some", b"\xff", "9" * 5000)
    redis.execute_command("HSET", "hangman:daily:2026-11-24", *fields)
    assert Days(store.commands).results_of("2026-11-24") == {"begun": 5}


def test_first_to_keep_a_days_game_decides_it_for_400_days(store: GameStore, redis: Redis) -> None:
    here, there, day = Days(store.commands), Days(store.commands), "2026-11-23"

    def late() -> bytes:
        assert there.draw_once(day, lambda: b"first") == b"first"
        return b"late"

    assert here.game_of(day) is None
    assert here.draw_once(day, late) == here.game_of(day) == b"first"
    assert 0 <= 400 * 86_400 - redis.execute_command("TTL", "hangman:day:2026-11-23") < 60


def test_full_store_refuses_new_games_but_finishes_others(tmp_path: Path) -> None:
    with one_server(tmp_path) as server:
        store = factory.store(server.url)
        game_id = created(store)
        server.client.config_set("maxmemory", 1)
        with pytest.raises(StoreFull):
            store.create(new_game_id(), FIRST)
        with pytest.raises(StoreFull):
            Claims(store.commands).claim(game_id, 3, LIFE, NO_KEY)
        store.save(game_id, GUESSED, over=FIRST)
        assert store.load(watch_id_of(game_id)).version == 2
        assert Limiter(store.commands, {"guess": 5}).count_request("guess", "somebody").allowed
        Days(store.commands).count("2026-11-25", "begun")
        assert Days(store.commands).results_of("2026-11-25") == {"begun": 1}
        store.delete(game_id)
        store.check()


def test_claim_renews_the_life_and_a_refused_one_changes_nothing(
    store: GameStore, redis: Redis
) -> None:
    claims, game = Claims(store.commands), token_hex(16)

    def in_the_store(command: str) -> Any:
        return redis.execute_command(command, CLAIMS + game)

    claims.claim(game, 2, 1_000_001, NO_KEY)
    assert 900_000 < in_the_store("PTTL") <= 1_001_000
    claims.claim(game, 2, 9_000_000, b"anna")
    claimed = in_the_store("DUMP")
    assert claims.claim(game, 2, 90_000_000, b"otto") == (0, False)
    assert in_the_store("DUMP") == claimed
    assert 8_000_000 < in_the_store("PTTL") <= 9_001_000


# --- Rate limits ----------------------------------------------------------------------------------


def limiter(store: GameStore, seconds: int = 60, **units: int) -> Limiter:
    return Limiter(store.commands, units, seconds)


def test_units_of_a_period_are_allowed_at_once_and_no_more(store: GameStore) -> None:
    few = limiter(store, seconds=6000, few=5)

    allowances = [few.count_request("few", "a client") for _ in range(7)]

    assert [each.allowed for each in allowances] == [True] * 5 + [False] * 2
    assert [each.left for each in allowances] == [4, 3, 2, 1, 0, 0, 0]
    resets = [1200, 2400, 3600, 4800, 6000, 6000, 6000]
    assert [each.reset for each in allowances] == pytest.approx(resets, abs=60)  # a slow machine
    assert [each.retry_after for each in allowances] == pytest.approx([0] * 5 + [1200] * 2, abs=60)


def test_seconds_are_rounded_up(store: GameStore) -> None:
    short = limiter(store, seconds=1, short=1)
    first, second = [short.count_request("short", "me") for _ in range(2)]
    assert (first.allowed, first.reset) == (True, 1)
    assert second.allowed or second.retry_after == 1


def test_clients_and_kinds_are_counted_apart(store: GameStore) -> None:
    two_kinds = limiter(store, one=1, other=1)
    requests = [("one", "anna"), ("one", "otto"), ("other", "anna"), ("one", "anna")]
    allowed = [two_kinds.count_request(kind, client).allowed for kind, client in requests]
    assert allowed == [True, True, True, False]


def test_price_is_paid_or_refused(store: GameStore) -> None:
    """A request is its cost, the part of it that is paid already, and the units that it leaves."""
    for units, requests, retry_after in (  # the last of them is refused
        (10, [(8, 0, 2), (8, 0, 2)], 3600),
        (10, [(1, 0, 9), (8, 1, 2), (1, 0, 1), (8, 1, 1)], 4200),  # a retry pays the whole cost
        (4, [(8, 0, 0), (1, 0, 0)], 1500),  # a cost above all units is all units
    ):
        costly, me = limiter(store, seconds=6000, costly=units), token_hex(8)
        allowances = [
            costly.count_request("costly", me, cost=cost, paid=paid) for cost, paid, _ in requests
        ]
        assert [each.allowed for each in allowances] == [True] * (len(requests) - 1) + [False]
        assert [each.left for each in allowances] == [left for *_, left in requests]
        assert allowances[-1].retry_after == pytest.approx(retry_after, abs=60)
        left = allowances[-1].left
        assert left == 0 or costly.count_request("costly", me, cost=left).allowed


def test_whole_budget_can_be_paid_in_two_parts(store: GameStore) -> None:
    """Times are rounded, and units of a minute are not: 35 of them cost 1714.2857 ms each."""
    for units in 20 * (9, 13, 35):
        costly, me = limiter(store, seconds=60, costly=units), token_hex(8)
        for cost, paid in ((1, 0), (60, 1)):
            assert costly.count_request("costly", me, cost=cost, paid=paid).allowed, units


def test_value_of_a_wrong_type_is_named_by_its_key(store: GameStore, redis: Redis) -> None:
    days, claims = Days(store.commands), Claims(store.commands)
    for name in (DAILY, DAY, CLAIMS):
        redis.execute_command("RPUSH", f"{name}1999", "x")
    assert days.results_of("1999") == {}
    for name, read in ((DAY, days.game_of), (CLAIMS, lambda of: claims.claim(of, 3, 1, NO_KEY))):
        with pytest.raises(WrongType, match=f"^{name}1999: WRONGTYPE"):
            read("1999")


def test_clock_that_goes_back_leaves_a_period_of_debt_at_most(
    store: GameStore, redis: Redis
) -> None:
    a_day_ahead = 1000 * (time.time() + 86_400)
    key = f"{LIMIT}back:me"
    redis.execute_command("SET", key, f"{a_day_ahead:.3f}", "PX", 86_400_000)

    refused = limiter(store, seconds=6000, back=4).count_request("back", "me")

    assert not refused.allowed
    assert (refused.retry_after, refused.reset) == pytest.approx((1500, 6000), abs=60)


def test_value_that_is_not_a_time_locks_nobody_out(store: GameStore, redis: Redis) -> None:
    foreign = limiter(store, seconds=1, foreign=100)
    for value in ("", "soon", "nan", "inf", "-inf", "9e99", "0x10", "\xff", "a list"):
        key, command = f"{LIMIT}foreign:me", "RPUSH" if value == "a list" else "SET"
        redis.execute_command("DEL", key)
        redis.execute_command(command, key, value)
        wait_until(lambda: foreign.count_request("foreign", "me").allowed, f"locked out by {value}")
        no_expiry = -1  # PTTL of a key without an expiry; -2 means that the key is gone already
        assert redis.execute_command("PTTL", key) != no_expiry


def test_requests_are_allowed_again_in_time_and_no_faster(store: GameStore) -> None:
    fast, begun = limiter(store, seconds=1, fast=10), time.monotonic()
    allowed = sum(fast.count_request("fast", "me").allowed for _ in range(100))
    again = wait_until(lambda: fast.count_request("fast", "me").allowed, "it never is again")
    assert 10 <= allowed <= 11 + 10 * (time.monotonic() - begun - again)


def played() -> Record:
    long = factory.changed(factory.record(), transcript=Transcript(64))
    record = factory.guessed(factory.guessed(long, "ñ"), "a", 2**63 + 5)
    for word, hit in (("c", False), ("b", True)):  # whole words of one letter
        transcript = record.state.transcript.after(word_answer(word, hit=hit))
        move = Move(token_bytes(OPERATION), record.changed_at + 86_400_000)
        changed = factory.changed(record, transcript=transcript)
        record = replace(changed, moves=(*record.moves, move))
    more = {"daily": "2026-11-22", "keep_for": 9_000, "copyable": True, "called": True}
    return replace(record, **more)  # type: ignore[arg-type]  # each field has its own


VALUE = record_bytes(played())


def test_record_comes_back_as_it_was() -> None:
    record = played()
    again = record_from(record_bytes(record))

    assert again.state.cheat_list.ids.tolist() == record.state.cheat_list.ids.tolist()
    same_list = replace(again.state, cheat_list=record.state.cheat_list)
    assert vars(same_list) == vars(record.state)
    assert vars(replace(again, state=record.state)) == vars(record)


def test_record_without_a_chosen_life_has_the_bytes_of_1_0() -> None:
    value = record_bytes(factory.record())
    assert factory.fields_of(value)[16] is None
    assert record_from(value).keep_for == 0


def test_fields_of_a_later_version_are_written_back_as_they_are() -> None:
    later = ["new", b"\xff", 1.5, None, {1: ["two"]}, msgpack.ExtType(5, b"x")]
    value = factory.with_fields(VALUE, [*factory.fields_of(VALUE), *later])
    again = record_from(value)
    assert record_bytes(again) == value
    assert factory.fields_of(record_bytes(factory.guessed(again, "z")))[19:] == later


def test_version_and_format_stand_at_the_start() -> None:
    """The version is 1 at the start, and 1 more after each guess."""
    assert (factory.record().version, played().version) == (1, 5)
    assert (VALUE[:8], VALUE[12]) == ((5).to_bytes(8), 5)


def test_game_in_another_format_is_not_called_damaged() -> None:
    for form in (0, 1, 2, 3, 4, 255):
        with pytest.raises(GameDamaged, match=f"its format is {form}, not 5"):
            record_from(VALUE[:12] + bytes([form]) + VALUE[13:])


@given(st.integers(0, len(VALUE) - 1), st.integers(1, 255))
def test_any_damage_is_reported(place: int, change: int) -> None:
    value = bytearray(VALUE)
    value[place] ^= change
    with pytest.raises(GameDamaged):
        record_from(bytes(value))


def test_cut_record_is_reported() -> None:
    cut = [VALUE[:size] for size in (0, 5, 12, 13, 40)]
    for value in (*cut, factory.with_fields(VALUE, factory.fields_of(VALUE)[:-1])):
        with pytest.raises(GameDamaged):
            record_from(value)
