"""Record a game at a terminal for docs/terminal.md, as docs/terminal.svg: `make screenshots`."""

import io
import re
from typing import Final

from rich.console import Console
from rich.text import Text

from tests.cli.commanding import Terminal
from tests.support.programs import ROOT

PICTURE: Final = ROOT / "docs" / "terminal.svg"
COMMAND: Final = (
    "hangman play --dealer largest-family --length 8 --max-misses 4 --insight count --seed 2026"
)
GUESSES: Final = {  # each with what is printed once it is answered
    "e": "3 misses left.",
    "i": "6th letter.",
    "a": "2 misses left.",
    "o": "1 miss left.",
    "r": "shutting.",
}
REMOVED: Final = "\x1b[1A\x1b[2K"  # what rich prints to take a line back
FONT: Final = re.compile(r" *@font-face {.*?}\n", re.DOTALL)  # from elsewhere; the reader's will do
WIDTH: Final = 80


def recorded() -> str:
    """Play the game, and return all that the terminal has got."""
    terminal = Terminal(COMMAND)
    terminal.program.logfile_read = log = io.StringIO()
    terminal.sees("press its key.")
    for letter, answer in GUESSES.items():
        terminal.types(letter)
        terminal.sees(answer)
    terminal.sees("Another game?")
    terminal.types("n")
    terminal.sees_the_end()
    return log.getvalue()


def screen(printed: str) -> list[Text]:
    """The lines that are left on the screen, with their colours."""
    lines = [""]
    for part in re.split(rf"({re.escape(REMOVED)}|\r?\n)", printed):
        match part:
            case "\n" | "\r\n":
                lines.append("")
            case _ if part == REMOVED:
                lines.pop()
                lines[-1] = ""
            case _:
                lines[-1] += re.sub(r"\x1b\[\??[0-9]+[hlK]|\r", "", part)
    return [Text.from_ansi(line.rstrip()) for line in lines]


def record() -> None:
    """Write the picture."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), highlight=False)
    console.print(Text(f"$ {COMMAND}", style="bold"))
    for line in screen(recorded()):
        console.print(line)
    picture = console.export_svg(title="A game at a terminal", unique_id="terminal")
    PICTURE.write_text(re.sub(FONT, "", picture))


if __name__ == "__main__":
    record()
