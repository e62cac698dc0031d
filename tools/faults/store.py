"""The store killed and frozen."""

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from service.play.ids import new_game_id
from service.store.errors import GameChanged, GameNotFound, StoreUnavailable
from service.store.record import watch_id_of
from tests.support import records
from tests.support.running import HASTY
from tests.support.servers import Server, on_a_store, one_server
from tests.support.waiting import PATIENCE, wait_until
from tools.faults.findings import Finding
from tools.faults.players import Caller, percentile, processes, together

WRITERS = 4
HOUR = 3_600_000  # ms that games are kept
UNSYNCED = {"everysec": 2, "always": 0}  # seconds that a store may hold writes back while it syncs
LETTERS = "bdefghijklmnopqrsvwxyz"


def killed(folder: Path, fsync: str, writes: int, kills: int) -> Iterator[Finding]:
    """SIGKILL of the store under writers, and a start from its append-only file."""
    share = writes // WRITERS // (kills + 1)
    acknowledged: dict[str, list[float]] = {}
    killed_at = []
    with one_server(folder / fsync, fsync) as store, processes(WRITERS) as pool:
        for number in range(kills + 1):
            working = pool.starmap_async(_write, [(store.url, share)] * WRITERS)
            if number < kills:
                time.sleep(1.0)
                killed_at.append(time.monotonic())
                store.send(signal.SIGKILL)
                store.start()
            for games in working.get(5 * PATIENCE):
                acknowledged |= games
        lost = [
            when
            for game in acknowledged
            for when in acknowledged[game][_version(store.url, game) :]
        ]
    done, unsynced = sum(map(len, acknowledged.values())), UNSYNCED[fsync]
    is_old = [all(kill - when > unsynced for kill in killed_at if kill > when) for when in lost]
    yield Finding(
        f"{kills} times, {done:,} writes acknowledged",
        f"{len(lost)} lost",
        not any(is_old) and done > 0,
    )


def _write(url: str, writes: int) -> dict[str, list[float]]:
    """Write versions of games, and return when each was acknowledged, by game."""
    store, acknowledged, done = records.store(url, HOUR, 0.25), dict[str, list[float]](), 0
    while done < writes:
        game, record = new_game_id(), records.record()
        try:
            store.create(game, record)
            acknowledged[game] = [time.monotonic()]
            done += 1
            for letter in LETTERS:
                before, record = record, records.guessed(record, letter)
                store.save(game, record, over=before)
                acknowledged[game].append(time.monotonic())
                done += 1
        except (StoreUnavailable, GameChanged, GameNotFound):
            time.sleep(0.02)
    return acknowledged


def _version(url: str, game: str) -> int:
    try:
        return records.store(url, HOUR).load(watch_id_of(game)).version
    except GameNotFound:
        return 0


def frozen(folder: Path, clients: int, seconds: float) -> Iterator[Finding]:
    """SIGSTOP of the store, and SIGCONT."""
    with on_a_store(folder, HANGMAN_RATELIMIT_ENABLED="true", **HASTY) as (service, store):
        first = _first_refusal(store, service.url)
        yield Finding(
            "5 times",
            f"{1000 * max(first):.0f} ms at most",
            bool(first),
            max(first) < 0.6,
            case="the first request after it",
            promised="503 within 600 ms",
        )
        store.send(signal.SIGSTOP)
        _many(service.url, clients, 1.0)  # each worker opens its own breaker
        answers, live = _many(service.url, clients, seconds)
        for times, bound, case, promised in (
            (answers, 0.02, f"{clients} clients calling every 50 ms, once the breakers are open",
             "503 at p99 within 20 ms"),
            (live, 0.05, "/livez meanwhile", "200 at p99 within 50 ms"),
        ):  # fmt: skip
            middle, late = percentile(times, 0.5), percentile(times, 0.99)
            yield Finding(
                f"{len(times):,} requests",
                f"p50 {1000 * middle:.1f} ms, p99 {1000 * late:.1f} ms",
                bool(times),
                late < bound,
                case=case,
                promised=promised,
            )
        back = _back_after(service.url, lambda: store.send(signal.SIGCONT))
        store.send(signal.SIGKILL)
        _ = [Caller(service.url).call("POST", "/games", {}) for _ in range(8)]
        again = _back_after(service.url, store.start)
        yield Finding(
            "once each",
            f"after {back:.2f} s and {again:.2f} s",
            True,
            max(back, again) < 1.5,
            case="SIGCONT; SIGKILL and a start",
            promised="first game within 1.5 s, with no restart of ours",
        )


def _first_refusal(store: Server, url: str) -> list[float]:
    times = []
    for _ in range(5):
        caller = Caller(url)
        wait_until(lambda one=caller: one.call("POST", "/games", {}).status == 201, "no game")  # type: ignore[misc]  # at once
        store.send(signal.SIGSTOP)
        answer = caller.call("POST", "/games", {})
        store.send(signal.SIGCONT)
        assert answer.status == 503
        times.append(answer.seconds)
    return times


def _many(url: str, clients: int, seconds: float) -> tuple[list[float], list[float]]:
    """The seconds that each 503 took, and those that each answer to /livez took."""
    end = time.monotonic() + seconds

    def ask(call: tuple[str, str, int, float]) -> list[float]:
        method, path, status, pause = call
        caller, times = Caller(url), list[float]()
        while time.monotonic() < end:
            time.sleep(pause)
            answer = caller.call(method, path, {} if method == "POST" else None)
            assert answer.status == status
            times.append(answer.seconds)
        return times

    starts = [("POST", "/games", 503, 0.05)] * clients
    *refused, live = together(ask, [*starts, ("GET", "/livez", 200, 0.01)])
    return [each for times in refused for each in times], live


def _back_after(url: str, mend: Callable[[], object]) -> float:
    mend()
    caller = Caller(url)
    return wait_until(lambda: caller.call("POST", "/games", {}).status == 201, "no game")
