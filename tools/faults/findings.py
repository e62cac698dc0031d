"""What a fault was, how often it was made, what was promised, what was measured."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A line of the table."""

    part: str
    done: str
    times: str
    promised: str
    measured: str
    true: bool  # what was promised, but for seconds
    in_time: bool = True

    @property
    def holds(self) -> bool:
        return self.true and self.in_time

    @property
    def row(self) -> str:
        """The line, in Markdown."""
        verdict = "yes" if self.holds else "**no**"
        cells = (self.part, self.done, self.times, self.promised, self.measured, verdict)
        return f"| {' | '.join(cells)} |"


HEAD = "| | what was done | how often | promised | measured | kept |\n|---|---|---|---|---|---|"
