"""The memory of a service after many mixed requests, here and in other checkouts.

    python -m tools.bench.mixed [folder …]

One worker serves them, and is not recycled meanwhile. Memory is that of all processes of the
service; pages that several share count once (PSS).
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rich.table import Table

from tests.support.programs import ROOT
from tools.bench.against import command_in
from tools.bench.beside import Question, questions
from tools.bench.guesses import server
from tools.bench.load import ENDED, Plan, Player, descendants, plans, serve_all, status_of
from tools.bench.markdown import show

FIRST: Final = 1_000  # requests
REQUESTS: Final = 50_000
GAMES: Final = 10_000  # more than are played
CONNECTIONS: Final = 8
QUESTIONS: Final = 2  # after each game: all kinds in turn, about this game where they are about one
ENVIRON: Final = {"HANGMAN_WORKERS": "1", "GUNICORN_CMD_ARGS": "--max-requests 0"}


def memories(checkout: Path) -> list[float]:
    """The megabytes of a service after its first requests, and after all of them."""
    with (
        TemporaryDirectory() as folder,
        server(Path(folder), command_in(checkout), PYTHONPATH=str(checkout), **ENVIRON) as service,
    ):
        return [_after(most, service.url, service.processes[0]) for most in (FIRST, REQUESTS)]


def _after(most: int, url: str, master: int) -> float:
    send(url, most)
    return sum(process.memory_full_info().pss for process in descendants(master)) / 1e6


def send(url: str, most: int) -> None:
    """Send so many requests, on several connections."""
    statuses = Counter[int]()
    # The first question of each kind, then the second of each, and so on.
    kinds = [islice(cycle(kind), 100) for kind in questions().values() if kind]
    asked = cycle(chain.from_iterable(zip(*kinds, strict=True)))
    games = plans(0, GAMES)
    players = [Player(url) for _ in range(CONNECTIONS)]
    serve_all({
        player.socket: _mixed(player, games[first::CONNECTIONS], asked, statuses, most)
        for first, player in enumerate(players)
    })  # fmt: skip
    assert not statuses[500], statuses  # a busy machine may answer 503


def _mixed(
    player: Player, games: Sequence[Plan], asked: Iterator[Question], statuses: Counter[int],
    most: int,
) -> Iterator[None]:  # fmt: skip
    """Play games, look at them and ask for hints, and ask other questions after each of them."""
    for plan in games:
        game = yield from player.start(plan.body)
        for path in (game, f"{game}/hint"):
            head, _ = yield from player.ask("GET", path)
            statuses[status_of(head)] += 1
        for letter in plan.letters:
            head, body = yield from player.guess(game, letter)
            statuses[status_of(head)] += 1
            if any(end in body for end in ENDED):
                break
        for method, path, body in islice(asked, QUESTIONS):
            head, _ = yield from player.ask(method, path.replace("/games/{game_id}", game), body)
            statuses[status_of(head)] += 1
        if statuses.total() >= most:
            return


def main() -> None:
    """Print the table."""
    table = Table(
        "", f"after {FIRST:,}, MB", f"after {REQUESTS:,} more, MB",
        title="The memory of a service with one worker, its helper and the master, after mixed"
        " requests",
    )  # fmt: skip
    for checkout in [ROOT, *map(Path, sys.argv[1:])]:
        megabytes = memories(checkout.resolve())
        name = "here" if checkout == ROOT else checkout.name
        table.add_row(name, *[f"{each:.0f}" for each in megabytes])
    show(table)


if __name__ == "__main__":
    main()
