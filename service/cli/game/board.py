"""Where a person plays: a frame that is redrawn in place, or printed anew on a dumb terminal."""

import os
import re
import signal
import sys
import termios
import time
import tty
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Final

import click
from rich.live import Live

from service.cli.console import LEAVES, Choice, ask_choice, console
from service.cli.game.frame import frame, guess_in, hint_sentence
from service.cli.player import Player
from service.engine.errors import HangmanError
from service.engine.writing import Writing, characters, writing_of
from service.play.listings import writing_in
from service.play.views import GameView

ENTER: Final = ("\n", "\r")
ERASE: Final = ("\x7f", "\b")
ESCAPE: Final = "\x1b"
SEQUENCE: Final = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|O?[^\x1b])")  # what arrows and so on send
CUT: Final = re.compile(
    r"\x1b(\[[0-?]*[ -/]*|O)?\Z"
)  # the beginning of one, at the end of a full read
ENDS: Final = ("", "\x04")  # the input's end, and Ctrl-D
KEYS: Final = 64  # bytes to read at once
TYPED_AHEAD: Final = 0.5  # seconds after a game: anything typed until then was meant as a guess


class Board:
    """Prints the game after each guess, and reads each guess as a line."""

    welcome = "Guess a letter."

    def __init__(self, player: Player) -> None:
        self._player = player
        self.writing: Writing = writing_of("")  # of the last game
        self._shown: GameView | None = None  # the game in the last printed frame

    def play(self, game: GameView) -> GameView:
        """Play a game to its end, and return it."""
        self.writing = writing_in(self._player.dictionary(game.dictionary))
        click.echo()
        with self.opened():
            self.show(game, self.welcome)
            while game.status == "in_progress":
                game = self._after(self.typed(game), game)
        return game

    def choice(self, question: str, answers: Mapping[str, Choice]) -> Choice:
        """The person's choice after a game; “” is Enter. Raises Abort at `q`."""
        drop_typed_ahead()
        return ask_choice(question, answers)

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Set up the terminal while a game is played."""
        yield

    def typed(self, _: GameView) -> str:
        """The person's next input: a letter, `=` with a word, or `?`."""
        return str(click.prompt("Your guess:", prompt_suffix=" ", value_proc=str.strip))

    def show(self, game: GameView, sentence: str) -> None:
        """Print the frame and the sentence; only the sentence if the game has not changed."""
        if game is self._shown:
            click.echo(sentence)
        else:
            console().print(frame(game, self.writing.alphabet, sentence))
        self._shown = game

    def _after(self, text: str, game: GameView) -> GameView:
        """The game after an input; the same game if it is refused, and the frame says why."""
        try:
            if text == "?":
                sentence = hint_sentence(self._player.hint(game).letters)
            else:
                guess = guess_in(text, game, self.writing)
                self.show(game, f"{guess.text}? The dealer is looking.")
                game = self._player.guess(game, guess)
                sentence = game.message
        except (HangmanError, ValueError) as error:
            sentence = str(error)
        self.show(game, sentence)
        return game


class ScreenBoard(Board):
    """Redraws the game in place after each key."""

    welcome = "Guess a letter: press its key."
    _keys: Iterator[str]
    _live: Live

    def choice(self, question: str, answers: Mapping[str, Choice]) -> Choice:
        ask = partial(click.echo, f"{question} ", nl=False)
        with Keys(ask) as keys:
            drop_typed_ahead()
            ask()
            pressed = ("" if key in ENTER else key.lower() for key in keys)
            answer = next(key for key in pressed if key in {*answers, LEAVES})
        click.echo(answer)
        if answer == LEAVES:
            raise click.Abort
        return answers[answer]

    @contextmanager
    def opened(self) -> Iterator[None]:
        """The keys, one at a time, and a frame to redraw."""
        self._live = Live(console=console(), auto_refresh=False)
        with Keys(self._redraw) as self._keys, self._live:
            yield

    def _redraw(self) -> None:
        self._live.console.clear()
        self._live.refresh()

    def typed(self, game: GameView) -> str:
        """The next key that means something; a word if it begins one."""
        while True:
            key = next(self._keys)
            if key == "?" or key[0].isalpha():
                return key
            if key == "=":
                if word := self._word(game):
                    return f"={word}"
                self.show(game, self.welcome)

    def show(self, game: GameView, sentence: str) -> None:
        self._live.update(frame(game, self.writing.alphabet, sentence), refresh=True)

    def _word(self, game: GameView) -> str:
        """The word that is typed until Enter; nothing after Escape."""
        word = ""
        while True:
            self.show(game, f"The whole word: {word}_  (Enter: guess it, Esc: no)")
            key = next(self._keys)
            if key in ENTER:
                return word
            if key == ESCAPE:
                return ""
            word = word[:-1] if key in ERASE else word + key


def drop_typed_ahead() -> None:
    """Drop what was typed before now and for a moment more: it must not answer a question."""
    time.sleep(TYPED_AHEAD)
    termios.tcflush(sys.stdin, termios.TCIFLUSH)


class Keys:
    """In its `with` block, keys as they are pressed, without an echo.

    Its end drops what was typed ahead. Ctrl-Z gives the shell its usual terminal. When the game
    goes on, `redraw` is called, but never while something else is being written.
    """

    def __init__(self, redraw: Callable[[], None]) -> None:
        self._redraw = redraw
        self._waits = False  # for a key, so nothing is being written
        self._must_redraw = False
        self._terminal = sys.stdin.fileno()
        self._before = termios.tcgetattr(self._terminal)
        self._decoder = getincrementaldecoder("utf-8")(errors="ignore")

    def __enter__(self) -> Iterator[str]:
        self._stops = signal.signal(signal.SIGTSTP, self._pause)
        tty.setcbreak(self._terminal)
        return self._keys()

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGTSTP, self._stops)
        termios.tcsetattr(self._terminal, termios.TCSAFLUSH, self._before)

    def _pause(self, number: int, _: object) -> None:
        """Stop as Ctrl-Z usually does; read single keys again when the game goes on."""
        # The shell gets the terminal as it was before the game.
        termios.tcsetattr(self._terminal, termios.TCSADRAIN, self._before)
        # With the signal's own handler back, the same signal stops us here, until `fg`.
        signal.signal(number, self._stops)
        os.kill(os.getpid(), number)
        # The game goes on: read single keys, and redraw, now or after what is being written.
        signal.signal(number, self._pause)
        tty.setcbreak(self._terminal)
        if self._waits:
            self._redraw()
        else:
            self._must_redraw = True

    def _keys(self) -> Iterator[str]:
        """Each key. Raises Abort at the end of the input."""
        rest = ""
        while True:
            read = self._read()
            text = rest + self._decoder.decode(read)
            cut = CUT.search(text) if len(read) == KEYS else None
            rest = cut[0] if cut else ""
            pressed = SEQUENCE.sub("", text.removesuffix(rest))
            # A letter and the accent that some keyboards send after it are one key.
            for key in characters(pressed) if read else [""]:
                if key in ENDS:
                    raise click.Abort
                yield key

    def _read(self) -> bytes:
        self._waits = True
        # Ctrl-Z came while the game was writing. It may come again while we redraw.
        while self._must_redraw:
            self._waits = self._must_redraw = False
            self._redraw()
            self._waits = True
        # From here on Ctrl-Z redraws by itself, and the read begins again after it.
        try:
            return os.read(self._terminal, KEYS)
        finally:
            self._waits = False
