"""The table of the misses that an even draw, the best lottery and a perfect cheat force."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hangman_lab.tables import least_misses, lotteries
from service.cli.console import print_json, print_table
from service.cli.environment import named

if TYPE_CHECKING:
    from service.dictionaries.dictionary import Dictionary


@dataclass(frozen=True)
class Hardness:
    """The misses of a perfect player: `even` on average if all words are equally likely, between
    `lower` and `upper` with the best lottery, `forced` with a perfect cheat. None if unknown.
    """

    length: int
    words: int
    even: float | None
    lower: float
    upper: float
    forced: int | None
    drawn: int
    strategies: int


def show_table(name: str, *, as_json: bool, plot: Path | None) -> None:
    """Print the results of each length that has a lottery, and draw them if `plot` is a file."""
    rows = _rows(named(name))
    if plot:
        _draw(rows, f"{name}: misses that a perfect player makes", plot)
    if as_json:
        print_json(rows)
        return
    heads = ["length", "words", "even", "lottery", "cheat", "drawn from", "strategies"]
    print_table(heads, [_cells(row) for row in rows])


def _rows(dictionary: "Dictionary") -> list[Hardness]:
    rows, best = [], least_misses(dictionary, "even")
    for length, lottery in lotteries(dictionary).items():
        words = dictionary.description.words_per_length[length]
        least, forced = best.get(length), dictionary.misses_forced.get(length)
        rows.append(
            Hardness(
                length,
                words,
                None if least is None else least / words,
                lottery.lower,
                lottery.upper,
                forced.lower if forced and forced.exact else None,
                len(lottery.weights),
                lottery.strategies,
            )
        )
    return rows


def _draw(rows: list[Hardness], title: str, path: Path) -> None:
    """Lines: the misses by an even draw, by the best lottery and by a perfect cheat, by length."""
    from hangman_lab.cli.reports import draw_by_length

    lines: dict[str, dict[int, float]] = {
        "perfect cheat": {row.length: row.forced for row in rows if row.forced is not None},
        "best lottery": {row.length: row.upper for row in rows},
        "drawn evenly": {row.length: row.even for row in rows if row.even is not None},
    }
    draw_by_length(lines, "misses", title, path)


def bounds_cell(lower: float, upper: float) -> str:
    """Both bounds, or one if they look the same."""
    least, most = f"{lower:.4f}", f"{upper:.4f}"
    return least if least == most else f"{least}–{most}"


def _cells(row: Hardness) -> list[str]:
    return [
        str(row.length),
        f"{row.words:,}",
        "not known" if row.even is None else f"{row.even:.4f}",
        bounds_cell(row.lower, row.upper),
        "not known" if row.forced is None else str(row.forced),
        f"{row.drawn:,}",
        f"{row.strategies:,}",
    ]
