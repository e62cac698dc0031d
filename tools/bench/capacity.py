"""The costs of a guess in worker, store, proxy and network, and the needs of many games a day.

The first table is measured, on one server and on a cluster of three, all on this machine. The
second is computed from it: each row is a step.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from random import Random
from statistics import mean, stdev
from tempfile import TemporaryDirectory
from typing import Any, Final

from rich.table import Table

from service.cli.serve import GUNICORN
from service.store.address import CONNECTIONS
from tests.support.balancer import balancing
from tests.support.running import Service, ask, serving
from tests.support.servers import Server, cluster, one_server
from tools.bench.load import by_rank, cpu_of, plans, played
from tools.bench.markdown import Report
from tools.bench.memory import PROMISED

ROUNDS: Final = 8
GAMES: Final = 300
ENDED: Final = 60  # games whose confession and review are measured,
BEFORE: Final = 1000  # and games that ended before them: their lists come back
RANKS: Final = 8  # people guess one of the commonest letters that are left
EACH_REQUEST_COUNTED: Final = {  # by the rate limits, which are on by default
    "HANGMAN_RATELIMIT_ENABLED": "true",
    **{
        f"HANGMAN_RATELIMIT_{kind}": "1000000000"
        for kind in ("CREATE", "GUESS", "HINT", "READ", "STORAGE")
    },
}
GAMES_A_DAY: Final = (10_000, 1_000_000, 100_000_000)
PEAK: Final = 3  # times the mean of the day
BUSY: Final = 0.5  # of a core at the peak: the other half is a reserve
THINKING: Final = 5  # seconds between two guesses of a person, whose connection stays open
CORES: Final = 4  # of an instance, which has as many workers
SHARD: Final = 8e9  # bytes of games in one; its machine has twice that
COSTS: Final = {  # of a guess: the title of the row, and a second or a byte in its unit
    "worker": ("CPU of the worker, us", 1e6),
    "store": ("CPU of the store, us", 1e6),
    "proxy": ("CPU of nginx, us", 1e6),
    "clients": ("bytes between clients and nginx", 1),
    "network": ("bytes between workers and store", 1),
    "disk": ("bytes written to the append-only file", 1),
}


@dataclass(frozen=True)
class Deployed:
    """The service behind nginx, and its stores."""

    url: str
    service: Service
    proxy: int
    stores: Sequence[Server]

    def used(self) -> dict[str, float]:
        """The seconds and bytes used so far."""
        infos: list[Any] = [one.client.info() for one in self.stores]
        return {
            "worker": cpu_of([self.service.process.pid]),
            "store": cpu_of([one.process.pid for one in self.stores if one.process]),
            "proxy": cpu_of([self.proxy]),
            "network": sum(
                info["total_net_input_bytes"] + info["total_net_output_bytes"] for info in infos
            ),
            "disk": sum(info["aof_current_size"] for info in infos),
        }

    def of_a_guess(self, seed: int) -> dict[str, float]:
        """The costs of a guess, with its share of a start; and the number of guesses in a game."""
        before = self.used()
        load, _ = played(self.url, plans(seed, GAMES), [])
        used = {name: after - before[name] for name, after in self.used().items()}
        guesses = len(load.latencies)
        costs = {name: value / guesses for name, value in (used | {"clients": load.bytes}).items()}
        return costs | {"guesses": guesses / GAMES}

    def of_an_end(self, seed: int, ended: int) -> float:
        """Seconds of a worker for the confession and the review that the page shows."""
        games = list(self._finished(seed, ended))
        before = self.used()["worker"]
        for path in games:
            for part in ("confession?words=50", "review"):
                assert ask("GET", f"{self.url}{path}/{part}").status_code == 200
        return (self.used()["worker"] - before) / len(games)

    def _finished(self, seed: int, ended: int) -> Iterator[str]:
        """Play games as the page deals them to their ends; yield their paths."""
        chance = Random(seed)
        for _ in range(ended):
            start = {"dealer": "any", "seed": chance.getrandbits(32)}
            path = ask("POST", f"{self.url}/games", json=start).headers["Location"]
            for letter in by_rank(chance, RANKS):
                game = ask("POST", f"{self.url}{path}/guesses", json={"letter": letter}).json()
                if game["status"] != "in_progress":
                    break
            yield path


@contextmanager
def deployed(folder: Path, stores: Sequence[Server], url: str) -> Iterator[Deployed]:
    """Run the service with these stores, behind nginx as deployed."""
    for one in stores:
        one.client.config_set("auto-aof-rewrite-percentage", 0)  # the file only grows
    environ = {"REDIS_URL": url, "HANGMAN_TRUSTED_PROXIES": "1", **EACH_REQUEST_COUNTED}
    with (
        serving(folder, GUNICORN, **environ) as service,
        balancing(folder, [service.url]) as address,
    ):
        yield Deployed(address, service, int((folder / "nginx.pid").read_text()), stores)


def measured() -> tuple[dict[str, list[dict[str, float]]], float]:
    """The costs of a guess in each round, by store; and the cost of an end."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        one = stack.enter_context(one_server(folder / "one"))
        three = stack.enter_context(cluster(folder / "three", replicas=0))
        shapes = {
            "one server": deployed(folder / "a", [one], one.url),
            "cluster of three": deployed(folder / "b", three.servers, three.url),
        }
        running = {name: stack.enter_context(shape) for name, shape in shapes.items()}
        rounds: dict[str, list[dict[str, float]]] = {name: [] for name in running}
        for seed in range(ROUNDS + 1):
            for name, shape in running.items():
                rounds[name].append(shape.of_a_guess(seed))
        running["one server"].of_an_end(seed=1, ended=BEFORE)
        end = running["one server"].of_an_end(seed=2, ended=ENDED)
    return {name: costs[1:] for name, costs in rounds.items()}, end  # the first warms up


