"""What became of the lines of a word list, as a table."""

from service.cli.tables import print_table
from service.dictionaries.word_list import Dropped, Sifting


def print_report(sifting: Sifting) -> None:
    """Print by length how many lines are words, and why the others were dropped."""
    counts = sifting.words_per_length()
    reasons = [reason for reason in Dropped if any(r == reason for _, r in sifting.dropped)]
    lengths = sorted(counts.keys() | {length for length, _ in sifting.dropped})
    rows = [
        [str(n), str(counts[n]), *[str(sifting.dropped[n, reason]) for reason in reasons]]
        for n in lengths
    ]
    rows.append(["all", str(counts.total()), *[_total(sifting, reason) for reason in reasons]])
    print_table(["length", "words", *[f"dropped:\n{reason}" for reason in reasons]], rows)


def _total(sifting: Sifting, reason: Dropped) -> str:
    return str(sum(count for (_, why), count in sifting.dropped.items() if why == reason))
