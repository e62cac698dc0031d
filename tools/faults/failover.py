"""A primary that dies, freezes, or hands over as planned: with sentinels, and in a cluster."""

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

from redis.crc import key_slot
from redis.exceptions import RedisError

from service.store.record import key_of
from tests.support.programs import HERE, Place
from tests.support.running import HASTY, serving
from tests.support.servers import Cluster, Server, cluster, in_step, started
from tests.support.waiting import wait_until
from tools.faults.findings import Finding
from tools.faults.players import Answer, Caller

LETTERS = "qjxzvwkyfbghmpdlcntsroiuae"
WINDOW = 1.5  # seconds that a planned failover of Sentinel may cost
PAUSE = 5  # seconds; longer than a planned failover takes
MOMENT = 0.5  # seconds of writes that a dying primary may have acknowledged, but not replicated
LAST = 8.0  # seconds that people play on after a fault


class Watched:
    """A primary and two replicas, and three sentinels that watch them."""

    name = "games"

    def __init__(self, folder: Path, places: Sequence[Place] = 3 * (HERE,)) -> None:
        self.servers = [
            Server(folder / f"server-{number}", place, appendonly="yes")
            for number, place in enumerate(places)
        ]
        self.sentinels = [
            Server(folder / f"sentinel-{number}", place, **{"--sentinel": ""})
            for number, place in enumerate(places)
        ]

    def start(self) -> None:
        primary, *replicas = self.servers
        primary.start()
        for replica in replicas:
            replica.options["replicaof"] = f"{primary.place.address} {primary.port}"
            replica.start()
        wait_until(lambda: all(map(in_step, replicas)), "the replicas are not in step")
        for sentinel in self.sentinels:
            (sentinel.folder / "server.conf").write_text(
                f"port {sentinel.port}\ndir {sentinel.folder}\n"
                f"sentinel monitor {self.name} {primary.place.address} {primary.port} 2\n"
                f"sentinel down-after-milliseconds {self.name} 1000\n"
                f"sentinel failover-timeout {self.name} 10000\n"
            )
            sentinel.start()
        wait_until(self._complete, "the sentinels did not find one another")

    def _masters(self) -> list[Any]:
        """The state of the primary according to each sentinel."""
        return [one.client.sentinel_master(self.name) for one in self.sentinels]

    def _complete(self) -> bool:
        masters = self._masters()
        return all(one["num-other-sentinels"] == 2 and one["num-slaves"] == 2 for one in masters)

    @property
    def url(self) -> str:
        hosts = ",".join(one.address for one in self.sentinels)
        return f"redis+sentinel://{hosts}/{self.name}"

    @property
    def primary(self) -> Server:
        """The server that the sentinels name."""
        _, port = self.sentinels[0].client.execute_command(
            "SENTINEL", "GET-MASTER-ADDR-BY-NAME", self.name
        )
        return next(one for one in self.servers if one.port == int(port))

    @property
    def failovers(self) -> int:
        """The number of failovers so far: each has a higher epoch."""
        return max(int(each["config-epoch"]) for each in self._masters())

    def settle(self) -> None:
        """Wait until exactly one of the running servers is the primary."""

        def settled() -> bool:
            roles = [one.client.info("replication")["role"] for one in self.servers if one.runs]
            return roles.count("master") == 1

        wait_until(settled, "two primaries, or none")

    def switch(self) -> None:
        """Start a planned failover."""
        self.sentinels[0].client.execute_command("SENTINEL", "FAILOVER", self.name)

    def switch_without_loss(self) -> None:
        """Start a planned failover, in which the old primary writes nothing more."""
        self.primary.client.execute_command("CLIENT", "PAUSE", 1000 * PAUSE, "WRITE")
        self.switch()

    def stop(self) -> None:
        for one in (*self.sentinels, *self.servers):
            one.stop()


