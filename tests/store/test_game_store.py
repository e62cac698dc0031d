"""Games in a real server: created once, changed only if unchanged, and forgotten in time."""

import time

import pytest

from service.play.ids import new_game_id
from service.store.address import client_of
from service.store.clients import Pooled
from service.store.embedded import EmbeddedServer
from service.store.errors import (
    GameChanged,
    GameDamaged,
    GameExists,
    GameNotFound,
    StoreFull,
    StoreUnavailable,
)
from service.store.game_store import GameStore
from service.store.keys import key_of
from tests.live.running import frozen
from tests.store import factory
from tests.waiting import wait_until


@pytest.fixture
def store(server: EmbeddedServer) -> GameStore:
    return factory.store(server)


def test_game_is_created_once(store: GameStore) -> None:
    game_id = new_game_id()
    store.create(game_id, factory.record())

    with pytest.raises(GameExists):
        store.create(game_id, factory.changed(factory.record(), word="cot"))

    assert store.load(game_id).state.word == "cat"


def test_game_is_saved_over_the_version_that_was_read(store: GameStore) -> None:
    game_id, first = new_game_id(), factory.record()
    store.create(game_id, first)

    store.save(game_id, factory.guessed(first, "e"), over=first)

    assert store.load(game_id).state.transcript.guessed_letters == ("e",)


def test_game_that_has_changed_is_not_saved(store: GameStore) -> None:
    game_id, first = new_game_id(), factory.record()
    store.create(game_id, first)
    store.save(game_id, factory.guessed(first, "e"), over=first)

    with pytest.raises(GameChanged):
        store.save(game_id, factory.guessed(first, "a"), over=first)

    assert store.load(game_id).state.transcript.guessed_letters == ("e",)


def test_deleted_game_is_gone_for_every_call(store: GameStore) -> None:
    game_id, first = new_game_id(), factory.record()
    store.create(game_id, first)
    store.delete(game_id)

    with pytest.raises(GameNotFound):
        store.load(game_id)
    with pytest.raises(GameNotFound):
        store.delete(game_id)
    with pytest.raises(GameNotFound):
        store.save(game_id, factory.guessed(first, "e"), over=first)


def test_each_move_renews_a_games_life(server: EmbeddedServer) -> None:
    store, game_id, first = factory.store(server, life=60_000), new_game_id(), factory.record()
    store.create(game_id, first)
    store.client.execute_command("PEXPIRE", key_of(game_id), 1_000)

    store.save(game_id, factory.guessed(first, "e"), over=first)

    assert 50_000 < store.client.execute_command("PTTL", key_of(game_id)) <= 60_000


def test_game_that_is_left_alone_expires(server: EmbeddedServer) -> None:
    store, game_id = factory.store(server, life=30), new_game_id()
    store.create(game_id, factory.record())

    time.sleep(0.1)

    with pytest.raises(GameNotFound):
        store.load(game_id)


def test_damaged_game_is_reported(store: GameStore) -> None:
    game_id = new_game_id()
    store.create(game_id, factory.record())
    store.client.execute_command("SETRANGE", key_of(game_id), 20, b"\0\0\0")

    with pytest.raises(GameDamaged):
        store.load(game_id)


def test_script_is_sent_again_to_a_server_that_has_forgotten_it(store: GameStore) -> None:
    game_id, first = new_game_id(), factory.record()
    store.create(game_id, first)
    store.client.execute_command("SCRIPT FLUSH")

    store.save(game_id, factory.guessed(first, "e"), over=first)

    assert store.load(game_id).version == 2


def test_store_that_is_away_is_unavailable_at_once_and_back_by_itself(
    own_server: EmbeddedServer,
) -> None:
    store, game_id = factory.store(own_server), new_game_id()
    store.create(game_id, factory.record())

    own_server.stop()
    with pytest.raises(StoreUnavailable):
        store.load(game_id)
    own_server.start()

    assert store.load(game_id).version == 1


def test_frozen_store_is_unavailable_and_back_by_itself(own_server: EmbeddedServer) -> None:
    hasty, game_id = factory.store(own_server, read_timeout=0.25), new_game_id()
    factory.store(own_server).create(game_id, factory.record())

    with frozen(own_server.process_id), pytest.raises(StoreUnavailable):
        hasty.load(game_id)

    wait_until(lambda: hasty.load(game_id).version == 1, "the store is not back")


def test_full_store_takes_no_new_game_but_finishes_the_others(own_server: EmbeddedServer) -> None:
    store, game_id, first = factory.store(own_server), new_game_id(), factory.record()
    store.create(game_id, first)
    store.client.execute_command("CONFIG SET", "maxmemory", 1)

    with pytest.raises(StoreFull):
        store.create(new_game_id(), factory.record())
    store.save(game_id, factory.guessed(first, "e"), over=first)

    assert store.load(game_id).version == 2


def test_writes_are_not_sent_twice_by_the_client(server: EmbeddedServer) -> None:
    client = client_of(server.url, connect_timeout=1, read_timeout=1)

    assert isinstance(client, Pooled)
    retry = client.pool.get_connection().retry
    assert retry.get_retries() == 0
