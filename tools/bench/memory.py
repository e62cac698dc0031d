"""The memory of running games in a real server, as the server counts it."""

import random
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from redis import Redis
from rich.table import Table

from service.dictionaries.dictionary import Dictionary, load_all
from service.play.games import Games
from service.play.requests import GameChoices, Guess
from service.settings import shipped
from service.store.embedded import EmbeddedServer
from service.store.record import key_of
from tests.support import factory, records
from tools.bench.load import ENGLISH, letters_of
from tools.bench.markdown import Report

GAMES = 10_000
PROMISED = 700  # bytes a game, mean
DAY = 86_400_000  # ms
PLAYERS = {
    "letters drawn by frequency": ENGLISH,
    "letters drawn at random": dict.fromkeys(ENGLISH, 1),
}


def report() -> Report:
    dictionaries = load_all([shipped("data")])
    table = Table(
        "player", "mean", "median", "90 %", "99 %", "GB for a million",
        title=f"MEMORY USAGE of {GAMES:,} live games on en-large, lengths as drawn, bytes",
    )  # fmt: skip
    means = []
    for player, weights in PLAYERS.items():
        sizes = list(usages(dictionaries, weights))
        shares = quantiles(sizes, n=100)
        means.append(mean(sizes))
        row = [means[-1], shares[49], shares[89], shares[98]]
        table.add_row(player, *[f"{value:,.0f}" for value in row], f"{means[-1] / 1000:.2f}")
    of_people, _ = means
    broken = f"a live game takes {of_people:.0f} bytes; {PROMISED} were promised"
    return [table], [broken] * (of_people > PROMISED)


def usages(dictionaries: dict[str, Dictionary], weights: dict[str, int]) -> Iterator[int]:
    """Yield the bytes of each game at a random moment: before one of its guesses."""
    with TemporaryDirectory() as folder, EmbeddedServer(Path(folder)) as server:
        store = records.store(server, DAY)
        games = Games(factory.catalogue(dictionaries), store, lambda: 1_800_000_000_000)
        server_says: Any = Redis.from_url(server.url)
        for seed in range(GAMES):
            game = games.start(GameChoices(dictionary="en-large", max_misses=8, seed=seed)).view
            chance = random.Random(seed)
            found = []
            for letter in letters_of(chance, weights):
                found.append(int(server_says.memory_usage(key_of(game.id), samples=0)))
                game = games.guess(game.id, Guess(letter)).view
                if game.status != "in_progress":
                    break
            yield chance.choice(found)
