"""A fault: what is done, what is promised, how it is measured, and what was found."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias


@dataclass(frozen=True)
class Finding:
    """The measurement of a fault, or of one case of it, which may have a promise of its own."""

    times: str
    measured: str
    true: bool  # whether the promise holds, times aside
    in_time: bool = True
    case: str = ""
    promised: str = ""

    @property
    def holds(self) -> bool:
        return self.true and self.in_time


Measure: TypeAlias = Callable[[Path], Iterator[Finding]]  # in a folder of its own


@dataclass(frozen=True)
class Fault:
    """A row of the table of faults; `brief` makes it for a moment, as CI does."""

    done: str
    promised: str
    measure: Measure
    brief: Measure | None = None

    def row(self, finding: Finding) -> str:
        """The row of a finding, in Markdown."""
        done = f"{self.done}: {finding.case}" if finding.case else self.done
        verdict = "yes" if finding.holds else "**no**"
        promised = finding.promised or self.promised
        return f"| {' | '.join([done, finding.times, promised, finding.measured, verdict])} |"


HEAD = "| what was done | how often | promised | measured | kept |\n|---|---|---|---|---|"
