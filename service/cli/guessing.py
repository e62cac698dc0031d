"""`hangman solve` and `hangman hint`: what a guesser does, and what to guess next."""

import sys
from typing import TYPE_CHECKING, Any

import click

from service.choices import LONGEST_LIST, MOST_MISSES, WORDS_SHOWN
from service.cli import options
from service.cli.console import counted, print_json, print_table
from service.cli.failures import Failure

if TYPE_CHECKING:
    from service.play.catalogue import Catalogue
    from service.play.help import HintView, SolutionView

LETTERS_SHOWN = 10


@click.command()
@click.argument("word")
@options.GUESSER
@options.DICTIONARY
@click.option(
    "--max-misses",
    type=click.IntRange(1, MOST_MISSES),
    default=MOST_MISSES,
    help="Give up after this many misses; never, if you leave it out.",
)
@click.option(
    "--seed",
    default=0,
    show_default=True,
    help="Start of the random numbers of a guesser that draws.",
)
@options.JSON
def solve(name: str, as_json: bool, **choices: Any) -> None:
    """Let a guesser find WORD, guess by guess.

    The exit code is 1 if it does not find the word.

    \b
    Examples:
      hangman solve jazzy
      hangman solve jazzy --guesser careful
    """
    from service.play.help import Puzzle, solution

    if not choices["word"].strip():
        raise Failure("WORD is empty")
    solved = solution(Puzzle(dictionary=name, **choices), _catalogue(name))
    if as_json:
        print_json(solved)
    else:
        _print_solution(solved)
    sys.exit(0 if solved.found else 1)


def _print_solution(solved: "SolutionView") -> None:
    for step in solved.guesses:
        answer, words = "hit " if step.hit else "miss", counted(step.words_left, "word")
        click.echo(f"{step.letter}  {step.pattern}  {answer}   {words} left")
    unknown = "" if solved.in_dictionary else f"; {solved.dictionary} does not have the word"
    misses = counted(solved.misses, "miss", "misses")
    click.echo(f"{solved.word}: {'' if solved.found else 'not '}found with {misses}{unknown}")


@click.command()
@click.argument("pattern")
@click.option("--wrong", default="", help="Letters that are not in the word, as one string.")
@click.option(
    "--wrong-word", "wrong_words", multiple=True, help="A word that it is not; can be repeated."
)
@options.GUESSER
@options.DICTIONARY
@click.option(
    "--limit",
    "words",
    type=click.IntRange(0, LONGEST_LIST),
    default=WORDS_SHOWN,
    show_default=True,
    help="The number of words to show.",
)
@options.JSON
def hint(name: str, wrong: str, as_json: bool, **choices: Any) -> None:
    """Say what to guess next in any game of hangman.

    PATTERN is what is shown, with _ . or ? for hidden letters.

    \b
    Example:
      hangman hint _a__e --wrong st
    """
    from service.play.help import HintQuestion, hint_elsewhere

    question = HintQuestion(dictionary=name, wrong_letters=tuple(wrong), **choices)
    hints = hint_elsewhere(question, _catalogue(name))
    if as_json:
        print_json(hints)
    else:
        _print_hints(hints)


def _catalogue(name: str) -> "Catalogue":
    """A dictionary, and the guessers. Raises UnknownDictionary, DictionaryError, NotPrepared."""
    from service.play.catalogue import Catalogue
    from service.registry import guessers

    dictionary = options.named(name)
    return Catalogue({name: dictionary}, guessers=guessers([dictionary]))


def _print_hints(hints: "HintView") -> None:
    if not hints.words_left:
        click.echo("No word of the dictionary fits.")
        return
    fitting = counted(hints.words_left, "word fits", "words fit")
    click.echo(f"{fitting}: {' '.join(hints.words)}")
    rows = [
        [ranked.letter, f"{ranked.share_with:.0%}", f"{ranked.share_left:.0%}"]
        for ranked in hints.letters[:LETTERS_SHOWN]
    ]
    print_table(["guess", "hit", "words left"], rows)
