"""`hangman-lab tournament`: every dealer against every guesser."""

from pathlib import Path

import click

from hangman_lab.cli.options import PLOT, SEED
from hangman_lab.cli.reports import show
from service.cli.environment import named, use_plugins
from service.cli.options import DEALER_NAME, DICTIONARY, JSON, LENGTH
from service.settings import NODES_A_MS, Settings


@click.command()
@DICTIONARY
@LENGTH
@click.option("--shortest", default=3, show_default=True, type=click.IntRange(1))
@click.option("--longest", default=12, show_default=True, type=click.IntRange(1))
@click.option("--dealer", "dealers", type=DEALER_NAME, multiple=True, help="Only these dealers.")
@click.option("--games", default=20, show_default=True, type=click.IntRange(2), help="Per duel.")
@click.option(
    "--minimax-budget-ms",
    default=Settings().minimax_budget_ms,
    show_default=True,
    type=click.IntRange(0),
    help="How far minimax looks ahead, as HANGMAN_MINIMAX_BUDGET_MS does at a service.",
)
@SEED
@JSON
@PLOT
def tournament(
    name: str,
    length: int | None,
    shortest: int,
    longest: int,
    dealers: tuple[str, ...],
    games: int,
    minimax_budget_ms: int,
    seed: int,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Let every dealer play every guesser.

    Each game goes on until the word is found, and its misses are counted. If neither side leaves
    anything to chance, every possible game is counted. Otherwise GAMES are played, and ± is the
    standard error. The JSON has a duel for each length.

    \b
    Example:
      hangman-lab tournament --dictionary en --length 8
    """
    from hangman_lab.cli.tournament_report import tournament_report

    use_plugins()
    lengths = range(length or shortest, (length or longest) + 1)
    budget = NODES_A_MS * minimax_budget_ms
    report = tournament_report(named(name), lengths, dealers, games, seed, budget)
    show(report, as_json, plot)
