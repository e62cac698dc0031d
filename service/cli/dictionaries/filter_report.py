"""What became of the lines of a word list, as a table."""

from service.cli.tables import print_table
from service.dictionaries.word_list import Dropped, FilterResult


def print_report(filtered: FilterResult) -> None:
    """Print by length how many lines are words, and why the others were dropped."""
    counts = filtered.words_per_length()
    reasons = [reason for reason in Dropped if any(r == reason for _, r in filtered.dropped)]
    lengths = sorted(counts.keys() | {length for length, _ in filtered.dropped})
    rows = [
        [str(n), str(counts[n]), *[str(filtered.dropped[n, reason]) for reason in reasons]]
        for n in lengths
    ]
    rows.append(["all", str(counts.total()), *[_total(filtered, reason) for reason in reasons]])
    print_table(["length", "words", *[f"dropped:\n{reason}" for reason in reasons]], rows)


def _total(filtered: FilterResult, reason: Dropped) -> str:
    return str(sum(count for (_, why), count in filtered.dropped.items() if why == reason))
