"""Numbers that are given out, counted by a real server."""

from concurrent.futures import ThreadPoolExecutor
from secrets import token_hex
from typing import Any
from unittest.mock import Mock

import pytest

from service.store.embedded import EmbeddedServer
from service.store.errors import StoreFull
from service.store.game_store import CLAIMS, Claims
from service.store.scripts import CLAIM_WORD
from tests.support import records as factory

LIFE = 60_000
NO_KEY = b""


@pytest.fixture
def claims(server: EmbeddedServer) -> Claims:
    return Claims(factory.store(server).client)


@pytest.fixture
def game() -> str:
    """The watch id of a game of its own."""
    return token_hex(16)


def server_says(claims: Claims, command: str, game: str) -> Any:
    """What the server says of a game's claims: their bytes, or their life in milliseconds."""
    return claims._client.execute_command(command, CLAIMS + game)


def test_numbers_are_given_out_in_order_until_there_are_none(claims: Claims, game: str) -> None:
    numbers = [claims.claim(game, 3, LIFE, NO_KEY) for _ in range(5)]
    assert numbers == [(number, False) for number in (1, 2, 3, 0, 0)]
    assert claims.claimed(game) == 3
    assert claims.claimed(token_hex(16)) == 0


def test_refused_request_leaves_nothing_in_the_store(claims: Claims, game: str) -> None:
    claims.claim(game, 1, LIFE, b"anna")
    before = server_says(claims, "DUMP", game), server_says(claims, "PTTL", game)
    assert claims.claim(game, 1, 100 * LIFE, b"otto") == (0, False)
    assert server_says(claims, "DUMP", game) == before[0]
    assert server_says(claims, "PTTL", game) <= before[1]


def test_each_claim_renews_the_life(claims: Claims, game: str) -> None:
    claims.claim(game, 3, 1_000_001, NO_KEY)
    assert 900_000 < server_says(claims, "PTTL", game) <= 1_001_000
    claims.claim(game, 3, 9_000_000, NO_KEY)
    assert server_says(claims, "PTTL", game) > 8_000_000


def test_life_is_rounded_up_so_that_no_claim_is_gone_at_once() -> None:
    client = Mock(run=Mock(return_value=(1, 0)))
    Claims(client).claim("game", 3, 1, NO_KEY)
    client.run.assert_called_once_with(CLAIM_WORD, CLAIMS + "game", 1, 3, NO_KEY)


def test_each_operation_has_one_number_of_its_own_in_a_game(claims: Claims, game: str) -> None:
    keys = [b"key %d\0\xff" % (number % 100) for number in range(200)]  # each comes twice

    with ThreadPoolExecutor(8) as pool:
        pairs = [*pool.map(lambda key: claims.claim(game, 1000, LIFE, key), keys)]

    numbers = [number for number, _ in pairs]
    assert sorted({*numbers}) == list(range(1, 101))
    assert numbers[:100] == numbers[100:]
    assert sum(is_repeated for _, is_repeated in pairs) == 100
    assert claims.claimed(game) == 100
    assert claims.claim(token_hex(16), 3, LIFE, keys[9]) == (1, False)  # of another game


def test_full_store_gives_out_nothing(own_server: EmbeddedServer, game: str) -> None:
    client = factory.store(own_server).client
    client.execute_command("CONFIG", "SET", "maxmemory", 1)
    with pytest.raises(StoreFull):
        Claims(client).claim(game, 3, LIFE, NO_KEY)
