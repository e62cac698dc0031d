"""What a second worker, a second instance and a cluster cost: `python -m tools.bench.scaling`.

It needs nginx. On a machine of two cores, players, balancer and stores share them with the service,
so that the CPU of a guess says more than guesses a second.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev
from tempfile import TemporaryDirectory

from rich.progress import track
from rich.table import Table

from service.store.embedded import EmbeddedServer
from tests.live.balancer import balancing
from tests.live.running import serving
from tests.support.servers import cluster
from tools.bench.guesses import SERVICE
from tools.bench.load import Load, plans, played
from tools.bench.markdown import show

ROUNDS = 10
GAMES = 150


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


ONE = Shape(1, 2)  # what the others are compared with
SHAPES = [
    Shape(1, 1, balanced=False),
    Shape(1, 2, balanced=False),
    ONE,
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


def measured() -> dict[Shape, list[Load]]:
    """Rounds of real games on each shape, in alternation; those to warm up are left out."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        services = {
            shape: stack.enter_context(running(folder / f"{number}", shape))
            for number, shape in enumerate(SHAPES)
        }
        loads: dict[Shape, list[Load]] = {shape: [] for shape in SHAPES}
        for seed in track(range(ROUNDS + 1), "Playing", transient=True):
            for shape, (address, processes) in services.items():
                loads[shape].append(played(address, plans(seed, GAMES), processes)[0])
    return {shape: rounds[1:] for shape, rounds in loads.items()}


def main() -> None:
    shown = Table(
        "shape", "guesses/s", "CPU us/guess", "CPU, to the third",
        title=f"Scaling, {ROUNDS} rounds, mean ± standard deviation",
    )  # fmt: skip
    loads = measured()
    one = [load.cpu_per_guess for load in loads[ONE]]
    for shape, rounds in loads.items():
        costs = [load.cpu_per_guess for load in rounds]
        ratios = [cost / other for cost, other in zip(costs, one, strict=True)]
        shown.add_row(
            str(shape),
            f"{mean(load.per_second for load in rounds):,.0f}",
            f"{mean(costs) * 1e6:,.0f} ± {stdev(costs) * 1e6:,.0f}",
            f"{mean(ratios):.2f} ± {stdev(ratios):.2f}",
        )
    show(shown)


if __name__ == "__main__":
    main()
