"""Somebody who reads the whole store cannot play."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle
from typing import Any

from redis import Redis

from service.play import requests
from service.store.record import key_of, watch_id
from tests.api.conftest import Client, Make
from tests.support.fakes import FakeStoreClient


def texts_of(admin: Redis) -> list[bytes]:
    """Keys and values, as they are and XORed with each key's name."""
    names: list[bytes] = list(admin.scan_iter())
    values = [value_of(admin, name) for name in names]
    masks = [mask for name in names for mask in masks_of(name)]
    return [*names, *values, *[xor(value, mask) for value in values for mask in masks]]


def value_of(admin: Redis, name: bytes) -> bytes:
    is_hash = admin.type(name) == b"hash"
    value: Any = admin.hgetall(name) if is_hash else admin.get(name)
    return b"".join([*value, *value.values()]) if is_hash else value or b""  # it has expired


def masks_of(name: bytes) -> Iterator[bytes]:
    """A key's name, its last part, and the bytes that this is in hexadecimal."""
    last = name.rpartition(b":")[2]
    yield from (name, last)
    with suppress(ValueError):
        yield bytes.fromhex(last.decode())


def xor(value: bytes, mask: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(value, cycle(mask), strict=False))


def ids_in(texts: list[bytes], public: set[str]) -> set[str]:
    """The ids in texts, in letters or packed in 16 bytes, of games with these watch ids."""
    alphabet = requests.ALPHABET.encode()
    windows = {text[n : n + 26] for text in texts for n in range(len(text) - 25)}
    found = {each.decode() for each in windows if not each.strip(alphabet)}
    for part in {text[n : n + 16] for text in texts for n in range(len(text) - 15)}:
        number = int.from_bytes(part)
        found.add("".join(requests.ALPHABET[number >> shift & 31] for shift in range(125, -1, -5)))
    return {each for each in found if watch_id(each) in public}


def packed(game: str) -> bytes:
    number = 0
    for letter in game:
        number = number << 5 | requests.ALPHABET.index(letter)
    return number.to_bytes(16)


def game_over(client: Client, number: int, choices: Any) -> Any:
    """A game that is played to its end, and two words that were claimed of it."""
    headers = {"Idempotency-Key": f"a-key-of-twenty-characters-{number}"}
    game = client.post("/games", json=choices, headers=headers).json
    for letter in "qxjzvwkfbpgymhdlcunrstoiae":
        client.post(f"/games/{game['id']}/guesses", json={"letter": letter}, headers=headers)
        headers = {}
    for key in (f"another-key-of-a-game-{number}", f"a-third-key-of-a-game-{number}"):
        client.post(f"/watch/{game['watch_id']}/words", headers={"Idempotency-Key": key})
    return game


def test_nobody_who_reads_the_whole_store_can_play(
    client_with: Make, store: FakeStoreClient
) -> None:
    choices = ({"length": 8}, {"dealer": "any"}, {"daily": "today"}, {"length": 8, "seed": 1})
    client = client_with(ratelimit_create=60)  # noted for a second
    games = [game_over(client, number, chosen) for number, chosen in enumerate(choices)]
    games += [client.post("/games").json for _ in range(3)]
    texts, public = texts_of(store), {game["watch_id"] for game in games}
    kinds = {name.split(b":")[1] for name in texts if name.startswith(b"hangman:")}
    assert kinds == {b"game", b"start", b"daily", b"day", b"limit", b"draw-secret", b"claims"}
    assert not ids_in(texts, public)

    ids = [game["id"] for game in games[:4]]  # those that are planted are found
    store.flushall()
    store.set("somebody:in-letters", ids[0].encode())
    store.set("somebody:in-bytes", b"x" + packed(ids[1]))
    store.set("somebody:masked", xor(ids[2].encode(), b"somebody:masked"))
    store.set(key_of(ids[0]), xor(packed(ids[3]), key_of(ids[0]).encode()))
    assert ids_in(texts_of(store), public) == set(ids)
