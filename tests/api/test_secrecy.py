"""Until a game is over, nothing reveals its dealer or its word; game ids stay with players.

Reading the whole store does not let anyone play, either.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import cycle
from typing import Any, Final, TypeAlias
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis import Redis
from structlog.testing import capture_logs

from service.api import hooks
from service.dictionaries.dictionary import Dictionary
from service.engine.game import draw
from service.play.ids import ALPHABET, new_game_id
from service.registry import DEALERS
from service.store.record import key_of, watch_id_of
from tests.api.conftest import Body, Client, Make, created, guessed
from tests.support.fakes import FakeServers

Lines: TypeAlias = list[Any]  # of the log
Starts: TypeAlias = list[tuple[Client, Body]]

LETTERS: Final = "qjxzvetao"
OWN: Final = ("id", "watch_id", "commitment", "created_at", "expires_at", "at", "request_id")
WATCHED: Final = [
    f"/watch/{{watch_id}}{part}" for part in ("", "/guesses", "/confession", "/words")
]
LOOKS: Final = [
    *(f"/games/{{id}}{part}" for part in ("", "/hint", "/guesses", "/confession", "/review")),
    *WATCHED,
]


@pytest.fixture
def log() -> Iterator[Lines]:
    """The lines that are logged."""
    with capture_logs() as lines:
        yield lines


def traits(answer: Any) -> str:
    """What a client can compare: status, sizes, header names, and the body without OWN fields."""
    headers = [(name, len(value)) for name, value in answer.headers if name != "Location"]
    return repr((answer.status_code, len(answer.data), headers, masked(answer.get_json())))


def masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: "" if key in OWN else masked(each) for key, each in value.items()}
    return [masked(each) for each in value] if isinstance(value, list) else value


@pytest.fixture
def starts(
    client: Client, drawing: dict[str, Client], dictionaries: Mapping[str, Dictionary]
) -> Starts:
    """Every way to start a game of eight letters: the client that starts it, and its request."""
    lexicon = dictionaries["en"].lexicons[8]
    word = lexicon.word(draw(7, "word", len(lexicon)))  # the honest dealer's word
    seeded = {"length": 8, "seed": 7}
    return [
        *[(client, {"dealer": dealer, **seeded}) for dealer in DEALERS],
        *[(each, {"dealer": "any", **seeded}) for each in drawing.values()],
        (client, {"secret_word": word}),
    ]


@pytest.mark.parametrize("insight", ["none", "full"])
def test_games_with_the_same_answers_look_alike(starts: Starts, insight: str) -> None:
    more = {"max_misses": 1000, "insight": insight}
    alike = [(each, each.post("/games", json={**more, **choices})) for each, choices in starts]
    assert len({traits(start) for _, start in alike}) == 1
    games, compared = [(each, start.json) for each, start in alike], 0

    for letter in LETTERS:
        by_answer: dict[str, list[Any]] = {}
        for client, game in games:
            answer = guessed(client, game, letter)
            same = by_answer.setdefault(str(answer.json["last_guess"]["positions"]), [])
            same.append((client, game, answer))
        most = max(by_answer.values(), key=len)
        games = [(client, game) for client, game, _ in most]
        compared += len(games) - 1
        assert len({traits(answer) for *_, answer in most}) == 1
        for path in LOOKS:
            assert len({traits(each.get(path.format(**game))) for each, game in games}) == 1, path
        words = [each.post(f"/watch/{game['watch_id']}/words") for each, game in games]
        assert len({traits(answer) for answer in words}) == 1

    assert compared > 3 * len(starts)


def test_word_dealer_seed_and_id_appear_only_where_allowed(client: Client, log: Lines) -> None:
    start = client.post("/games", json={"secret_word": "zebra", "seed": 123456789})
    answers = {path: client.get(path.format(**start.json)) for path in LOOKS}
    answers |= {"start": start, "guess": guessed(client, start.json, "e")}
    client.post("/games", json={"secret_word": "zebrax"})
    client.post("/games", json={"secret_word": "zebra", "length": 9})
    client.post("/games", json={"dealer": "honest", "seed": 123456789})

    shown = {path: answer.text + str(answer.headers) for path, answer in answers.items()}
    assert len(log) == len(answers) + 3
    for secret in ("zebra", "honest", "123456789"):
        assert secret not in "".join((*shown.values(), *map(str, log)))
    assert not [path for path in WATCHED if start.json["id"] in shown[path]]
    watched = answers[WATCHED[0]].json
    confession = answers[WATCHED[2]].json
    assert [*watched] == [name for name in start.json if name not in ("id", "dealer", "seed")]
    assert (confession["watched_game"], "game" in confession) == (watched, False)


def test_id_stays_out_of_logs_even_if_damaged(client: Client, log: Lines) -> None:
    game = created(client)["id"]
    games = ("/games/{}", "/watch/{}", "/games/{}/guesses", "/games/{}/x")
    for template in (*games, "/x/{}", "/dictionaries/{}", "/problems/{}", "/daily/{}"):
        log.clear()
        for each in (game, game[1:], game[:-1], f"{game[:9]}-{game[9:]}", f"{game}~"):
            client.get(template.format(each))
        first, *damaged = [line["path"] for line in log]
        assert (first, len(damaged)) == (template.format(watch_id_of(game)), 4)
        assert not [n for n in range(13) if game[n : n + 14] in " ".join([first, *damaged])]


@given(number=st.integers(0, 2**128 - 1), encoded=st.sets(st.integers(0, 25), min_size=1))
def test_id_stays_out_of_logs_however_it_is_spelled(number: int, encoded: set[int]) -> None:
    with patch("secrets.randbits", return_value=number):
        game_id = new_game_id()
    letters = [f"%{ord(each):x}" if n in encoded else each for n, each in enumerate(game_id)]
    twice = "".join(letters).replace("%", "%25").upper()
    assert hooks.without_ids("/games/2x7rq3m9") == "/games/2x7rq3m9"
    for spelling in (game_id, game_id.upper(), "".join(letters), twice):
        assert hooks.without_ids(f"/x/{spelling}") == f"/x/{watch_id_of(game_id)}"


# --- The store ------------------------------------------------------------------------------------


def texts_of(admin: Redis) -> list[bytes]:
    """Keys, values, and each value XORed with each mask that a key's name gives."""
    names: list[bytes] = list(admin.scan_iter())
    values = [value_of(admin, name) for name in names]
    masks = [mask for name in names for mask in masks_of(name)]
    return [*names, *values, *[xor(value, mask) for value in values for mask in masks]]


