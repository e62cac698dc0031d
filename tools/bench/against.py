"""A guess here compared with one of another checkout: `make bench AGAINST=folder`.

Both play the same games in alternating rounds, so that changes of the machine's speed hit both. It
prints the ratio of this checkout to the other one with the error of its mean, in two minutes. Rate
limits are off, unless the folder is followed by `limits`.
"""

import sys
from contextlib import ExitStack
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from tempfile import TemporaryDirectory
from typing import Final

from rich.table import Table

from tests.support.programs import ROOT
from tools.bench.guesses import ENVIRON, FIGURES, LIMITED, ratios, server
from tools.bench.load import Load, plans, played
from tools.bench.markdown import show

ROUNDS: Final = 12
GAMES: Final = 300


def measured(other: Path, **environ: str) -> dict[Path, list[Load]]:
    """The loads of this checkout and of the other one, by round."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        servers = {
            checkout: stack.enter_context(
                server(
                    folder / str(number), command_in(checkout), PYTHONPATH=str(checkout), **environ
                )
            )
            for number, checkout in enumerate([ROOT, other])
        }
        loads: dict[Path, list[Load]] = {checkout: [] for checkout in servers}
        for seed in range(ROUNDS + 1):
            turns = list(servers.items())
            for checkout, one in turns if seed % 2 else reversed(turns):
                load, _ = played(one.url, plans(seed, GAMES), one.processes)
                loads[checkout].append(load)
    return {checkout: rounds[1:] for checkout, rounds in loads.items()}  # the first warms up


def command_in(checkout: Path) -> tuple[str, ...]:
    """gunicorn with the code of a checkout: -P keeps the current folder out of the path."""
    settings = ("--chdir", str(checkout), "--config", str(checkout / "deploy/gunicorn.conf.py"))
    return (sys.executable, "-P", "-m", "gunicorn", *settings, "service.app:from_environ()")


def table(ours: list[Load], theirs: list[Load]) -> Table:
    shown = Table("", *FIGURES, title=f"This checkout to the other, {len(ours)} rounds")
    cells = []
    for figure in FIGURES:
        of_rounds = ratios(figure, ours, theirs)
        cells.append(f"{mean(of_rounds):.3f} ± {stdev(of_rounds) / sqrt(len(of_rounds)):.3f}")
    shown.add_row("ratio ± error of the mean", *cells)
    return shown


def main() -> None:
    other = Path(sys.argv[1]).resolve()
    if not (other / "service").is_dir():
        sys.exit(f"{other} is not a checkout: it has no folder “service”")
    environ = ENVIRON[LIMITED] if sys.argv[2:] == ["limits"] else {}
    ours, theirs = measured(other, **environ).values()
    show(table(ours, theirs))


if __name__ == "__main__":
    main()
