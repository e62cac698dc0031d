"""`hangman solve`, `hint`, `families` and `try`: the commands about guessers and dealers."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from service.choices import LARGEST_SEED, LONGEST_LIST, MOST_MISSES, WORDS_SHOWN
from service.cli import options
from service.cli.console import print_json, print_table, progress
from service.cli.environment import named
from service.cli.failures import Failure
from service.cli.usage import Whole
from service.engine.writing import characters
from service.registry import DEALERS, DEFAULT_CHEATS, dealers
from service.wording import counted

if TYPE_CHECKING:
    from service.play.catalogue import Catalogue
    from service.play.families import FamiliesView, WordFamilyView
    from service.play.solutions import SolutionView

LETTERS_SHOWN = 10
ALL_OFFERED = "Nothing is wrong: it kept only families that it was offered."
WRONG = click.option(
    "--wrong", metavar="LETTERS", default="", help="Letters that are not in the word, such as strn."
)
WRONG_WORD = click.option(
    "--wrong-word",
    "wrong_words",
    metavar="WORD",
    multiple=True,
    help="A word that it is not; can be repeated.",
)
COUNT = Whole(0, LONGEST_LIST)
limit = partial(
    click.option, "--limit", "words", type=COUNT, default=WORDS_SHOWN, show_default=True
)


PATTERN = click.argument("pattern")


@click.command()
@click.argument("word")
@options.GUESSER
@options.DICTIONARY
@click.option(
    "--max-misses",
    type=Whole(1, MOST_MISSES),
    default=MOST_MISSES,
    help="Give up after this many misses; never, if you leave it out.",
)
@click.option(
    "--seed",
    type=Whole(0, LARGEST_SEED),
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
    from service.play.solutions import Puzzle, solution_of

    if not choices["word"].strip():
        raise Failure("WORD is empty: type a word, such as jazzy")
    solved = solution_of(_catalogue(name), Puzzle(dictionary=name, **choices))
    (print_json if as_json else _print_solution)(solved)
    sys.exit(0 if solved.found else 1)


def _print_solution(solved: "SolutionView") -> None:
    for step in solved.guesses:
        answer, words = "hit " if step.hit else "miss", counted(step.words_left, "word")
        click.echo(f"{step.letter}  {step.pattern}  {answer}   {words} left")
    unknown = "" if solved.in_dictionary else f"; {solved.dictionary} does not have the word"
    misses = counted(solved.misses, "miss", "misses")
    click.echo(f"{solved.word}: {'' if solved.found else 'not '}found with {misses}{unknown}")


@click.command()
@PATTERN
@WRONG
@WRONG_WORD
@options.GUESSER
@options.DICTIONARY
@limit(help="The number of words to show.")
@options.JSON
def hint(name: str, wrong: str, as_json: bool, **choices: Any) -> None:
    """Say what to guess next in any game of hangman.

    PATTERN is what is shown, with _ . or ? for hidden letters.

    \b
    Example:
      hangman hint _a__e --wrong st
    """
    from service.play.hints import HintQuestion, hint_of

    question = HintQuestion(dictionary=name, wrong_letters=letters_in(wrong), **choices)
    hints = hint_of(_catalogue(name), question)
    if as_json:
        print_json(hints)
    elif _some_fit(hints.words_left, hints.words):
        shown = hints.letters[:LETTERS_SHOWN]
        rows = [[each.letter, f"{each.share_with:.0%}", f"{each.share_left:.0%}"] for each in shown]
        print_table(["guess", "hit", "words left"], rows)


def letters_in(text: str) -> tuple[str, ...]:
    """The letters of a text; a letter with a combining accent is one, and blanks do not count."""
    return tuple(characters("".join(text.split())))


def _catalogue(name: str) -> "Catalogue":
    from service.play.catalogue import Catalogue
    from service.registry import guessers

    dictionary = named(name)
    return Catalogue({name: dictionary}, {}, guessers([dictionary]))


def _some_fit(number: int, words: list[str]) -> bool:
    """Print how many words fit, and some of them; return whether any fits."""
    fitting = counted(number, "word fits", "words fit")
    click.echo(f"{fitting}: {' '.join(words)}" if number else "No word of the dictionary fits.")
    return number > 0


@click.command()
@PATTERN
@click.argument("letter", required=False)
@WRONG
@WRONG_WORD
@click.option(
    "--dealer",
    "dealers",
    multiple=True,
    type=options.CHEAT_NAME,
    default=DEFAULT_CHEATS,
    help=f"A dealer that cheats; can be repeated. Default: {' and '.join(DEFAULT_CHEATS)}."
    f" {options.OTHERS}",
)
@options.DICTIONARY
@click.option(
    "--words", "file", type=click.Path(path_type=Path), help="Use the words of this file."
)
@limit(help="The number of words of each family to show.")
@options.JSON
def families(name: str, wrong: str, file: Path | None, as_json: bool, **choices: Any) -> None:
    """Say what a dealer could answer to LETTER, and what dealers that cheat would.

    PATTERN is what is shown, with _ . or ? for hidden letters. Each row is a word family: the
    pattern after the answer, the number of its words, who would keep it, and its commonest words.

    \b
    Examples:
      hangman families _a__e r --wrong st
      hangman families ____ e --words words.txt --dealer minimax
    """
    from service.cli.local_player import local_catalogue
    from service.play.families import FamiliesQuestion, families_of

    source = click.get_current_context().get_parameter_source("name")
    if file and source is ParameterSource.COMMANDLINE:
        raise Failure("--words replaces the dictionary: leave out --dictionary")
    question = FamiliesQuestion(dictionary=name, wrong_letters=letters_in(wrong), **choices)
    view = families_of(local_catalogue(name, file), question)
    if as_json:
        print_json(view)
    elif _some_fit(view.words_before, view.words) and view.families:
        rows = [_row(view, family) for family in view.families]
        texts = ["kept by", "for example"]
        print_table(["family", "words", *texts], rows, texts)


def _row(view: "FamiliesView", family: "WordFamilyView") -> list[str]:
    keepers = [
        choice.dealer
        for choice in view.choices
        if family.positions in [each.positions for each in choice.families]
    ]
    return [family.pattern, f"{family.word_count:,}", ", ".join(keepers), " ".join(family.words)]


@click.command(name="try")
@click.argument("dealer", metavar="FILE.py:CLASS", type=options.DEALER_NAME)
@options.DICTIONARY
def try_dealer(dealer: str, name: str) -> None:
    """Try a dealer of your own in 210 games.

    The games have 3 to 12 letters, and the guesser most-words plays them; in ten of them, the
    letters come in the order of the alphabet. It prints what is wrong: a family that was not
    offered, or is empty, an exception with the guesses that led to it, decisions that take more
    than 50 ms of CPU. Then it prints the average number of misses that the dealer, and each of
    ours, forces from most-words. The exit code is 1 if something is wrong. It does not check
    the dealer's rule.

    \b
    Example:
      hangman try ./mine.py:Mine
    """
    from service.play.trial import GAMES, trial_of

    dictionary = named(name)
    every = dealers([dictionary])
    names = dict.fromkeys([dealer, *DEALERS.ours])
    with progress(len(names) * GAMES, "games") as bar:
        trials = {each: trial_of(every[each], dictionary.lexicons, bar) for each in names}
    wrong = list(trials[dealer].complaints())
    click.echo("\n".join(wrong or [ALL_OFFERED]) + "\n")
    misses = {name: trial.mean_misses for name, trial in trials.items()}
    rows = [[name, "" if mean is None else f"{mean:.2f}"] for name, mean in misses.items()]
    print_table(["dealer", "misses"], rows)
    sys.exit(bool(wrong))
