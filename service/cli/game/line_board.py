"""A game line by line, for terminals that can only print lines."""

from dataclasses import dataclass

import click

from service.cli.client import JSON, Client
from service.cli.game.gallows import drawing
from service.cli.game.questions import ask
from service.cli.game.sentences import answered, beside, guess_in, hint, spaced
from service.engine.errors import HangmanError


@dataclass
class LineBoard:
    """Prints the game after each guess, and takes a line for each."""

    client: Client

    def play(self, game: JSON) -> JSON:
        """Play a game to its end; the game then."""
        click.echo("\nGuess a letter; ? gives a hint, and =word guesses the whole word.")
        while game["status"] == "in_progress":
            _show(game)
            game = self.guess(game)
        _show(game)
        return game

    def another(self) -> bool:
        """Whether the person wants another game."""
        return click.confirm("Another game?", default=True)

    def guess(self, game: JSON) -> JSON:
        """Ask for guesses until one is taken; the game after it."""
        while True:
            guess = ask("Your guess:", lambda text: self.guess_in(text, game))
            try:
                after = self.client.guess(game, guess)
            except HangmanError as error:
                click.echo(f"{error} Guess again.")
                continue
            click.echo(answered(after["guess"]))
            return after

    def guess_in(self, text: str, game: JSON) -> JSON:
        """The guess in what was typed. Raises ValueError if there is none to make."""
        if text == "?":
            raise ValueError(hint(self.client.hint(game)))
        return guess_in(text, game)


def _show(game: JSON) -> None:
    lines = drawing(game["misses"], game["max_misses"], game["status"] == "won")
    texts = ["", spaced(game), "", *beside(game), *[""] * 3]
    for line, text in zip(lines, texts, strict=False):
        click.echo(f"{line}  {text}".rstrip())
