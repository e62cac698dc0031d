"""Two instances whose clocks are ten minutes apart, at the turn of a day."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any, Final

from tests.support.running import Service, serving
from tests.support.servers import one_server
from tools.faults.findings import Finding
from tools.faults.hosts.isolation import faked_time
from tools.faults.players import LETTERS, Caller

APART: Final = timedelta(minutes=10)
SEALED: Final = ("dealer", "seed", "results", "word")  # of a day, or of a game that is watched
REVEALED_AFTER: Final = timedelta(hours=1)  # the end of the day


@dataclass(frozen=True)
class Clock:
    """The moment that an instance takes for now."""

    name: str
    now: datetime


def apart(folder: Path) -> Iterator[Finding]:
    """A day by three clocks: one behind, one ahead, and one after the day is revealed."""
    day = datetime.now(UTC).date() + timedelta(days=1)
    end = datetime.combine(day + timedelta(days=1), time(), UTC)
    clocks = (
        Clock("behind", end - APART / 2),
        Clock("ahead", end + APART / 2),
        Clock("later", end + REVEALED_AFTER + APART / 2),
    )
    with one_server(folder / "store") as store, ExitStack() as stack:
        behind, ahead, later = [
            stack.enter_context(
                serving(folder / clock.name, REDIS_URL=store.url, **_environ(clock))
            )
            for clock in clocks
        ]
        watch_id, over = _played(behind)
        early = _revealed([behind, ahead], day, watch_id)
        finally_open = _revealed([later], day, watch_id)
    yield Finding(
        f"the game of a day, {APART.seconds // 60} minutes apart over midnight",
        f"{_listed(early)} revealed early; later: {_listed(finally_open)}",
        over and not early and bool(finally_open),
    )


def _environ(clock: Clock) -> dict[str, str]:
    """What makes a process see another time; the time of waits stays."""
    seconds = (clock.now - datetime.now(UTC)).total_seconds()
    return {
        "LD_PRELOAD": str(faked_time()),
        "FAKETIME": f"{seconds:+.0f}",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "TZ": "UTC",
    }


def _played(service: Service) -> tuple[str, bool]:
    """The watch id of a daily game, and whether it is over."""
    answers = [*Caller(service.url).game(LETTERS, daily="today")]
    return answers[0].body["watch_id"], answers[-1].body["status"] in ("won", "lost")


def _revealed(services: Sequence[Service], day: date, watch_id: str) -> list[str]:
    """What of a day the instances show to people who did not play it."""
    revealed = []
    for path in (f"/daily/{day}", f"/watch/{watch_id}", f"/watch/{watch_id}/confession"):
        for service in services:
            answer = Caller(service.url).call("GET", path)
            revealed += [f"{name} by {path.split('/')[1]}" for name in _open(answer.body)]
            if path.endswith("confession") and answer.status == 200:
                revealed.append("confession")
    return sorted(set(revealed))


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "nothing"


def _open(body: dict[str, Any]) -> list[str]:
    return [name for name in SEALED if body.get(name) is not None]
