"""What one client can fill of the store, and whom that must not refuse: the budget “storage”."""

import random
import re
import time
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis import Redis

from service.api.limiter import Limiter
from service.api.limits import SIZE_OF_CLAIM, cost_of_claim, cost_of_start
from service.app import retention
from service.dictionaries.dictionary import Dictionary
from service.engine.game import MOST_WORD_GUESSES
from service.play import daily
from service.play.games import Games
from service.play.ids import new_game_id
from service.play.requests import GameChoices, Guess
from service.settings import Settings
from service.store.embedded import EmbeddedServer
from service.store.game_store import Claims, GameStore, Start
from service.store.memory import Memory
from service.store.record import Move, Retention, key_of
from service.store.redis_commands import RedisCommands
from tests.support import factory, records
from tests.support.fakes import FakeServers

SETTINGS: Final = Settings()
LIFE: Final = retention(SETTINGS)
MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
FORTNIGHT: Final = GameChoices(keep_seconds=14 * DAY)
COMPOSE: Final = Path(__file__).parents[2] / "deploy/compose.yaml"
RARE_FIRST: Final = "qjzxwkvfybhpgmdculstnroiae"
AT_ONCE: Final = 20  # games that the hostile client of a test starts in one request


class Clients:
    """Clients of the real limiter and its script, at a clock that is moved."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_700_000_000.0
        monkeypatch.setattr(time, "time", lambda: self.now)  # fakeredis' TIME
        store = RedisCommands(FakeServers())
        self._limiter = Limiter(
            store, SETTINGS.per_minute, clock=lambda: self.now, per_day=SETTINGS.per_day
        )

    def may(self, kind: str, cost: int = 1, client: str = "me") -> bool:
        return self._limiter.count_request(kind, client, cost).allowed

    def start(self, cost: int) -> bool:
        """Whether the client of an address may start a game."""
        return self.may("create") and self.may("storage", cost)


@pytest.fixture
def clients(monkeypatch: pytest.MonkeyPatch) -> Clients:
    return Clients(monkeypatch)


def cost(dictionaries: Mapping[str, Dictionary], request: GameChoices = GameChoices()) -> int:  # noqa: B008  # frozen
    return cost_of_start(request, LIFE, dictionaries[request.dictionary].description)


# --- Whom it must not refuse ----------------------------------------------------------------------


def test_class_of_30_starts_games_twice_an_hour(
    clients: Clients, dictionaries: Mapping[str, Dictionary]
) -> None:
    for _ in range(2 * 24 * 2):  # two days and nights
        assert all(clients.start(cost(dictionaries)) for _ in range(30))
        clients.now += HOUR / 2


def test_300_phones_behind_one_address_start_six_games_each(
    clients: Clients, dictionaries: Mapping[str, Dictionary]
) -> None:
    for day in (GameChoices(daily="today"), GameChoices()):
        for _ in range(6):
            assert all(clients.start(cost(dictionaries, day)) for _ in range(300))
            clients.now += 5 * MINUTE
        clients.now += DAY


def test_40_links_for_two_weeks_are_made_at_once(
    clients: Clients, dictionaries: Mapping[str, Dictionary]
) -> None:
    assert all(clients.start(cost(dictionaries, FORTNIGHT)) for _ in range(40))
    assert all(clients.start(cost(dictionaries)) for _ in range(300))
    assert all(clients.may("storage", cost_of_claim(LIFE)) for _ in range(300))


# --- What a hostile client can fill ---------------------------------------------------------------


def maxmemory() -> int:
    """The bytes of compose's store."""
    [megabytes] = {*re.findall(r"--maxmemory (\d+)mb", COMPOSE.read_text())}
    return int(megabytes) << 20


@pytest.mark.parametrize(
    "request_",
    [
        GameChoices(), FORTNIGHT, GameChoices(keep_seconds=3 * DAY), GameChoices(daily="today"),
        GameChoices(dictionary="en-large"), GameChoices(dictionary="en-small", length=5),
    ],
)  # fmt: skip
def test_hostile_client_fills_less_than_a_tenth_of_the_store(
    clients: Clients, dictionaries: Mapping[str, Dictionary], request_: GameChoices
) -> None:
    """It starts as many games as it may, makes each as large as can be, and keeps it for longest.

    It has waited before, so that its budget is full.
    """
    about = dictionaries[request_.dictionary].description
    units = cost(dictionaries, request_)
    life = LIFE.most(max(request_.kept_for(LIFE), daily.KEPT_FOR if request_.daily else 0)) / 1000
    size = request_.most_bytes(about)
    alive: deque[float] = deque()  # the ends of each twenty games
    most = 0
    for _ in range(8 * 20):  # days, in steps of an eighth of a day
        while clients.may("storage", AT_ONCE * units):
            alive.append(clients.now + life)
        while alive and alive[0] <= clients.now:
            alive.popleft()
        most = max(most, len(alive) * AT_ONCE * size)
        clients.now += DAY / 8
    assert maxmemory() / 40 < most < maxmemory() / 10


