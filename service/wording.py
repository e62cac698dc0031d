"""How texts for people count things and list them, in English."""

from collections.abc import Iterable, Sequence


def counted(number: int, singular: str, plural: str = "") -> str:
    """A number of things: `1 word`, `2 words`; by default, the plural ends in s."""
    return f"{number:,} {singular if number == 1 else plural or f'{singular}s'}"


def listed(texts: Sequence[str], conjunction: str = "and") -> str:
    """Several texts in a sentence: `a, b and c`."""
    *others, last = texts
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def runs(numbers: Iterable[int]) -> list[range]:
    """The runs of consecutive numbers, in order: of 2, 3, 4 and 7 they are 2 to 4, and 7."""
    ordered = sorted({*numbers})
    starts = [number for number in ordered if number - 1 not in ordered]
    ends = [number for number in ordered if number + 1 not in ordered]
    return [range(start, end + 1) for start, end in zip(starts, ends, strict=True)]


def ranges(numbers: Iterable[int]) -> str:
    """Numbers in a sentence: `2 to 15 and 17`."""
    return listed(
        [f"{run[0]} to {run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs(numbers)]
    )
