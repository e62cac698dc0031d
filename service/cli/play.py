"""`hangman play`: a game in the terminal, or from a script."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

import click

from service.choices import INSIGHTS, LARGEST_SEED, MOST_MISSES
from service.cli import options
from service.cli.console import json_line
from service.cli.failures import Failure, Unreachable
from service.cli.game_options import GameOptions
from service.cli.usage import Whole
from service.engine.errors import HangmanError
from service.engine.writing import characters
from service.registry import DEFAULT_DICTIONARY

if TYPE_CHECKING:
    from service.cli.player import Player
    from service.play.requests import GameChoices
    from service.play.views import GameView

BYTE_ORDER_MARK = "\ufeff"
OWN_WORDS = "words"  # the name of a dictionary that is made of a word list, for one game


@click.command()
@click.option(
    "--url",
    metavar="URL",
    is_eager=True,
    help="Play at this service. Without it, no server is needed.",
)
@click.option("--daily", is_flag=True, help="Play today's game of the service at --url.")
@click.option(
    "--dictionary",
    metavar="NAME",
    help="The dictionary of the word. The default is en.",
    shell_complete=options.completed_names,
)
@click.option("--words", type=click.Path(path_type=Path), help="Play with the words of this file.")
@click.option("--length", type=Whole(1), help="The number of letters of the word.")
@click.option(
    "--max-misses",
    metavar=f"1-{MOST_MISSES}|never",
    type=options.max_misses,
    help="The number of misses that ends the game. With “never”, you cannot lose.",
)
@click.option(
    "--dealer",
    type=options.DEALER_NAME,
    help=f"The dealer that answers your guesses. {options.OTHERS}",
)
@click.option(
    "--insight",
    type=click.Choice(INSIGHTS),
    help="Show nothing of the words left, their number, or also the words, if eight or fewer.",
)
@click.option(
    "--seed",
    type=Whole(0, LARGEST_SEED),
    help="Start of the random numbers. The same seed, dealer and guesses give the same game.",
)
@click.option(
    "--word",
    "secret_word",
    metavar="WORD",
    prompt="The word to guess (nobody sees it)",
    prompt_required=False,
    hide_input=True,
    help="Set the word for somebody else to guess. Without a value, you type it unseen.",
)
@options.JSON
def play(url: str | None, daily: bool, words: Path | None, as_json: bool, **choices: Any) -> None:
    """Play hangman.

    At a terminal, it asks for each choice that you leave out. If you do not choose a dealer, you
    are asked at the end whether it cheated. From a pipe, it reads one guess a line, a letter or a
    whole word, and prints the game after each. With --json, it prints the game as the API shows it,
    and the dealer's confession at the end.

    Today's game is the same for everybody at a service. At a terminal, it ends with a text
    to share. If the service needs a key, set HANGMAN_KEY.

    The exit code is 0 if the game has ended, 1 if the input ended first, and 2 after an error.

    \b
    Examples:
      hangman play
      hangman play --length 8 --max-misses 6 --dealer honest
      hangman play --word
      hangman play --words words.txt --insight full --dealer cheat-score
      hangman play --url http://localhost:8000 --dictionary en-large
      hangman play --url http://localhost:8000 --daily
      printf '%s\\n' {a..z} | hangman play --length 5 --seed 1 --max-misses never
    """
    if words and (url or choices["dictionary"]):
        raise Failure("--words replaces the dictionary: leave out --url and --dictionary")
    if daily and not url:
        raise Failure("--daily needs --url: each service draws today's game by itself")
    chosen = GameOptions(**choices, daily="today" if daily else None)
    if words:
        chosen = replace(chosen, dictionary=OWN_WORDS)
    player = _player(url, chosen.dictionary or DEFAULT_DICTIONARY, words)
    sys.exit(_play(player, chosen, as_json))


def _player(url: str | None, dictionary: str, words: Path | None) -> "Player":
    if url:
        from service.cli.remote_player import remote_player

        return remote_player(url)
    from service.cli.local_player import local_player

    return local_player(dictionary, words)


def _play(player: "Player", chosen: GameOptions, as_json: bool) -> int:
    if sys.stdin.isatty() and sys.stdout.isatty() and not as_json:
        from service.cli.game.conversation import converse

        return converse(player, chosen)
    return _play_piped(player, chosen.request(), _lines(), as_json)


def _lines() -> Iterator[str]:
    """The lines of standard input, until it ends or a plug-in closes it, as `exit()` does.

    PowerShell begins what it pipes with a byte-order mark.
    """
    while not sys.stdin.closed and (line := sys.stdin.buffer.readline()):
        yield normalize("NFC", line.decode(errors="replace").replace(BYTE_ORDER_MARK, ""))


def _play_piped(
    player: "Player", request: "GameChoices", lines: Iterable[str], as_json: bool
) -> int:
    """Play a game with a guess from each line, and return the exit code."""
    from service.play.requests import Guess

    game = player.start(request)
    for line in filter(None, map(str.strip, lines)):
        is_word = len(characters(line)) > 1
        guess = Guess(line.removeprefix("=") if is_word else line, is_word=is_word)
        try:
            game = player.guess(game, guess)
        except Unreachable:
            raise
        except HangmanError as error:
            click.echo(f"hangman: {error}", err=True)
            continue
        click.echo(json_line(game) if as_json else _game_line(game))
        if game.status != "in_progress":
            click.echo(_end_line(player, game) if as_json else f"{game.status}: {game.word}")
            return 0
    click.echo("hangman: the input ended before the game did", err=True)
    return 1


def _end_line(player: "Player", game: "GameView") -> str:
    """The confession as a line of JSON; a doubt about it goes to standard error."""
    confession = player.confession(game)
    if doubt := player.doubt(confession):
        click.echo(f"hangman: {doubt}", err=True)
    return json_line(confession)


def _game_line(game: "GameView") -> str:
    """A game in a line; with full insight, as Moertel's program printed it in its verbose mode."""
    guessed, insight = "".join(sorted(game.guessed_letters)), game.insight
    if insight and insight.cheat_score is not None:
        words = f": {' '.join(insight.words)}" if insight.words else ""
        counts = f"(words={insight.words_left}/{insight.cheat_score}{words})"
        return f"{game.pattern.replace('_', '.')} [{guessed}] {counts}"
    most = "" if game.max_misses == MOST_MISSES else f"/{game.max_misses}"
    words = f" words={insight.words_left}" if insight else ""
    return f"{game.pattern} [{guessed}] misses={game.misses}{most}{words}"
