"""`hangman try`: whether a dealer of somebody's own keeps the rules, and how hard it is."""

import sys

import click

from service.cli import options
from service.cli.console import print_table, progress


@click.command(name="try")
@click.argument("dealer", metavar="FILE.py:CLASS", type=options.DEALER_NAME)
@options.DICTIONARY
def try_dealer(dealer: str, name: str) -> None:
    """Try a dealer of your own in two hundred games.

    The games have 3 to 12 letters, and the guesser most-words plays them. You read what is wrong:
    a family that was not offered, or is empty, an exception with the guesses that led to it,
    decisions that take more than 50 ms of CPU. Then you read how many misses the dealer forces on
    average, beside ours. The exit code is 1 if something is wrong.

    \b
    Example:
      hangman try ./mine.py:Mine
    """
    from service.play.trial import GAMES, trial_of
    from service.registry import DEALERS, dealers

    dictionary = options.named(name)
    every = dealers([dictionary])
    names = [dealer, *(each for each in DEALERS.ours if each != dealer)]
    trials = {}
    with progress(len(names) * GAMES, "games") as bar:
        for each in names:
            trials[each] = trial_of(every[each], dictionary.lexicons, bar.update)
    wrong = list(trials[dealer].complaints())
    click.echo("\n".join(wrong or ["Nothing is wrong."]))
    click.echo()
    figures = [trial.mean_misses for trial in trials.values()]
    cells = ["" if misses is None else f"{misses:.2f}" for misses in figures]
    print_table(["dealer", "misses"], [list(row) for row in zip(trials, cells, strict=True)])
    sys.exit(bool(wrong))
