"""The results of experiments, as tables, JSON or plots: PNG or SVG, by matplotlib."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from service.cli.console import print_json
from service.cli.failures import Failure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LABELS = 24  # more of them would run into each other


class Report(Protocol):
    """The outcome of an experiment."""

    def as_json(self) -> dict[str, Any]:
        """All of it."""

    def print(self) -> None:
        """Print tables."""

    def draw(self, path: Path) -> None:
        """Draw it into a file."""


def show(report: Report, as_json: bool, plot: Path | None) -> None:
    """Draw a report if `plot` is a file, and print it."""
    if plot:
        report.draw(plot)
    if as_json:
        print_json(report.as_json())
    else:
        report.print()


def draw_misses(shares: Mapping[int, float], title: str, path: Path) -> None:
    """Bars: the share of the words that take each number of misses."""
    with _axes(path) as axes:
        bars = axes.bar(list(shares), [100 * share for share in shares.values()])
        axes.bar_label(bars, fmt="%.1f", fontsize=8)
        axes.set(xlabel="misses", ylabel="words, %", xticks=list(shares), title=title)


def draw_tournament(
    misses: Mapping[str, Mapping[str, float]], guessers: list[str], title: str, path: Path
) -> None:
    """Bars: the misses that each dealer forces on each guesser."""
    width = 0.8 / len(misses)
    with _axes(path) as axes:
        for index, (dealer, of_guessers) in enumerate(misses.items()):
            places = [place + index * width for place in range(len(guessers))]
            bars = axes.bar(places, [of_guessers[each] for each in guessers], width, label=dealer)
            axes.bar_label(bars, fmt="%.1f", fontsize=7)
        axes.set_xticks([place + 0.4 - width / 2 for place in range(len(guessers))], guessers)
        axes.tick_params("x", rotation=20)
        axes.set(ylabel="misses forced", title=title)
        axes.legend(title="dealer", frameon=False)


def draw_by_length(
    lines: Mapping[str, Mapping[int, float]], values: str, title: str, path: Path
) -> None:
    """A line for each label, which has a value for each length; `values` says what they are."""
    with _axes(path) as axes:
        for label, by_length in lines.items():
            axes.plot(list(by_length), list(by_length.values()), marker="o", label=label)
        lengths = sorted({length for by_length in lines.values() for length in by_length})
        axes.set(xlabel="letters", ylabel=values, title=title, ylim=(0, None))
        axes.set_xticks(lengths[:: 1 + len(lengths) // LABELS])
        axes.grid(axis="y", alpha=0.3)
        axes.legend(frameon=False)


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