@dataclass
class Witness:
    """A player who guesses without a pause and notes when each guess was acknowledged."""

    url: str
    times: list[float] = field(default_factory=list)
    noted: dict[str, dict[int, float]] = field(default_factory=dict)  # by game and version: when
    tags: dict[str, str] = field(default_factory=dict)  # by game, of the last acknowledged guess
    rolled_back: set[str] = field(default_factory=set)  # games for which a 412 said so
    wants: Callable[[str], bool] = lambda _: True  # the games to play, by id
    ended: float = 0.0

    def guess(self, stop: Event) -> None:
        caller = Caller(self.url, timeout=3)
        while not stop.is_set():
            request = {"length": 9, "max_misses": 1000, "dictionary": "en-large"}
            created = caller.call("POST", "/games", request)
            if created.status != 201 or not self.wants(created.body["id"]):
                continue
            self._play(caller, created, stop)
        caller.close()
        self.ended = time.monotonic()

    def _play(self, caller: Caller, created: Answer, stop: Event) -> None:
        game, version, tag = created.body["id"], created.version, created.tag
        for letter in LETTERS:
            if stop.is_set():
                return
            header = {"If-Match": tag}
            answer = caller.call("POST", f"/games/{game}/guesses", {"letter": letter}, **header)
            if answer.status == 200:
                version, tag = answer.version, answer.tag
                self.tags[game] = tag
                self.times.append(time.monotonic())
                self.noted.setdefault(game, {})[version] = self.times[-1]
            elif answer.status == 412 and answer.version < version:
                self.rolled_back.add(game)
                return
            elif answer.status not in (0, 503):
                return  # the guess was applied, but its answer was lost: play another game
            if answer.body.get("status") in ("won", "lost"):
                return

    @property
    def gap(self) -> float:
        """The longest time without an acknowledged guess, to the end."""
        pairs = zip(self.times, [*self.times[1:], self.ended], strict=True)
        return max((later - one for one, later in pairs), default=float("inf"))

    def losses(self) -> "Losses":
        """The acknowledged guesses that the store has lost.

        Retry until there is an answer: a store that a worker cannot reach yet has lost nothing.
        """
        caller = Caller(self.url)
        gone: list[float] = []
        unreported = 0
        for game, versions in self.noted.items():
            now = caller.insist("GET", f"/games/{game}")
            missing = [when for version, when in versions.items() if version > now.version]
            gone += missing
            if missing and game not in self.rolled_back:
                header = {"If-Match": self.tags[game]}
                answer = caller.insist("POST", f"/games/{game}/guesses", {"letter": "e"}, **header)
                rolled_back = answer.status == 412 and answer.version < max(versions)
                unreported += 0 if rolled_back or answer.status == 404 else len(missing)
        return Losses(gone, unreported)


@dataclass(frozen=True)
class Losses:
    """When the lost guesses were acknowledged, and how many of them no player learns of."""

    times: list[float]
    unreported: int

    def __add__(self, other: "Losses") -> "Losses":
        return Losses([*self.times, *other.times], self.unreported + other.unreported)

    @property
    def window(self) -> float:
        """Seconds from the first to the last of the lost guesses."""
        return max(self.times) - min(self.times) if self.times else 0.0

    def within(self, seconds: float, struck: float) -> bool:
        """Whether all lost guesses were acknowledged so near to the fault; 0: none may be lost."""
        return all(abs(moment - struck) < seconds for moment in self.times)

    def __str__(self) -> str:
        within = f" of {self.window:.2f} s" if self.times else ""
        return f"{len(self.times)} lost{within}, {self.unreported} unreported"


