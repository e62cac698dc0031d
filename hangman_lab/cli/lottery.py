"""`hangman-lab lottery`: the misses that an honest dealer forces by the best lottery."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hangman_lab.cli.options import FOLDER, PLOT, SEED
from service.cli.console import print_json, print_table
from service.cli.options import DICTIONARY, JSON, LENGTH

if TYPE_CHECKING:
    from hangman_lab.cli.lottery_search import LotteryFound


@click.command()
@LENGTH
@DICTIONARY
@click.option(
    "--max-seconds", default=600.0, show_default=True, type=click.FloatRange(0), help="Then stop."
)
@click.option("--again", is_flag=True, help="Ignore the results of earlier runs.")
@click.option("--prove", type=FOLDER, help="Write certificates here.")
@click.option(
    "--save",
    type=FOLDER,
    help="Write the lottery and its best answer beside the dictionaries in this folder.",
)
@click.option("--players", is_flag=True, help="Let all guessers play against the lotteries.")
@click.option(
    "--games", default=1000, show_default=True, type=click.IntRange(2), help="With --players."
)
@SEED
@JSON
@PLOT
def lottery(
    length: int | None,
    name: str,
    max_seconds: float,
    again: bool,
    prove: Path | None,
    save: Path | None,
    players: bool,
    games: int,
    seed: int,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Find how many misses an honest dealer can force.

    The dealer draws its word by the best lottery. The player knows the lottery and mixes
    strategies. The search ends when the bounds are within 0.001. It keeps its results, also after
    Ctrl-C, and the next run continues from them. A certificate proves one bound; verify it with
    `hangman-lab check`.

    Without a length, print (and draw) the saved results of all lengths, compared with those of an
    even draw and of a perfect cheat.

    With --players, it does not search. The dealer “lottery” plays against every guesser, and
    honest dealers play against “unexploitable”. The results are exact, except for guessers that
    draw letters: they play GAMES games, and so does “unexploitable” at its worst-case word.

    \b
    Examples:
      hangman-lab lottery
      hangman-lab lottery --length 14
      hangman-lab lottery --length 14 --players
      hangman-lab lottery --length 11 --max-seconds 3600 --prove proofs
    """
    if players:
        from hangman_lab.cli.lottery_players import show_players

        show_players(name, length, games, seed, as_json=as_json)
        return
    if length is None:
        from hangman_lab.cli.lottery_table import show_table

        show_table(name, as_json=as_json, plot=plot)
        return
    from hangman_lab.cli.lottery_search import LotteryCommand

    command = LotteryCommand(name, length, again=again)
    command.search(max_seconds)
    if prove:
        command.prove(prove)
    if save:
        command.save(save)
    found = command.found()
    if as_json:
        print_json(found)
    else:
        _show(found)


def _show(found: "LotteryFound") -> None:
    click.echo(
        f"{found.words:,} words of {found.length} letters in {found.dictionary}:"
        f" {found.lower:.4f} to {found.upper:.4f} misses forced\n"
        f"the player mixes {found.strategies:,} strategies; the dealer draws one of these:\n"
    )
    rows = [[draw["word"], f"{draw['chance']:.4%}"] for draw in found.lottery]
    print_table(["word", "chance"], rows)
