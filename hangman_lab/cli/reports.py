"""What an experiment has found out, as tables, JSON or a plot."""

from pathlib import Path
from typing import Any, Protocol

from service.cli.json_text import print_json


class Report(Protocol):
    """The outcome of an experiment."""

    def as_json(self) -> dict[str, Any]:
        """All of it."""

    def print(self) -> None:
        """Print tables."""

    def draw(self, path: Path) -> None:
        """Draw it into a file."""


def show(report: Report, as_json: bool, plot: Path | None) -> None:
    """Draw a report if that is wanted, and print it."""
    if plot:
        report.draw(plot)
    if as_json:
        print_json(report.as_json())
    else:
        report.print()
