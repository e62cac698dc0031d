"""`hangman solve` and `hangman suggest`: the guessers in the terminal."""

import click

from service.cli.failing import one_line_failures
from service.cli.finding import dictionaries
from service.cli.options import DICTIONARY
from service.cli.tables import print_table
from service.play.catalogue import Catalogue
from service.play.help import (
    DEFAULT_GUESSER,
    GUESSER_NAMES,
    Asked,
    Puzzle,
    RankedLetterView,
    SolutionView,
    solution,
    suggested,
)

GUESSER = click.option(
    "--guesser", type=click.Choice(GUESSER_NAMES), default=DEFAULT_GUESSER, show_default=True
)
SHOWN = 10  # letters of a ranking


@click.command()
@click.argument("word")
@GUESSER
@DICTIONARY
@click.option("--max-misses", type=click.IntRange(1), help="Give up at so many misses.")
@click.option(
    "--seed", default=0, show_default=True, help="Where a random guesser's chance begins."
)
@click.option("--verbose", "-v", is_flag=True, help="Show how many words each guess leaves.")
def solve(
    word: str, guesser: str, name: str, max_misses: int | None, seed: int, verbose: bool
) -> None:
    """Let a guesser find WORD, guess by guess.

    \b
    Examples:
      hangman solve jazzy
      hangman solve jazzy --guesser careful --verbose
    """
    with one_line_failures():
        found = solution(
            Puzzle(word, name, guesser, max_misses, seed), Catalogue.of(dictionaries())
        )
    for step in found.guesses:
        left = f"   {step.words_left} words left" if verbose else ""
        click.echo(
            f"{step.letter}  {step.pattern}  {'hit ' if step.hit else 'miss'}{left}".rstrip()
        )
    click.echo(_verdict(found))


@click.command()
@click.argument("pattern")
@click.option("--wrong", default="", help="Letters that are not in the word, as one string.")
@click.option("--wrong-word", multiple=True, help="A word that it is not; may be given again.")
@GUESSER
@DICTIONARY
@click.option("--limit", type=click.IntRange(0, 100), default=10, show_default=True)
def suggest(
    pattern: str, wrong: str, wrong_word: tuple[str, ...], guesser: str, name: str, limit: int
) -> None:
    """Say what to guess next in any game of hangman; PATTERN has _ for hidden letters.

    \b
    Example:
      hangman suggest _a__e --wrong st
    """
    with one_line_failures():
        asked = Asked(pattern, tuple(wrong), wrong_word, name, guesser, limit)
        found = suggested(asked, Catalogue.of(dictionaries()))
    if found.message:
        click.echo(found.message)
        return
    click.echo(f"{found.possible_words} words fit: {' '.join(found.words)}")
    print_table(["guess", "hit", "words left"], [_row(one) for one in found.letters[:SHOWN]])


def _row(ranked: RankedLetterView) -> list[str]:
    return [ranked.letter, f"{ranked.hit_probability:.0%}", f"{ranked.share_left:.0%}"]


def _verdict(found: SolutionView) -> str:
    known = "" if found.in_dictionary else f"; {found.dictionary} does not have the word"
    end = "found" if found.found else "not found"
    return f"{found.word}: {end} with {found.misses} misses{known}"