def with_sentinels(folder: Path, replicas: int, faults: int = 4) -> Iterator[Finding]:
    """The primary is killed, hands over, and freezes; each write waits for so many replicas.

    On a machine that stalls, the sentinels may fail over a second time, from a healthy primary:
    if no write waits, that loses as much as a planned failover.
    """
    soon, pause = (4.0, 3.0) if replicas else (3.0, 1.5)  # no write counts until it is over
    moment, window = (0.0, 0.0) if replicas else (MOMENT, WINDOW)
    table = (
        ("SIGKILL of the primary", lambda store: store.primary.send(signal.SIGKILL), soon, moment),
        ("a planned failover (`SENTINEL FAILOVER`)", Watched.switch, pause, window),
        (
            f"a planned failover after `CLIENT PAUSE {1000 * PAUSE} WRITE` to the primary",
            Watched.switch_without_loss,
            3.0,
            0.0,
        ),
        ("the primary frozen for 5 s, then thawed", _freeze, soon, moment),
    )
    for number, (done, fault, bound, lost) in enumerate(table[:faults]):
        with started(Watched(folder / str(number))) as store:
            waits = {"HANGMAN_STORE_WAIT_REPLICAS": str(replicas)}
            environ = {"REDIS_URL": store.url, **waits, **HASTY}
            with serving(folder / f"service-{number}", **environ) as service:
                witnesses = [Witness(service.url) for _ in range(4)]
                before = store.primary
                struck = _play_through(witnesses, partial(fault, store))
                # Until the old primary steps down, it still shows the lost guesses.
                store.settle()
                wait_until(lambda: store.primary is not before, "no failover")  # noqa: B023  # at once
                losses = sum((one.losses() for one in witnesses), Losses([], 0))
                failovers = store.failovers
        times = sorted(moment for one in witnesses for moment in one.times)
        rate = sum(struck - 1 < moment < struck for moment in times)
        gap = Witness(service.url, times, ended=witnesses[0].ended).gap
        yield Finding(
            f"once, {len(times):,} guesses ({rate}/s before)",
            f"{gap:.2f} s; {losses}" + (f"; {failovers} failovers" if failovers > 1 else ""),
            not losses.unreported
            and ((failovers > 1 and not replicas) or losses.within(lost, struck)),
            gap <= bound and losses.window <= WINDOW,
            case=done,
            promised=f"guesses go on within {bound:.1f} s; {_promise(lost)}",
        )


def in_a_cluster(folder: Path, faults: int = 2) -> Iterator[Finding]:
    """The primary of a third of the games is killed, or hands over."""
    table = (
        ("SIGKILL of a primary", lambda store: store.servers[0].send(signal.SIGKILL), 5.0, MOMENT),
        ("a planned failover (`CLUSTER FAILOVER`)", _hand_over_first, 0.2, 0.0),
    )
    for number, (done, fault, bound, lost) in enumerate(table[:faults]):
        with cluster(folder / str(number)) as store:
            environ = {"REDIS_URL": store.url, **HASTY}
            with serving(folder / f"service-{number}", **environ) as service:
                here = Witness(service.url, wants=_is_of_the_first)
                there = Witness(service.url, wants=lambda game: not _is_of_the_first(game))
                struck = _play_through([here, there], partial(fault, store))
                losses = here.losses() + there.losses()
        yield Finding(
            f"once, {len(here.times) + len(there.times):,} guesses",
            f"{here.gap:.2f} s, others {there.gap:.2f} s; {losses}",
            not losses.unreported and losses.within(lost, struck),
            here.gap <= bound and there.gap <= 0.5,
            case=done,
            promised=f"its games go on within {bound} s, others within 0.5 s; {_promise(lost)}",
        )


def _promise(lost: float) -> str:
    return f"those of {lost} s may be lost, none unreported" if lost else "0 lost"


def _play_through(witnesses: list[Witness], fault: Callable[[], object]) -> float:
    """Make a fault while they play; return when it was made."""
    stop = Event()
    with ThreadPoolExecutor(len(witnesses)) as pool:
        playing = [pool.submit(one.guess, stop) for one in witnesses]
        time.sleep(3)
        struck = time.monotonic()
        fault()
        time.sleep(LAST)
        stop.set()
    for one in playing:
        one.result()
    return struck


def _freeze(store: Watched) -> None:
    primary = store.primary
    primary.send(signal.SIGSTOP)
    time.sleep(5)
    primary.send(signal.SIGCONT)


def _hand_over_first(store: Cluster) -> None:
    replica: Server = store.servers[3]
    replica.client.execute_command("CLUSTER", "FAILOVER")
    with suppress(RedisError):
        wait_until(lambda: replica.client.info("replication")["role"] == "master", "no failover")


def _is_of_the_first(game: str) -> bool:
    """Whether a game is on the first primary of a Cluster."""
    return bool(key_slot((key_of(game)).encode()) < 5461)