def costs_table(rounds: Mapping[str, Sequence[Mapping[str, float]]], end: float) -> Table:
    games = ROUNDS * GAMES
    guesses = mean(costs["guesses"] for costs in next(iter(rounds.values())))
    shown = Table(
        "", *rounds,
        title="The cost of a guess, including its share of the cost of starting the game: mean ± "
        f"standard deviation of {ROUNDS} rounds, {games:,} games of {guesses:.1f} guesses on each "
        "store. "
        f"At the end, the confession and the review of a game cost {1e3 * end:.0f} ms of a worker "
        f"more, when {BEFORE:,} games have ended before",
    )  # fmt: skip
    for name, (title, unit) in COSTS.items():
        of_shapes = [[unit * costs[name] for costs in each] for each in rounds.values()]
        shown.add_row(title, *[f"{mean(each):,.0f} ± {stdev(each):,.0f}" for each in of_shapes])
    return shown


def sums_table(costs: Mapping[str, float], end: float) -> Table:
    """The needs of many games a day, computed from the costs of a guess on a cluster."""
    columns = [f"{games:,}" for games in GAMES_A_DAY]
    shown = Table("games a day", "how", *columns, title="What many games need")
    for row in zip(*(sums(games, costs, end) for games in GAMES_A_DAY), strict=True):
        title, how, _ = row[0]
        shown.add_row(title, how, *[_number(value) for _, _, value in row])
    return shown


def sums(games: int, costs: Mapping[str, float], end: float) -> Sequence[tuple[str, str, float]]:
    """Each step: its title, how it is computed, and its value."""
    second = games * costs["guesses"] / 86_400
    peak = second * PEAK
    worker, store, proxy = (peak * costs[name] for name in ("worker", "store", "proxy"))
    thinking = games / 86_400 * PEAK * end
    cores = (worker + thinking) / BUSY
    memory = games * PROMISED
    instances = max(2, ceil(cores / CORES))
    shards = max(1, ceil(store / BUSY), ceil(memory / SHARD))
    most = instances * CORES * CONNECTIONS
    us = {name: f"{1e6 * costs[name]:,.0f} us" for name in ("worker", "store", "proxy")}
    sent = {name: f"peak × {costs[name]:,.0f} bytes" for name in ("clients", "network", "disk")}
    return [
        ("guesses/s", f"games × {costs['guesses']:.1f} guesses / 86,400 s", second),
        ("guesses/s at the peak", f"mean × {PEAK}", peak),
        ("worker cores: guesses", f"peak × {us['worker']}", worker),
        ("worker cores: ends", f"games × {PEAK} / 86,400 s × {1e3 * end:,.0f} ms", thinking),
        ("worker cores to have", f"both / {BUSY}", cores),
        ("instances", f"cores / {CORES}; 2 at least", instances),
        ("connections of players", f"peak × {THINKING} s", peak * THINKING),
        ("nginx cores to have", f"peak × {us['proxy']} / {BUSY}", proxy / BUSY),
        ("store cores", f"peak × {us['store']}", store),
        ("store memory, GB", f"games × {PROMISED} bytes", memory / 1e9),
        ("shards", f"cores / {BUSY} or GB / {SHARD / 1e9:.0f}, the larger", shards),
        ("connections to a store", f"instances × {CORES} × {CONNECTIONS} at most", most),
        ("clients, Mbit/s", sent["clients"], 8e-6 * peak * costs["clients"]),
        ("store's network, Mbit/s", sent["network"], 8e-6 * peak * costs["network"]),
        ("append-only files, MB/s", sent["disk"], 1e-6 * peak * costs["disk"]),
    ]


def _number(value: float) -> str:
    """The number with two significant digits: the rest is noise."""
    return f"{float(f'{value:.2g}'):,g}" if value >= 0.01 else "< 0.01"


def report() -> Report:
    rounds, end = measured()
    costs = rounds["cluster of three"]
    means = {name: mean(each[name] for each in costs) for name in costs[0]}
    return [costs_table(rounds, end), sums_table(means, end)], []