def value_of(admin: Redis, name: bytes) -> bytes:
    is_hash = admin.type(name) == b"hash"
    value: Any = admin.hgetall(name) if is_hash else admin.get(name)
    return b"".join([*value, *value.values()]) if is_hash else value or b""  # None: expired


def masks_of(name: bytes) -> Iterator[bytes]:
    """Yield a key's name, its last part, and that part decoded from hexadecimal if possible."""
    last = name.rpartition(b":")[2]
    yield from (name, last)
    with suppress(ValueError):
        yield bytes.fromhex(last.decode())


def xor(value: bytes, mask: bytes) -> bytes:
    return bytes(left ^ right for left, right in zip(value, cycle(mask), strict=False))


def ids_in(texts: list[bytes], public: set[str]) -> set[str]:
    """The game ids in texts, as letters or as 16 bytes, whose watch ids are in `public`."""
    windows = {text[n : n + 26] for text in texts for n in range(len(text) - 25)}
    found = {each.decode() for each in windows if not each.strip(ALPHABET.encode())}
    for part in {text[n : n + 16] for text in texts for n in range(len(text) - 15)}:
        number = int.from_bytes(part)
        found.add("".join(ALPHABET[number >> shift & 31] for shift in range(125, -1, -5)))
    return {each for each in found if watch_id_of(each) in public}


def packed(game: str) -> bytes:
    number = 0
    for letter in game:
        number = number << 5 | ALPHABET.index(letter)
    return number.to_bytes(16)


def game_over(client: Client, number: int, choices: Any) -> Any:
    """Play a game to its end, claim two of its words, and return it."""
    headers = {"Idempotency-Key": f"a-key-of-twenty-characters-{number}"}
    game = client.post("/games", json=choices, headers=headers).json
    for letter in "qxjzvwkfbpgymhdlcunrstoiae":
        client.post(f"/games/{game['id']}/guesses", json={"letter": letter}, headers=headers)
        headers = {}
    for key in (f"another-key-of-a-game-{number}", f"a-third-key-of-a-game-{number}"):
        client.post(f"/watch/{game['watch_id']}/words", headers={"Idempotency-Key": key})
    return game


def test_nobody_who_reads_the_whole_store_can_play(client_with: Make, store: FakeServers) -> None:
    choices = ({"length": 8}, {"dealer": "any"}, {"daily": "today"}, {"length": 8, "seed": 1})
    client = client_with(ratelimit_create=60)  # a limit is stored for a second
    games = [game_over(client, number, chosen) for number, chosen in enumerate(choices)]
    games += [client.post("/games").json for _ in range(3)]
    texts, public = texts_of(store), {game["watch_id"] for game in games}
    kinds = {name.split(b":")[1] for name in texts if name.startswith(b"hangman:")}
    assert kinds == {b"game", b"start", b"daily", b"day", b"limit", b"draw-secret", b"claims"}
    assert not ids_in(texts, public)

    ids = [game["id"] for game in games[:4]]  # planted ids must be found
    store.flushall()
    store.set("somebody:in-letters", ids[0].encode())
    store.set("somebody:in-bytes", b"x" + packed(ids[1]))
    store.set("somebody:masked", xor(ids[2].encode(), b"somebody:masked"))
    store.set(key_of(ids[0]), xor(packed(ids[3]), key_of(ids[0]).encode()))
    assert ids_in(texts_of(store), public) == set(ids)
