"""Guesses beside a million live games, and beside none: `python -m tools.bench.million`."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import mean, stdev
from tempfile import TemporaryDirectory

from redis import Redis
from rich.table import Table

from service.choices import SEEDS
from service.dictionaries.dictionary import load_all
from service.engine.game import Game, guess_letter, start
from service.play.requests import new_game_id
from service.registry import DEALERS
from service.settings import shipped
from service.store.record import key_of, record_bytes
from tools.bench.guesses import SERVICE, server
from tools.bench.load import Load, plans, played
from tools.bench.markdown import show
from tools.bench.sizes import ENGLISH, letters_of, record_of

GAMES = 1_000_000
ROUNDS = 12
PLAYED = 200  # games in each round
DISTINCT = 20_000  # records; a million of them would take long to make
TOGETHER = 1_000  # commands sent at once
DAY = 86_400_000  # ms


def values() -> Iterator[bytes]:
    """Games on en-large, lengths as drawn, each as it stands after a random guess of its life."""
    lexicons = load_all([shipped("data")])["en-large"].lexicons
    for seed in range(DISTINCT):
        chance = Random(seed)
        game = start(
            lexicons,
            DEALERS["largest-family"],
            length=None,
            max_misses=8,
            seed=chance.randrange(SEEDS),
        )
        yield record_bytes(record_of(chance.choice(list(_states(game, chance)))))


def _states(game: Game, chance: Random) -> Iterator[Game]:
    for letter in letters_of(chance, ENGLISH):
        game = guess_letter(game, letter)
        yield game
        if game.state.status != "in_progress":
            return


def fill(client: Redis, games: int) -> None:
    """Store many games, under ids of their own."""
    upcoming = cycle(list(values()))
    for _ in range(games // TOGETHER):
        with client.pipeline(transaction=False) as together:
            for value in islice(upcoming, TOGETHER):
                together.set(key_of(new_game_id()), value, px=DAY)
            together.execute()


def measured() -> tuple[dict[str, list[Load]], float]:
    """Rounds with an empty store and with a full one, in alternation; gigabytes of the full one."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        empty, full = [
            stack.enter_context(server(folder / name, SERVICE)) for name in ("empty", "full")
        ]
        client = stack.enter_context(Redis.from_url(full.store))
        client.config_set("appendonly", "no")
        fill(client, GAMES)
        used = client.info("memory")["used_memory"]
        loads: dict[str, list[Load]] = {"no other game": [], f"{GAMES:,} games": []}
        for seed in range(ROUNDS + 1):
            for service, rounds in zip((empty, full), loads.values(), strict=True):
                rounds.append(played(service.url, plans(seed, PLAYED), service.processes)[0])
    return {name: rounds[1:] for name, rounds in loads.items()}, used / 1e9


def table(loads: dict[str, list[Load]], gigabytes: float) -> Table:
    shown = Table(
        "in the store", "p50 ms", "p99 ms", "CPU us/guess",
        title=f"{GAMES:,} live games take {gigabytes:.2f} GB; a guess beside them, "
        f"{ROUNDS} rounds, mean ± standard deviation",
    )  # fmt: skip
    for name, rounds in loads.items():
        halves = [1e3 * load.percentile(0.5) for load in rounds]
        tails = [1e3 * load.percentile(0.99) for load in rounds]
        cpu = [1e6 * load.cpu_per_guess for load in rounds]
        cells = [
            f"{mean(figures):,.1f} ± {stdev(figures):,.1f}" for figures in (halves, tails, cpu)
        ]
        shown.add_row(name, *cells)
    return shown


if __name__ == "__main__":
    show(table(*measured()))
