"""What a second worker, a second instance and a cluster cost: `python -m tests.bench.scaling`.

It needs nginx. On a machine of two cores, players, balancer and stores share them with the service,
so that the CPU of a guess says more than guesses a second.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.progress import track
from rich.table import Table

from service.store.embedded import EmbeddedServer
from tests.bench.guesses import SERVICE
from tests.bench.load import Load, plans, played
from tests.bench.markdown import show
from tests.faults.servers import cluster
from tests.live.balancer import balancing
from tests.live.running import serving

ROUNDS = 5
GAMES = 400


@dataclass(frozen=True)
class Shape:
    """A way to run the service."""

    instances: int
    workers: int
    clustered: bool = False
    balanced: bool = True

    def __str__(self) -> str:
        store = "3 primaries" if self.clustered else "1 server"
        front = "nginx" if self.balanced else "no balancer"
        return f"{self.instances} × {self.workers} workers, {store}, {front}"


SHAPES = [
    Shape(1, 1, balanced=False),
    Shape(1, 2, balanced=False),
    Shape(1, 2),
    Shape(2, 1),
    Shape(2, 2),
    Shape(1, 2, clustered=True),
    Shape(2, 1, clustered=True),
    Shape(2, 2, clustered=True),
]


@contextmanager
def running(folder: Path, shape: Shape) -> Iterator[tuple[str, list[int]]]:
    """The address of a service of this shape; the processes of its instances and stores."""
    with ExitStack() as held:
        if shape.clustered:
            stores = held.enter_context(cluster(folder / "store", replicas=0))
            url = stores.url
            processes = [one.process.pid for one in stores.servers if one.process]
        else:
            store = held.enter_context(EmbeddedServer(folder / "store"))
            url, processes = store.url, [store.process_id]
        environ = {"REDIS_URL": url, "WORKERS": str(shape.workers), "TRUSTED_PROXIES": "1"}
        services = [
            held.enter_context(serving(folder / f"{number}", SERVICE, **environ))
            for number in range(shape.instances)
        ]
        processes += [service.process.pid for service in services]
        address = services[0].url
        if shape.balanced:
            address = held.enter_context(balancing(folder, services))
        yield address, processes


def measured(shape: Shape) -> list[Load]:
    """Rounds of real games, the first to warm up left out."""
    with TemporaryDirectory() as folder, running(Path(folder), shape) as (address, processes):
        return [played(address, plans(seed, GAMES), processes)[0] for seed in range(ROUNDS + 1)][1:]


def main() -> None:
    found = Table("shape", "guesses/s", "CPU us/guess", "of the first", title="Scaling")
    first = 0.0
    for shape in track(SHAPES, "Playing", transient=True):
        loads = measured(shape)
        cost = median(load.cpu_per_guess for load in loads)
        first = first or cost
        speed = median(load.per_second for load in loads)
        found.add_row(str(shape), f"{speed:,.0f}", f"{cost * 1e6:,.0f}", f"{cost / first:.2f}")
    show(found)


if __name__ == "__main__":
    main()
