"""`hangman analyze`: experiments on guessers, as tables, JSON and plots."""

import json
from dataclasses import asdict
from itertools import accumulate
from pathlib import Path
from statistics import mean
from typing import Any

import click

from service.cli.check import check
from service.cli.failing import Failure
from service.cli.finding import lexicons, named, settings
from service.cli.guarantee import guarantee
from service.cli.optimum import optimum
from service.cli.options import DICTIONARY, LENGTH
from service.cli.plots import by_pair, draw_misses, draw_tournament
from service.cli.progress import progress
from service.cli.tables import print_table
from service.cli.value import value
from service.cli.wins import wins
from service.engine.guessers import Deterministic
from service.experiments.duels import HANGED_AT, Duel
from service.experiments.duels import tournament as duels_of
from service.experiments.misses import (
    LengthMisses,
    MissTable,
    by_word_length,
    miss_table,
    misses_of_words,
)
from service.rosters import DEALERS, GUESSERS, dealers

DETERMINISTIC = [name for name, guesser in GUESSERS.items() if isinstance(guesser, Deterministic)]


@click.group()
def analyze() -> None:
    """Run experiments on guessers.

    \b
    Examples:
      hangman analyze misses --guesser most-words
      hangman analyze tournament --length 8
    """


for command in (wins, value, check, guarantee, optimum):
    analyze.add_command(command)


@analyze.command()
@click.option(
    "--guesser", type=click.Choice(DETERMINISTIC), default="most-words", show_default=True
)
@DICTIONARY
@LENGTH
@click.option("--hardest", default=10, show_default=True, type=click.IntRange(1), help="How many.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw it into a .png or .svg file.")
def misses(
    guesser: str, name: str, length: int | None, hardest: int, as_json: bool, plot: Path | None
) -> None:
    """Count the misses of a guesser against every word of a dictionary, dealt honestly.

    By length, they are compared with the least that anybody can expect, where that is known.

    \b
    Examples:
      hangman analyze misses
      hangman analyze misses --guesser careful --dictionary en-large --length 8
    """
    words = lexicons(named(name), length)
    one = GUESSERS[guesser]
    assert isinstance(one, Deterministic)
    with progress(sum(map(len, words)), f"{guesser} on {name}") as bar:
        of_words = misses_of_words(words, one, bar.update)
    table = miss_table(words, of_words, hardest)
    least = named(name).least_misses
    by_length = [
        by_word_length(lexicon, of, least.get(lexicon.length))
        for lexicon, of in zip(words, of_words, strict=True)
    ]
    if plot:
        draw_misses(table, f"{guesser} on {name}", plot)
    if as_json:
        lengths = [asdict(one) for one in by_length]
        click.echo(
            json.dumps({**_as_json(table, guesser, name), "lengths": lengths}, ensure_ascii=False)
        )
    else:
        _print_counts(table)
        click.echo()
        _print_by_length(by_length)
        click.echo(f"\n{table.words:,} words, {table.mean_misses:.3f} misses on average")
        click.echo("hardest: " + ", ".join(f"{word} ({count})" for word, count in table.hardest))


@analyze.command()
@DICTIONARY
@LENGTH
@click.option("--shortest", default=3, show_default=True, type=click.IntRange(1))
@click.option("--longest", default=12, show_default=True, type=click.IntRange(1))
@click.option(
    "--dealer", "chosen", type=click.Choice([*DEALERS]), multiple=True, help="Only these dealers."
)
@click.option("--games", default=20, show_default=True, type=click.IntRange(2), help="Per duel.")
@click.option("--seed", default=0, show_default=True, help="Where chance begins.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, by length, instead of a table.")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw it into a .png or .svg file.")
def tournament(
    name: str,
    length: int | None,
    shortest: int,
    longest: int,
    chosen: tuple[str, ...],
    games: int,
    seed: int,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Let every dealer play every guesser, to the end, and count the misses that it forces.

    Where neither leaves anything to chance, the games that there are are counted; else GAMES are
    played, and ± is the standard error. How far minimax looks, MINIMAX_BUDGET_MS says.

    \b
    Example:
      hangman analyze tournament --dictionary en --length 8
    """
    dictionary = named(name)
    words = [
        one for one in lexicons(dictionary, length) if length or shortest <= one.length <= longest
    ]
    if not words:
        raise Failure(f"{name} has no words of {shortest} to {longest} letters")
    every = dealers(settings().minimax_budget_ms, [dictionary])
    some = {dealer: every[dealer] for dealer in chosen or every}
    with progress(len(words) * len(some) * len(GUESSERS), f"duels on {name}") as bar:
        duels = []
        for duel in duels_of(words, some, games, seed):
            duels.append(duel)
            bar.update(1)
    if plot:
        draw_tournament(duels, f"{name}, {len(words)} lengths", plot)
    if as_json:
        click.echo(json.dumps({"dictionary": name, "duels": [asdict(duel) for duel in duels]}))
    else:
        _print_tournament(duels)


def _print_tournament(duels: list[Duel]) -> None:
    heads = ["dealer", "guesser", "misses", "±", *[f"wins at {limit}" for limit in HANGED_AT]]
    rows = [
        [
            dealer,
            guesser,
            f"{mean(one.mean_misses for one in of):.2f}",
            f"{sum(one.error**2 for one in of) ** 0.5 / len(of):.2f}",
            *[f"{mean(one.dealer_wins[limit] for one in of):.0%}" for limit in HANGED_AT],
        ]
        for (dealer, guesser), of in by_pair(duels).items()
    ]
    print_table(heads, rows)


def _as_json(table: MissTable, guesser: str, dictionary: str) -> dict[str, Any]:
    return {
        **asdict(table),
        "guesser": guesser,
        "dictionary": dictionary,
        "hardest": [{"word": word, "misses": count} for word, count in table.hardest],
    }


def _print_by_length(by_length: list[LengthMisses]) -> None:
    rows = [
        [
            str(one.length),
            f"{one.words:,}",
            f"{one.mean_misses:.4f}",
            "not known" if one.least is None else f"{one.least:.4f}",
            "" if one.above is None else f"{one.above:+.2%}",
        ]
        for one in by_length
    ]
    print_table(["length", "words", "misses", "least", "above it"], rows)


def _print_counts(table: MissTable) -> None:
    sums = accumulate(table.misses.values())
    rows = [
        [str(misses), f"{words:,}", f"{words / table.words:.2%}", f"{so_far / table.words:.2%}"]
        for (misses, words), so_far in zip(table.misses.items(), sums, strict=True)
    ]
    print_table(["misses", "words", "share", "or fewer"], rows)
