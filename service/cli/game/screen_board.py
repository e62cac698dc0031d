"""A game in one frame that is redrawn in place; keys guess."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import click
from rich.live import Live

from service.cli.client import JSON, Client
from service.cli.game.frame import frame
from service.cli.game.keys import ESCAPE, single_keys
from service.cli.game.sentences import answered, guess_in, hint
from service.cli.tables import console
from service.engine.errors import HangmanError

ENTER: Final = ("\n", "\r")
ERASE: Final = ("\x7f", "\b")
WELCOME: Final = "Guess a letter: press its key."


@dataclass
class ScreenBoard:
    """Redraws the game after each key."""

    client: Client
    alphabet: str = ""
    live: Live = field(default_factory=lambda: Live(console=console(), auto_refresh=False))

    def play(self, game: JSON) -> JSON:
        """Play a game to its end; the game then."""
        self.alphabet = self.client.dictionary(game["dictionary"])["alphabet"]
        self.live = Live(console=console(), auto_refresh=False)
        with single_keys() as keys, self.live:
            self.show(game, WELCOME)
            while game["status"] == "in_progress":
                game = self.after(next(keys), keys, game)
        return game

    def another(self) -> bool:
        """Whether the person wants another game; other keys, perhaps typed ahead, say nothing."""
        click.echo("\nAnother game? [Y/n] ", nl=False)
        with single_keys() as keys:
            answer = next(key for key in keys if key in (*ENTER, *"yYnN"))
        click.echo("no" if answer in "nN" else "yes")
        return answer not in "nN"

    def after(self, key: str, keys: Iterator[str], game: JSON) -> JSON:
        """The game after a key was pressed."""
        if key == "?":
            self.show(game, hint(self.client.hint(game)))
        elif key == "=" or key in ENTER:
            word = self.word_typed(keys, game)
            return self.guess(f"={word}", game) if word else game
        elif key.isalpha():
            return self.guess(key, game)
        return game

    def guess(self, text: str, game: JSON) -> JSON:
        """The game after a guess; the same game if it is refused, which the frame says."""
        try:
            guess = guess_in(text, game)
            self.show(game, f"{text.removeprefix('=')}? The dealer is looking.")
            after = self.client.guess(game, guess)
        except (HangmanError, ValueError) as error:
            self.show(game, str(error))
            return game
        self.show(after, answered(after["guess"]))
        return after

    def word_typed(self, keys: Iterator[str], game: JSON) -> str:
        """The word that is typed until Enter; nothing after Escape."""
        word = ""
        while True:
            self.show(game, f"The whole word: {word}_  (Enter: guess it, Esc: no)")
            key = next(keys)
            if key in ENTER:
                return word
            if key == ESCAPE:
                self.show(game, WELCOME)
                return ""
            word = word[:-1] if key in ERASE else word + key

    def show(self, game: JSON, said: str) -> None:
        """Redraw the frame."""
        self.live.update(frame(game, self.alphabet, said), refresh=True)
