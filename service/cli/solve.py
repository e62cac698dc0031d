"""`hangman solve`: a guesser finds a word, guess by guess."""

import sys
from typing import TYPE_CHECKING

import click

from service.cli.failures import Failure, one_line_failures
from service.cli.json_output import print_json
from service.cli.lookup import asked_for
from service.cli.options import DICTIONARY, GUESSER, JSON

if TYPE_CHECKING:
    from service.play.help import SolutionStepView, SolutionView


@click.command()
@click.argument("word")
@GUESSER
@DICTIONARY
@click.option("--max-misses", type=click.IntRange(1), help="Give up after this many misses.")
@click.option(
    "--seed", default=0, show_default=True, help="Where a random guesser's chance begins."
)
@JSON
@click.option("--verbose", "-v", is_flag=True, help="Show how many words each guess leaves.")
def solve(
    word: str,
    guesser: str,
    name: str,
    max_misses: int | None,
    seed: int,
    verbose: bool,
    as_json: bool,
) -> None:
    """Let a guesser find WORD, guess by guess.

    The exit code is 1 if it does not find the word.

    \b
    Examples:
      hangman solve jazzy
      hangman solve jazzy --guesser careful --verbose
    """
    from service.play.catalogue import Catalogue
    from service.play.help import Puzzle, solution

    if not word.strip():
        raise Failure("WORD is empty")
    with one_line_failures():
        catalogue = Catalogue({name: asked_for(name)})
        solved = solution(Puzzle(word, name, guesser, max_misses, seed), catalogue)
    if as_json:
        print_json(solved)
    else:
        for step in solved.guesses:
            click.echo(_line(step, verbose))
        click.echo(_verdict(solved))
    sys.exit(0 if solved.found else 1)


def _line(step: "SolutionStepView", verbose: bool) -> str:
    words = f"   {_counted(step.words_left, 'word')} left" if verbose else ""
    return f"{step.letter}  {step.pattern}  {'hit ' if step.hit else 'miss'}{words}".rstrip()


def _verdict(solved: "SolutionView") -> str:
    unknown = "" if solved.in_dictionary else f"; {solved.dictionary} does not have the word"
    end = "found" if solved.found else "not found"
    misses = _counted(solved.misses, "miss", "misses")
    return f"{solved.word}: {end} with {misses}{unknown}"


def _counted(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or f'{one}s'}"
