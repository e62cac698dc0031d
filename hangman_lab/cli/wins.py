"""`hangman-lab wins`: how often guessers win, by length, and which words they seldom find."""

from pathlib import Path

import click

from hangman_lab.cli.options import HARDEST, PLOT, SEED
from hangman_lab.cli.reports import show
from service.cli.options import DICTIONARY, GUESSER_NAME, JSON, LENGTH


@click.command()
@click.option(
    "--guesser",
    "guessers",
    type=GUESSER_NAME,
    multiple=True,
    default=("letter-frequency", "top-heavy"),
    show_default=True,
)
@DICTIONARY
@LENGTH
@click.option("--games", default=50, show_default=True, type=click.IntRange(1), help="Per word.")
@click.option("--max-misses", default=6, show_default=True, type=click.IntRange(1, 26))
@SEED
@HARDEST
@click.option(
    "--checkpoint",
    type=click.Path(path_type=Path),
    help="Keep finished parts in this file, and continue from it.",
)
@JSON
@PLOT
def wins(
    guessers: tuple[str, ...],
    name: str,
    length: int | None,
    games: int,
    max_misses: int,
    seed: int,
    hardest: int,
    checkpoint: Path | None,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Count how often guessers find the word.

    They must find it before MAX_MISSES misses. Random guessers play each word GAMES times, and each
    of the hardest words 2,000 times more. For the others, the chance of each word is computed
    exactly.

    \b
    Examples:
      hangman-lab wins
      hangman-lab wins --guesser careful --guesser most-words
      hangman-lab wins --dictionary en-large --checkpoint wins.jsonl
    """
    from hangman_lab.cli.win_report import win_report

    report = win_report(name, length, guessers, games, max_misses, seed, hardest, checkpoint)
    show(report, as_json, plot)
