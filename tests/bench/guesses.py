"""A guess over HTTP, beside the floor: in alternation, so that the machine's moods hit both."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.table import Table

from service.settings import shipped
from service.store.embedded import EmbeddedServer
from tests.bench.load import Load, plans, played
from tests.live.running import serving

GUNICORN = (sys.executable, "-m", "gunicorn", "--config", str(shipped("deploy/gunicorn.conf.py")))
SERVICE = (*GUNICORN, "service.app:from_environ()")
FLOOR = (*GUNICORN, "tests.bench.floor:app()")
ROUNDS = 7
GAMES = 300
PROMISED = [("CPU us/guess", "most", 2.1), ("guesses/s", "least", 0.45), ("p99 ms", "most", 2.2)]


@dataclass(frozen=True)
class Server:
    """A service under load, and the processes that it consists of."""

    url: str
    processes: list[int]


@contextmanager
def server(folder: Path, command: tuple[str, ...], **environ: str) -> Iterator[Server]:
    """A service, with a store of its own."""
    with (
        EmbeddedServer(folder / "store") as store,
        serving(
            folder,
            command,
            REDIS_URL=store.url,
            **environ,
        ) as service,
    ):
        yield Server(service.url, [service.process.pid, store.process_id])


def measured() -> tuple[list[Load], list[Load]]:
    """Rounds of the service and of the floor."""
    with ExitStack() as held:
        folder = Path(held.enter_context(TemporaryDirectory()))
        service = held.enter_context(server(folder / "service", SERVICE))
        floor = held.enter_context(server(folder / "floor", FLOOR))
        ours, floors = [], []
        for seed in range(ROUNDS + 1):
            load, made = played(service.url, plans(seed, GAMES), service.processes)
            ours.append(load)
            floors.append(played(floor.url, made, floor.processes)[0])
    return ours[1:], floors[1:]  # the first round warms up


FIGURES: dict[str, tuple[Callable[[Load], float], float]] = {
    "guesses/s": (lambda load: load.per_second, 1),
    "CPU us/guess": (lambda load: load.cpu_per_guess, 1e6),
    "p50 ms": (lambda load: load.percentile(0.5), 1e3),
    "p99 ms": (lambda load: load.percentile(0.99), 1e3),
    "p99.9 ms": (lambda load: load.percentile(0.999), 1e3),
}


def ratio(figure: str, ours: list[Load], floors: list[Load]) -> float:
    """Service to floor: the median over the rounds, each a pair of neighbours in time."""
    of, _ = FIGURES[figure]
    return median(of(one) / of(other) for one, other in zip(ours, floors, strict=True))


def table(ours: list[Load], floors: list[Load]) -> Table:
    guesses = sum(len(load.latencies) for load in ours)
    found = Table("", *FIGURES, title=f"A guess over HTTP, {guesses:,} of them, and the floor")
    for name, loads in {"service": ours, "floor": floors}.items():
        values = [unit * median(map(of, loads)) for of, unit in FIGURES.values()]
        found.add_row(
            name, *[f"{value:,.2f}" if value < 100 else f"{value:,.0f}" for value in values]
        )
    found.add_row("ratio", *[f"{ratio(figure, ours, floors):.2f}" for figure in FIGURES])
    return found


def broken(ours: list[Load], floors: list[Load]) -> list[str]:
    """The promises that do not hold."""
    found = {figure: ratio(figure, ours, floors) for figure in FIGURES}
    return [
        f"{figure}: {found[figure]:.2f} of the floor's; at {least_or_most} {promised} was promised"
        for figure, least_or_most, promised in PROMISED
        if (found[figure] < promised) == (least_or_most == "least")
    ]
