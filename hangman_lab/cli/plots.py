"""Plots of experiments, as PNG or SVG, by matplotlib."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING

from hangman_lab.cli.lottery_table import Hardness
from hangman_lab.experiments.duels import Duel
from hangman_lab.experiments.misses import MissTable
from service.cli.failures import Failure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LABELS = 24  # more of them would run into each other


def draw_misses(table: MissTable, title: str, path: Path) -> None:
    """Bars: the share of the words that take each number of misses."""
    with _axes(path) as axes:
        bars = axes.bar(list(table.shares), [100 * share for share in table.shares.values()])
        axes.bar_label(bars, fmt="%.1f", fontsize=8)
        axes.set(
            xlabel="misses",
            ylabel="words, %",
            xticks=list(table.misses),
            title=f"{title}: {table.mean_misses:.2f} misses on average",
        )


def draw_tournament(duels: Sequence[Duel], title: str, path: Path) -> None:
    """Bars: the misses that each dealer forces on each guesser, on average over lengths."""
    means = {
        pair: mean(duel.mean_misses for duel in duels_of_pair)
        for pair, duels_of_pair in by_pair(duels).items()
    }
    dealers = list(dict.fromkeys(dealer for dealer, _ in means))
    guessers = list(dict.fromkeys(guesser for _, guesser in means))
    width = 0.8 / len(dealers)
    with _axes(path) as axes:
        for index, dealer in enumerate(dealers):
            places = [place + index * width for place in range(len(guessers))]
            heights = [means[dealer, guesser] for guesser in guessers]
            bars = axes.bar(places, heights, width, label=dealer)
            axes.bar_label(bars, fmt="%.1f", fontsize=7)
        axes.set_xticks([place + 0.4 - width / 2 for place in range(len(guessers))], guessers)
        axes.tick_params("x", rotation=20)
        axes.set(ylabel="misses forced", title=title)
        axes.legend(title="dealer", frameon=False)


def draw_wins(rates: Mapping[str, Mapping[int, float]], title: str, path: Path) -> None:
    """Lines: the share of the games that each guesser wins, by length."""
    with _axes(path) as axes:
        for guesser, by_length in rates.items():
            shares = [100 * rate for rate in by_length.values()]
            axes.plot(list(by_length), shares, marker="o", label=guesser)
        axes.set(xlabel="letters", ylabel="games won, %", title=title, ylim=(0, 102))
        lengths = sorted({length for by_length in rates.values() for length in by_length})
        axes.set_xticks(lengths[:: 1 + len(lengths) // LABELS])
        axes.grid(axis="y", alpha=0.3)
        axes.legend(title="guesser", frameon=False)


def draw_hardness(rows: Sequence[Hardness], title: str, path: Path) -> None:
    """Lines: the misses by an even draw, by the best lottery and by a perfect cheat, by length."""
    lines: dict[str, dict[int, float | None]] = {
        "perfect cheat": {row.length: row.forced for row in rows},
        "best lottery": {row.length: row.upper for row in rows},
        "drawn evenly": {row.length: row.even for row in rows},
    }
    with _axes(path) as axes:
        for label, misses in lines.items():
            known = {length: value for length, value in misses.items() if value is not None}
            axes.plot(list(known), list(known.values()), marker="o", label=label)
        lengths = [row.length for row in rows]
        lowers, uppers = [row.lower for row in rows], [row.upper for row in rows]
        axes.fill_between(lengths, lowers, uppers, color="C1", alpha=0.3)
        axes.set(xlabel="letters", ylabel="misses", title=title, xticks=lengths, ylim=(0, None))
        axes.grid(axis="y", alpha=0.3)
        axes.legend(frameon=False)


def by_pair(duels: Sequence[Duel]) -> dict[tuple[str, str], list[Duel]]:
    """The duels of each dealer and guesser, at all lengths."""
    pairs: dict[tuple[str, str], list[Duel]] = {}
    for duel in duels:
        pairs.setdefault((duel.dealer, duel.guesser), []).append(duel)
    return pairs


@contextmanager
def _axes(path: Path) -> "Iterator[Axes]":
    """Axes to draw on, which are then written to `path`."""
    from matplotlib.figure import Figure  # costs half a second, which only plots pay

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    yield axes
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise Failure(f"--plot {path}: {error}") from error
