"""A guess over HTTP and two floors, in turns, so that changes of the machine's speed hit all three.

The floor runs under the service's own gunicorn, and on gunicorn's threads.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median, stdev
from tempfile import TemporaryDirectory

from redis import Redis
from rich.table import Table

from service.cli.serve import GUNICORN as SERVICE
from service.store.embedded import EmbeddedServer
from tests.support.running import serving
from tools.bench.load import Load, plans, played
from tools.bench.markdown import Report

FLOOR = (*SERVICE[:-1], "tools.bench.floor:app()")
THREADS = (
    sys.executable, "-m", "gunicorn", "--worker-class", "gthread", "--workers", "2", "--threads",
    "16", "--keep-alive", "75", "tools.bench.floor:app()",
)  # fmt: skip
COMMANDS = {"service": SERVICE, "floor": FLOOR, "floor on threads": THREADS}
ROUNDS = 12
GAMES = 400
COMMAND = "cmdstat_get", "cmdstat_evalsha", "cmdstat_eval"  # what the service sends for a guess


@dataclass(frozen=True)
class Figure:
    """A figure of a load, and the promised bounds of its ratio to a floor's."""

    of: Callable[[Load], float]
    unit: float
    floor: str = "floor"
    most: float | None = None
    least: float | None = None


FIGURES = {
    "guesses/s": Figure(lambda load: load.per_second, 1, least=0.6),
    "CPU us/guess": Figure(lambda load: load.cpu_per_guess, 1e6, most=1.6),
    "p50 ms": Figure(lambda load: load.percentile(0.5), 1e3),
    "p99 ms": Figure(lambda load: load.percentile(0.99), 1e3, most=1.8),
    "p99.9 ms": Figure(lambda load: load.percentile(0.999), 1e3),
}


@dataclass(frozen=True)
class Server:
    """A service under load, the processes that it consists of, and its store."""

    url: str
    processes: list[int]
    store: str


@contextmanager
def server(folder: Path, command: tuple[str, ...], **environ: str) -> Iterator[Server]:
    """A service, with a store of its own."""
    with (
        EmbeddedServer(folder / "store") as store,
        serving(folder, command, REDIS_URL=store.url, **environ) as service,
    ):
        yield Server(service.url, [service.process.pid, store.process_id], store.url)


def measured() -> tuple[dict[str, list[Load]], float]:
    """The loads of each server, by name and round; and the service's commands for a guess."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        servers = {
            name: stack.enter_context(server(folder / name.replace(" ", "-"), command))
            for name, command in COMMANDS.items()
        }
        loads: dict[str, list[Load]] = {name: [] for name in servers}
        for seed in range(ROUNDS + 1):
            games = plans(seed, GAMES)
            for name, service in servers.items():  # the floors get the service's guesses
                load, games = played(service.url, games, service.processes)
                loads[name].append(load)
        sent = _commands(servers["service"].store) / sum(map(_guesses, loads["service"]))
    return {name: rounds[1:] for name, rounds in loads.items()}, sent  # the first warms up


def _guesses(load: Load) -> int:
    return len(load.latencies)


def _commands(store: str) -> int:
    """The commands that guesses have sent to a store."""
    with Redis.from_url(store) as client:
        counts = client.info("commandstats")
    return sum(counts[name]["calls"] for name in COMMAND if name in counts)


def ratios(figure: str, ours: Sequence[Load], floors: Sequence[Load]) -> list[float]:
    """The ratio of service to floor in each round: both were measured one after the other."""
    of = FIGURES[figure].of
    return [of(our) / of(floor) for our, floor in zip(ours, floors, strict=True)]


def report() -> Report:
    loads, sent = measured()
    ours = loads["service"]
    shown = Table(
        "", *FIGURES,
        title=f"A guess over HTTP, {sum(map(_guesses, ours)):,} of them in {len(ours)} rounds, "
        f"and the floors: mean ± standard deviation of the rounds. The service sends {sent:.2f} "
        "commands to the store for a guess",
    )  # fmt: skip
    for name, rounds in loads.items():
        shown.add_row(name, *[_row(map(each.of, rounds), each.unit) for each in FIGURES.values()])
    for name in list(loads)[1:]:
        spreads = [_row(ratios(figure, ours, loads[name])) for figure in FIGURES]
        shown.add_row(f"ratio to the {name}", *spreads)
    return [shown], broken(loads)


def _row(values: Iterator[float] | Sequence[float], unit: float = 1) -> str:
    """The mean and the spread of some values."""
    scaled = [unit * value for value in values]
    digits = 2 if mean(scaled) < 100 else 0
    return f"{mean(scaled):,.{digits}f} ± {stdev(scaled):,.{digits}f}"


def broken(loads: dict[str, list[Load]]) -> list[str]:
    """The promises that do not hold in the median round."""
    sentences = []
    for name, figure in FIGURES.items():
        ratio = median(ratios(name, loads["service"], loads[figure.floor]))
        if figure.most is not None and ratio > figure.most:
            sentences.append(f"{name}: {ratio:.2f} of the floor's, not {figure.most} at most")
        if figure.least is not None and ratio < figure.least:
            sentences.append(f"{name}: {ratio:.2f} of the floor's, not {figure.least} at least")
    return sentences
