"""A guess over HTTP and its floors, in turns, so that changes of the machine's speed hit all.

The floor runs under the service's own gunicorn, and on gunicorn's threads. The toy is what somebody
would write instead of the service, which is measured beside it without rate limits and with them.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import astuple, dataclass
from math import inf
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
GTHREAD = (sys.executable, "-m", "gunicorn", "--worker-class", "gthread", "--workers", "2")
THREADS = (*GTHREAD, "--threads", "16", "--keep-alive", "75", "tools.bench.floor:app()")
TOY = (*GTHREAD, "--threads", "4", "tools.bench.toy:app()")
LIMITED = "service with limits"
COMMANDS = {
    "service": SERVICE, LIMITED: SERVICE, "floor": FLOOR, "floor on threads": THREADS, "toy": TOY,
}  # fmt: skip
MANY = {f"HANGMAN_RATELIMIT_{kind}": "1000000000" for kind in ("CREATE", "GUESS", "STORAGE")}
ENVIRON = {LIMITED: {"HANGMAN_RATELIMIT_ENABLED": "true", **MANY}}  # limits that nobody reaches
ROUNDS = 12
GAMES = 400
COMMAND = "cmdstat_get", "cmdstat_evalsha", "cmdstat_eval"  # what the service sends for a guess


@dataclass(frozen=True)
class Figure:
    """A figure of a load."""

    of: Callable[[Load], float]
    unit: float


FIGURES = {
    "guesses/s": Figure(lambda load: load.per_second, 1),
    "CPU us/guess": Figure(lambda load: load.cpu_per_guess, 1e6),
    "p50 ms": Figure(lambda load: load.percentile(0.5), 1e3),
    "p99 ms": Figure(lambda load: load.percentile(0.99), 1e3),
    "p99.9 ms": Figure(lambda load: load.percentile(0.999), 1e3),
}
COMPARED = [
    ("service", "floor"), ("service", "floor on threads"), ("service", "toy"), (LIMITED, "toy"),
]  # fmt: skip


@dataclass(frozen=True)
class Promise:
    """The bounds of the ratio of a server's figure to a floor's, in the median round."""

    figure: str
    server: str
    floor: str
    most: float = inf
    least: float = 0


PROMISES = (
    Promise("guesses/s", "service", "floor", least=0.6),
    Promise("CPU us/guess", "service", "floor", most=1.6),
    Promise("p99 ms", "service", "floor", most=1.8),
)


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
            name: stack.enter_context(
                server(folder / name.replace(" ", "-"), command, **ENVIRON.get(name, {}))
            )
            for name, command in COMMANDS.items()
        }
        loads: dict[str, list[Load]] = {name: [] for name in servers}
        for seed in range(ROUNDS + 1):
            games = needed = plans(seed, GAMES)
            for name, service in servers.items():
                # The floor ends no game, so it gets the service's guesses; the toy ends its own.
                turn = needed if name.startswith("floor") else games
                load, needed = played(service.url, turn, service.processes)
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
    for name, floor in COMPARED:
        spreads = [_row(ratios(figure, loads[name], loads[floor])) for figure in FIGURES]
        shown.add_row(f"{name} : {floor}", *spreads)
    return [shown], broken(loads)


def _row(values: Iterator[float] | Sequence[float], unit: float = 1) -> str:
    """The mean and the spread of some values."""
    scaled = [unit * value for value in values]
    digits = 2 if mean(scaled) < 100 else 0
    return f"{mean(scaled):,.{digits}f} ± {stdev(scaled):,.{digits}f}"


def broken(loads: dict[str, list[Load]]) -> list[str]:
    """The promises that do not hold in the median round."""
    sentences = []
    for name, server, floor, most, least in map(astuple, PROMISES):
        ratio = median(ratios(name, loads[server], loads[floor]))
        if not least <= ratio <= most:
            bound = f"{most} at most" if ratio > most else f"{least} at least"
            sentences.append(f"{name} of the {server}: {ratio:.2f} of the {floor}'s, not {bound}")
    return sentences
