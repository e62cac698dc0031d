"""The frame of a game: the gallows, the word, the letters, and a sentence below them."""

from collections.abc import Iterable
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from service.choices import MOST_MISSES
from service.engine.writing import Writing, characters
from service.play.hints import RankedLetterView
from service.play.requests import Guess
from service.play.views import AnsweredView, GameView, InsightView
from service.wording import counted

HEIGHT: Final = 7
WIDTH: Final = 16
GALLOWS: Final = (
    *((6, column, "=") for column in range(9)),
    *((row, 2, "|") for row in range(5, 0, -1)),
    *((0, column, character) for column, character in enumerate("+-----+", start=2)),
    (1, 8, "|"),
)
MAN: Final = ((2, 8, "O"), (3, 8, "|"), (3, 7, "/"), (3, 9, "\\"), (4, 7, "/"), (4, 9, "\\"))
FREE: Final = (
    (3, 12, "\\"), (3, 13, "O"), (3, 14, "/"), (4, 13, "|"), (5, 12, "/"), (5, 14, "\\"),
)  # fmt: skip
STRUCK: Final = "red strike"  # misses and dropped words, as on the page
BOLD: Final = "bold"
HINTED: Final = 8  # letters
SPACED: Final = 20  # letters: a longer word is printed without gaps, to fit in 40 columns
HELP: Final = "= whole word   ? hint   Ctrl-D leaves"


def frame(game: GameView, alphabet: str, sentence: str) -> RenderableType:
    """The frame; it fits into 80 × 24 characters, and into 40 × 15 if it does not list words."""
    facts = Text(f"{game.length} letters, {_misses(game)}")
    gap = " " if game.length <= SPACED else ""
    word = Text(gap.join(game.pattern), BOLD, overflow="fold")
    missed = struck([*game.wrong_letters, *game.wrong_words])
    free = " ".join(letter for letter in alphabet if letter not in game.guessed_letters)
    grid = Table.grid(padding=(0, 2))
    below_free = [Text(line) for line in _insight(game.insight)]
    grid.add_row(_gallows(game), Group(Text(), Text(f"free    {free}"), Text(), *below_free))
    ways = [Text(HELP, "dim")] if game.status == "in_progress" else []
    below = Text(sentence, BOLD)
    return Group(facts, Text(), word, Text("missed  ") + missed, grid, below, *ways)


def _gallows(game: GameView) -> Text:
    won = game.status == "won"
    lines = Text("\n".join(drawing(game.misses, game.max_misses, won)))
    if game.status == "lost":
        columns = len(lines.plain.partition("\n")[0]) + 1
        for row, column, _ in MAN:
            lines.stylize("red", row * columns + column, row * columns + column + 1)
    return lines


def struck(texts: Iterable[str]) -> Text:
    """Some texts, struck through, with gaps that are not."""
    return Text(" ").join(Text(text, STRUCK) for text in texts)


def _insight(insight: InsightView | None) -> list[str]:
    """What the player chose to see of the words left: a line, and the words below it if any."""
    if insight is None:
        return []
    score = "" if insight.cheat_score is None else f", cheat score {insight.cheat_score:,}"
    return [f"words   {insight.words_left:,} left{score}", " ".join(insight.words or [])]


def _misses(game: GameView) -> str:
    if game.max_misses == MOST_MISSES:
        return f"{counted(game.misses, 'miss', 'misses')} so far"
    return f"{counted(game.remaining_guesses, 'miss', 'misses')} left"


def drawing(misses: int, max_misses: int, won: bool) -> list[str]:
    """The lines of the drawing: complete at the last miss, with a free man if nobody hangs."""
    strokes, is_endless = (*GALLOWS, *MAN), max_misses == MOST_MISSES
    if not is_endless:
        strokes = strokes[: len(strokes) * misses // max_misses]
    if won or is_endless:
        strokes = (*(stroke for stroke in strokes if stroke not in MAN), *FREE)
    canvas = [[" "] * WIDTH for _ in range(HEIGHT)]
    for row, column, character in strokes:
        canvas[row][column] = character
    return ["".join(line) for line in canvas]


def guess_in(text: str, game: GameView, writing: Writing) -> Guess:
    """Read a guess that was typed: a letter, or a word after `=`. Raises ValueError."""
    if text.startswith("="):
        return Guess(text[1:].strip(), is_word=True)
    letter = writing.read(text)
    if len(characters(letter)) != 1 or not letter[0].isalpha():
        raise ValueError("One letter, please; ? for a hint, =word for the whole word.")
    if letter in game.guessed_letters:
        raise ValueError(f"You have guessed {letter} before.")
    return Guess(letter)


def guess_text(guess: AnsweredView) -> str:
    """The letter or the word."""
    return guess.letter or guess.word or ""


def at_places(guess: AnsweredView) -> str:
    """Where a letter is, counted from 1; nothing for a word."""
    places = ", ".join(str(position + 1) for position in guess.positions)
    return f" at {places}" if guess.letter else ""


def hint_sentence(letters: Iterable[RankedLetterView]) -> str:
    """A hint as a sentence."""
    shares = [f"{row.letter} {row.share_with:.0%}" for row in letters][:HINTED]
    return f"Most words that fit have: {', '.join(shares)}."
