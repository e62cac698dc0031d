"""A game with a person at a terminal."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

import click

from service.cli.client import JSON, Client
from service.cli.gallows import drawing
from service.cli.lookup import ranges
from service.cli.tables import print_table
from service.engine.errors import HangmanError

Answer = TypeVar("Answer")

MOST_MISSES: Final = 26
USUAL_MISSES: Final = 8
HINTED: Final = 8  # letters
SPACED: Final = 30  # letters: a longer word is printed without gaps, to fit in 80 columns


@dataclass
class Conversation:
    """A person who plays games of `client`, asking for what `given` does not say."""

    client: Client
    given: JSON
    over: bool = False  # whether a game has come to its end, and none since has begun

    def hold(self) -> None:
        """Play until the person has had enough. Raises Abort on Ctrl-C and Ctrl-D."""
        again = True
        while again:
            self.play(self.wanted())
            again = click.confirm("Another game?", default=True)
            if "seed" in self.given:
                self.given["seed"] += 1  # the same seed would be the same game

    def wanted(self) -> JSON:
        """What is given, and what the person answers."""
        wanted = dict(self.given)
        if "length" not in wanted:
            wanted["length"] = self.ask_length(wanted["dictionary"])
        if "max_misses" not in wanted:
            wanted["max_misses"] = _ask_max_misses()
        if "insight" not in wanted:
            wanted["insight"] = _ask_insight()
        if wanted["length"] is None:
            del wanted["length"]
        return wanted

    def ask_length(self, dictionary: str) -> int | None:
        """The length that the person wants; None: any."""
        lengths = [row["length"] for row in self.client.dictionary(dictionary)["lengths"]]
        question = f"How many letters? {ranges(lengths)} (Enter: any)"
        return _ask(question, lambda text: _length(text, lengths))

    def play(self, wanted: JSON) -> None:
        """One game, to its end."""
        game = self.client.start(wanted)
        self.over = False
        click.echo("\nGuess a letter; ? gives a hint, and =word guesses the whole word.")
        while game["status"] == "in_progress":
            _show(game)
            game = self.guess(game)
        _show(game)
        _tell_the_end(game, self.client.confession(game))
        self.over = True

    def guess(self, game: JSON) -> JSON:
        """Ask for guesses until one is taken; the game after it."""
        while True:
            guess = _ask("Your guess:", lambda text: self.guess_in(text, game))
            try:
                after = self.client.guess(game, guess)
            except HangmanError as error:
                click.echo(f"{error} Guess again.")
                continue
            _tell_the_answer(after["guess"])
            return after

    def guess_in(self, text: str, game: JSON) -> JSON:
        """The guess in what was typed. Raises ValueError if there is none to make."""
        if text == "?":
            raise ValueError(_hint(self.client.hint(game)))
        if text.startswith("="):
            return {"word": text[1:].strip()}
        return {"letter": _letter(text.lower(), game)}


def max_misses(text: str) -> int | None:
    """The number of misses in what was typed; None for `none`. Raises ValueError."""
    if text.lower() == "none":
        return None
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_MISSES):
        raise ValueError(f"A whole number from 1 to {MOST_MISSES}, please, or none.")
    return int(text)


def _letter(text: str, game: JSON) -> str:
    if len(text) != 1 or not text.isalpha():
        raise ValueError("One letter, please; ? for a hint, =word for the whole word.")
    if text in game["guessed_letters"]:
        raise ValueError(f"You have guessed {text} before.")
    return text


def _length(text: str, lengths: list[int]) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and int(text) in lengths):
        raise ValueError(f"There are no words of that length; there are of {ranges(lengths)}.")
    return int(text)


def _ask_max_misses() -> int | None:
    question = f"How many misses until you hang? (Enter: {USUAL_MISSES}, none: never)"
    return _ask(question, lambda text: max_misses(text or str(USUAL_MISSES)))


def _ask_insight() -> str:
    return "count" if click.confirm("Show how many words are left?", default=False) else "none"


def _ask(question: str, read: Callable[[str], Answer]) -> Answer:
    """What a person answers, asked again until `read` takes it."""
    while True:
        text = click.prompt(question, default="", show_default=False, prompt_suffix=" ")
        try:
            return read(text.strip())
        except ValueError as error:
            click.echo(str(error))


def _show(game: JSON) -> None:
    lines = drawing(game["misses"], game["max_misses"], game["status"] == "won")
    for line, text in zip(lines, _texts(game), strict=True):
        click.echo(f"{line}  {text}".rstrip())


def _texts(game: JSON) -> list[str]:
    """What stands beside the drawing, line by line."""
    gap = " " if game["length"] <= SPACED else ""
    remaining, insight = game["remaining_guesses"], game["insight"]
    misses = f"{game['misses']} so far" if remaining is None else f"{remaining} left"
    return [
        "",
        click.style(gap.join(game["pattern"]), bold=True),
        "",
        f"guessed: {' '.join(game['guessed_letters'])}",
        f"misses:  {misses}",
        f"words:   {insight['words_remaining']} left" if insight else "",
        "",
    ]


def _tell_the_answer(guess: JSON) -> None:
    offered = guess.get("letter") or guess["word"]
    if guess["hit"]:
        places = ", ".join(str(position + 1) for position in guess["positions"])
        at_places = f" at {places}" if "letter" in guess else ""
        click.secho(f"Yes, {offered}{at_places}.", fg="green")
    else:
        click.secho(f"No {offered}.", fg="red")


def _hint(letters: list[JSON]) -> str:
    shares = [f"{row['letter']} {row['hit_probability']:.0%}" for row in letters[:HINTED]]
    return f"Most words that fit have: {', '.join(shares)}."


def _tell_the_end(game: JSON, confession: JSON) -> None:
    won = game["status"] == "won"
    end, colour = ("You found it.", "green") if won else ("You hang.", "red")
    click.echo(f"{click.style(end, fg=colour)} {_told(game['word'], won, confession)}")
    print_table(
        ["guess", "answer", "words before", "after", "ways to answer"],
        [_row(step) for step in confession["guesses"]],
    )


def _told(word: str, won: bool, confession: JSON) -> str:
    """What the dealer says of the word."""
    if confession["honest"]:
        return f"The word was {word}, and the dealer played fair."
    if won:
        return f"{word} was the only word left to the dealer."
    count = confession["guesses"][-1]["words_after"]
    words = f"{count} words" if count > 1 else "1 word"
    return f"“It was {word},” says the dealer, who never chose a word: {words} still fitted."


def _row(step: JSON) -> list[str]:
    guess = step["guess"]
    answer = "hit" if guess["hit"] else "miss"
    counts = (step["words_before"], step["words_after"], step["families"])
    return [guess.get("letter") or guess["word"], answer, *map(str, counts)]