def test_claims_fill_less_than_a_tenth_of_the_store(clients: Clients) -> None:
    claims, life = 0, LIFE.most(LIFE.longest) / 1000
    while clients.may("storage", 100 * cost_of_claim(LIFE)):
        claims += 100
    a_day = SETTINGS.ratelimit_storage / cost_of_claim(LIFE)
    assert (claims + a_day * life / DAY) * SIZE_OF_CLAIM < maxmemory() / 10


@given(
    pauses=st.lists(st.integers(1, LIFE.played), max_size=126),
    keep_for=st.sampled_from([0, LIFE.unplayed, LIFE.longest]),
)
def test_no_guesses_keep_a_game_longer_than_was_charged(pauses: list[int], keep_for: int) -> None:
    record = records.changed(records.record())
    record = records.kept(record, keep_for)
    for pause in pauses:
        end = record.changed_at + LIFE.of(record)
        at = min(record.changed_at + pause, end - 1)  # in its last moment
        record = record.after(Move(bytes(8), at), record.state)
    end = record.changed_at + LIFE.of(record)
    assert end <= record.created_at + LIFE.most(keep_for) + len(pauses)  # a millisecond each


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A server of its own, whose memory nobody else fills."""
    with EmbeddedServer(tmp_path) as started:
        yield started


@pytest.mark.parametrize(
    ("dictionary", "length"), [("en", 8), ("en", 15), ("en-small", 7), ("en-large", 9)]
)
def test_largest_game_is_as_small_as_charged(
    server: EmbeddedServer, dictionaries: Mapping[str, Dictionary], dictionary: str, length: int
) -> None:
    """With its start's key and a first claim, as a real server counts memory."""
    store, games = records.store(server), 1000
    largest = _largest(dictionaries, dictionary, length)

    def keep() -> None:
        game_id = new_game_id()
        store.create(game_id, largest)
        store.keep_start(f"key {game_id}", Start(game_id, bytes(8)), 10**7)
        Claims(store.commands).claim(game_id, 1, 10**7, b"")

    with Redis.from_url(server.url) as client:
        keep()  # the server has the connections and the scripts now
        before = _used(client)
        for _ in range(games):
            keep()
        taken = (_used(client) - before) / games
    request = GameChoices(dictionary=dictionary, length=length)
    assert taken <= request.most_bytes(dictionaries[dictionary].description)


def test_claim_is_as_small_as_charged(server: EmbeddedServer) -> None:
    claims, number = Claims(records.store(server).commands), 5000
    with Redis.from_url(server.url) as client:
        claims.claim("a game", number, 10**7, b"")
        before = _used(client)
        for each in range(number):
            claims.claim("a game", number, 10**7, each.to_bytes(8))
        assert (_used(client) - before) / number <= SIZE_OF_CLAIM


def _used(client: Redis) -> int:
    """What counts for `maxmemory`: not what waits for a slow disk."""
    memory: Any = client.info("memory")
    return int(memory["used_memory"]) - int(memory["mem_not_counted_for_evict"])


def _largest(dictionaries: Mapping[str, Dictionary], name: str, length: int) -> Any:
    """The largest record of a game that had all whole words, and letters, the rare ones first."""
    memory = Memory()
    games = Games(factory.catalogue(dictionaries), GameStore(memory, Retention(0, 0)))
    request = GameChoices(dictionary=name, length=length, max_misses=1000, dealer="largest-family")
    game = games.start(request).view
    lexicon = dictionaries[name].lexicons[length]
    words = random.Random(1).sample(lexicon.words(lexicon.everything), MOST_WORD_GUESSES)
    sizes = {}
    for guess in (*words, *RARE_FIRST):
        status = games.guess(game.id, Guess(guess, is_word=len(guess) > 1)).view.status
        record = games.store.load(game.watch_id)
        sizes[len(memory.values[key_of(game.id)])] = record
        if status != "in_progress":
            break
    return sizes[max(sizes)]
