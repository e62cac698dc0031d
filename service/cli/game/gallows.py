"""The gallows in characters: drawn one after another, an equal share of them for each miss."""

from collections.abc import Iterable
from typing import Final

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


def drawing(misses: int, max_misses: int | None, won: bool) -> list[str]:
    """The lines of the drawing: whole at the last miss; a free man if nobody hangs."""
    if max_misses is None:
        return _lines((*GALLOWS, *FREE))
    strokes = (*GALLOWS, *MAN)
    drawn = strokes[: len(strokes) * misses // max_misses]
    return _lines((*(stroke for stroke in drawn if stroke not in MAN), *FREE) if won else drawn)


def _lines(strokes: Iterable[tuple[int, int, str]]) -> list[str]:
    canvas = [[" "] * WIDTH for _ in range(HEIGHT)]
    for row, column, character in strokes:
        canvas[row][column] = character
    return ["".join(line) for line in canvas]
