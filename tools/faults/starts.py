"""Starts with an Idempotency-Key while the store fails: one game or none, and a retry succeeds.

The games run in this process, on a real store, as the user that docs/operate.md describes.
"""

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from threading import Barrier
from typing import Any, Final, TypeAlias
from uuid import uuid4

from redis import Redis
from redis.crc import key_slot
from redis.exceptions import TimeoutError as NotInTime

from service.play.daily import day_of
from service.play.day_results import BEGUN
from service.play.games import Games, now
from service.play.requests import GameChoices
from service.play.views import GameView, Outcome
from service.registry import DEFAULT_DICTIONARY
from service.store.address import servers_at
from service.store.commands import Command, Servers
from service.store.errors import StoreUnavailable
from service.store.game_store import Days, GameStore, name_and_mask
from service.store.record import Retention, key_of
from service.store.redis_commands import RedisCommands
from tests.support import factory
from tests.support.servers import Server, cluster, let_in_documented_user, one_server
from tools.faults.findings import Finding

Act: TypeAlias = Callable[[], Any]
Mishap: TypeAlias = Callable[[Act], Any]

TODAY: Final = GameChoices(daily="today")  # so that `begun` counts it
COMMANDS: Final = 5  # of its start: GET of its key, GET of the day, SET, SET, and the count
WORDS: Final = [letter * length for letter in "ab" for length in range(6, 13)]
HOUR: Final = 3_600_000
SHARDS: Final = (5461, 10923)  # the first slots of the second and third primary of a cluster


class Died(BaseException):
    """The process dies here: nothing catches it, and no command follows."""


def _works(act: Act) -> Any:
    return act()


def _dies(_: Act) -> Any:
    raise Died


def _reply_lost(act: Act) -> Any:
    act()
    raise NotInTime("the reply was lost")


def _request_lost(_: Act) -> Any:
    raise NotInTime("the request was lost")


@dataclass
class Unlucky:
    """The servers of a store; `ahead` says what happens to the next commands, in order."""

    servers: Servers
    ahead: list[Mishap] = field(default_factory=list)

    def send(self, commands: Sequence[Command]) -> list[Any]:
        mishap = self.ahead.pop(0) if self.ahead else _works
        try:
            answers: list[Any] = mishap(lambda: self.servers.send(commands))
        except NotInTime as error:
            return [error] * len(commands)
        return answers

    def are_together(self, *keys: str) -> bool:
        return self.servers.are_together(*keys)

    @property
    def replicas(self) -> int:
        return self.servers.replicas


@dataclass
class Audit:
    """The results of the rounds; in `apart` of them the two keys were on different shards."""

    rounds: int = 0
    apart: int = 0
    missed: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        wrong = f": {self.wrong[0]}" if self.wrong else ""
        return f"{len(self.wrong)} wrong{wrong}; {self.missed} counts missed"


Started: TypeAlias = Outcome[GameView]


class Instance:
    """An instance of the service on a store."""

    def __init__(self, url: str) -> None:
        self.servers = Unlucky(servers_at(url, connect_timeout=30, read_timeout=30))
        store = GameStore(RedisCommands(self.servers), Retention(HOUR, HOUR))
        dictionary = factory.dictionary(WORDS, DEFAULT_DICTIONARY)
        self.games = Games(factory.catalogue({DEFAULT_DICTIONARY: dictionary}), store)
        self.days = Days(store.commands)
        self.start(str(uuid4()))  # from now on the server knows the scripts

    def start(self, key: str) -> list[Started]:
        """Start a game; the list is empty if the client gets no answer."""
        with suppress(StoreUnavailable, Died):
            return [self.games.start(TODAY, key)]
        return []

    @property
    def begun(self) -> int:
        return self.days.results_of(str(day_of(now()))).get(BEGUN, 0)


