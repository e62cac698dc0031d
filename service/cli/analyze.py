"""`hangman analyze`: experiments on guessers, as tables, JSON and plots."""

import json
import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from itertools import accumulate
from pathlib import Path
from typing import Any

import click

from service.analysis.misses import MissTable, miss_table, misses_of_words
from service.cli.failing import Failure
from service.cli.finding import lexicons
from service.cli.guess import DICTIONARY
from service.cli.tables import print_table
from service.engine.guessers import GUESSERS, Deterministic, Random

DETERMINISTIC = [name for name, guesser in GUESSERS.items() if not isinstance(guesser, Random)]


@click.group()
def analyze() -> None:
    """Run experiments on guessers."""


@analyze.command()
@click.option(
    "--guesser", type=click.Choice(DETERMINISTIC), default="most-words", show_default=True
)
@DICTIONARY
@click.option("--length", type=click.IntRange(1), help="Only words of this length.")
@click.option("--hardest", default=10, show_default=True, type=click.IntRange(1), help="How many.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw it into a .png or .svg file.")
def misses(
    guesser: str, name: str, length: int | None, hardest: int, as_json: bool, plot: Path | None
) -> None:
    """Count the misses of a guesser against every word of a dictionary.

    \b
    Examples:
      hangman analyze misses
      hangman analyze misses --guesser careful --dictionary en-large --length 8
    """
    words = lexicons(name, length)
    one = GUESSERS[guesser]
    assert isinstance(one, Deterministic)
    with _progress(sum(map(len, words)), f"{guesser} on {name}") as bar:
        of_words = misses_of_words(words, one, bar.update if bar else lambda words: None)
    table = miss_table(words, of_words, hardest)
    if plot:
        _draw(table, f"{guesser} on {name}", plot)
    if as_json:
        click.echo(json.dumps(_as_json(table, guesser, name), ensure_ascii=False))
    else:
        _print(table)


def _progress(words: int, label: str) -> AbstractContextManager[Any]:
    """A bar on standard error where a person watches; else nothing."""
    if not sys.stderr.isatty():
        return nullcontext()
    return click.progressbar(length=words, label=label, file=sys.stderr, update_min_steps=500)


def _as_json(table: MissTable, guesser: str, dictionary: str) -> dict[str, Any]:
    return {
        **asdict(table),
        "guesser": guesser,
        "dictionary": dictionary,
        "hardest": [{"word": word, "misses": count} for word, count in table.hardest],
    }


def _print(table: MissTable) -> None:
    sums = accumulate(table.misses.values())
    rows = [
        [str(misses), f"{words:,}", f"{words / table.words:.2%}", f"{so_far / table.words:.2%}"]
        for (misses, words), so_far in zip(table.misses.items(), sums, strict=True)
    ]
    print_table(["misses", "words", "share", "or fewer"], rows)
    click.echo(f"\n{table.words:,} words, {table.mean_misses:.3f} misses on average")
    click.echo("hardest: " + ", ".join(f"{word} ({count})" for word, count in table.hardest))


def _draw(table: MissTable, title: str, path: Path) -> None:
    try:
        from matplotlib.figure import Figure  # the extra “plot”; half a second to import
    except ImportError as error:
        raise Failure("--plot needs matplotlib: pip install evil-hangman[plot]") from error
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    bars = axes.bar(
        list(table.misses), [100 * words / table.words for words in table.misses.values()]
    )
    axes.bar_label(bars, fmt="%.1f", fontsize=8)
    axes.set(
        xlabel="misses",
        ylabel="words, %",
        xticks=list(table.misses),
        title=f"{title}: {table.mean_misses:.2f} misses on average",
    )
    axes.spines[["top", "right"]].set_visible(False)
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise Failure(f"--plot {path}: {error}") from error
