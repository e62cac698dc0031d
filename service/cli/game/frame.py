"""The frame of a game on a screen: drawing, word, letters, and what was said."""

from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from service.cli.client import JSON
from service.cli.game.gallows import MAN, drawing
from service.cli.game.sentences import spaced

TAKEN: Final = "red strike"  # what the dealer takes from the player, here as on the page
KEPT: Final = "bold"
HELP: Final = "a letter guesses it   = the whole word   ? hint   Ctrl-C ends"


def frame(game: JSON, alphabet: str, said: str) -> RenderableType:
    """The frame, which fits into 80 × 24 characters, and into 40 × 24."""
    grid = Table.grid(padding=(0, 2))
    grid.add_row(_drawn(game), Group(*_beside(game, alphabet)))
    ways = Text(HELP if game["status"] == "in_progress" else "", "dim")
    return Group(Text(), grid, Text(), Text(said, KEPT), ways)


def _drawn(game: JSON) -> Text:
    won = game["status"] == "won"
    lines = Text("\n".join(drawing(game["misses"], game["max_misses"], won)))
    if game["status"] == "lost":
        columns = len(lines.plain.partition("\n")[0]) + 1
        for row, column, _ in MAN:
            lines.stylize("red", row * columns + column, row * columns + column + 1)
    return lines


def _beside(game: JSON, alphabet: str) -> list[Text]:
    guessed = game["guessed_letters"]
    free = [letter for letter in alphabet if letter not in guessed]
    missed = [*game["wrong_letters"], *game["wrong_words"]]
    return [
        Text(f"{game['length']} letters, {_misses(game)}"),
        Text(),
        Text(spaced(game), KEPT, no_wrap=len(game["pattern"]) > 40, overflow="fold"),
        Text(),
        Text.assemble("free    ", (" ".join(free), "")),
        Text.assemble("missed  ", *_struck(missed)),
        Text(f"words   {game['insight']['words_remaining']:,} left" if game["insight"] else ""),
    ]


def _struck(missed: list[str]) -> list[tuple[str, str]]:
    return [part for each in missed for part in ((each, TAKEN), (" ", ""))]


def _misses(game: JSON) -> str:
    remaining = game["remaining_guesses"]
    if remaining is None:
        return f"{game['misses']} misses so far"
    return f"{remaining} miss{'' if remaining == 1 else 'es'} left"