def retried(folder: Path) -> Iterator[Finding]:
    """Make each fault during starts, a thousand in all, and retry them."""
    at_each_command = [[_works] * n for n in range(COMMANDS)]
    with one_server(folder / "store", **{"maxmemory-policy": "noeviction"}) as store:
        url = _as_documented(store)
        here, there = Instance(url), Instance(url)
        dies = [[*before, _dies] for before in at_each_command]
        audit = _fail(here, there, dies, 40)
        yield _finding("the process dies before one of the commands of a start", audit)
        lost = product(at_each_command, (_reply_lost, _request_lost), (_works, _reply_lost))
        audit = _fail(here, there, [[*before, *two] for before, *two in lost], 15)
        yield _finding("the request or the reply of one or two of its commands is lost", audit)
        with store.client as admin:
            full = [[*before, _full(admin)] for before in at_each_command]
            audit = _fail(here, there, full, 20, lambda: admin.config_set("maxmemory", 0))
        yield _finding("the store is full from one of its commands on", audit)
        audit = _race(here, there, 200)
        yield _finding("two equal starts at the same moment, on two instances", audit)
    with cluster(folder / "cluster", replicas=0) as shards:
        [url, *_] = [_as_documented(server, shards.url) for server in shards.servers]
        here, there = Instance(url), Instance(url)
        faults = product(at_each_command, (_dies, _reply_lost, _request_lost))
        audit = _fail(here, there, [[*before, fault] for before, fault in faults], 7)
        audit = _race(here, there, 100, audit)
        apart = f"; in {audit.apart} the two keys were on different shards"
        yield _finding("the same in a cluster of three primaries", audit, apart)


def _as_documented(server: Server, url: str = "") -> str:
    """The URL for the user that docs/operate.md describes, whom the server knows from now on."""
    let_in_documented_user(server.client)
    return (url or server.url).replace("://", "://hangman:secret@")


def _full(admin: Redis) -> Mishap:
    def full(act: Act) -> Any:
        admin.config_set("maxmemory", 1)
        return act()

    return full


def _fail(
    here: Instance, there: Instance, faults: list[list[Mishap]], times: int,
    mended: Callable[[], object] = lambda: None,
) -> Audit:  # fmt: skip
    """Make each fault during a start, and then retry it on another instance."""
    audit = Audit()
    for fault in faults * times:
        key, begun = str(uuid4()), here.begun
        here.servers.ahead = list(fault)
        heard = here.start(key)
        here.servers.ahead = []
        mended()
        heard += [each for _ in range(2) for each in there.start(key)]
        _judge(audit, key, heard, there.begun - begun, _may_miss(fault))
    return audit


def _may_miss(fault: list[Mishap]) -> bool:
    """Whether a game may stay uncounted: its count does not arrive, or two replies before it."""
    *before, last = fault
    is_lost_twice = fault[-2:] == [_reply_lost, _reply_lost] and len(fault) == COMMANDS
    lost_itself = _request_lost in fault[COMMANDS - 1 :]
    return is_lost_twice or lost_itself or (last is _dies and len(before) == COMMANDS - 1)


def _race(here: Instance, there: Instance, times: int, audit: Audit | None = None) -> Audit:
    """Two instances start the same game at the same moment."""
    audit = audit or Audit()
    barrier = Barrier(2)

    def start(instance: Instance, key: str) -> list[Started]:
        barrier.wait()
        return instance.start(key)

    with ThreadPoolExecutor(2) as pool:
        for _ in range(times):
            key, begun = str(uuid4()), here.begun
            started = pool.map(start, (here, there), (key, key))
            heard = [each for outcomes in started for each in outcomes]
            first = [each for each in heard if not each.replayed]
            if len(heard) != 2 or len(first) != 1:
                audit.wrong.append(f"{len(heard)} answers, {len(first)} of them the first")
            _judge(audit, key, [*heard, *here.start(key)], here.begun - begun, may_miss=False)
    return audit


def _judge(audit: Audit, key: str, heard: list[Started], counted: int, may_miss: bool) -> None:
    """Note what is wrong with the answers that the client got; the last one is that of a retry."""
    ids = {each.view.id for each in heard}
    if len(ids) != 1 or not heard[-1].replayed:
        audit.wrong.append(f"the client knows {len(ids)} games")
    if counted > 1 or (counted == 0 and not may_miss):
        audit.wrong.append(f"begun was counted {counted} times")
    names = [name_and_mask(key)[0], *map(key_of, ids)]
    shards = {bisect(SHARDS, key_slot(name.encode())) for name in names}
    audit.rounds += 1
    audit.apart += len(shards) > 1
    audit.missed += not counted


def _finding(done: str, audit: Audit, more: str = "") -> Finding:
    is_well = audit.rounds > 0 and not audit.wrong
    return Finding(f"{audit.rounds} starts", f"{audit}{more}", is_well, case=done)
