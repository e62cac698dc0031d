"""A progress bar on standard error, if a person watches."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from service.cli.terminal import is_dumb


@contextmanager
def progress(steps: int, label: str) -> Iterator[Any]:
    """Something with `update(steps)`: a bar on a terminal, nothing elsewhere. It ends at 100 %."""
    bar = click.progressbar(
        length=steps,
        label=label,
        file=sys.stderr,
        update_min_steps=1 + steps // 200,
        hidden=is_dumb() or not sys.stderr.isatty(),
    )
    with bar:
        yield bar
        bar.update_min_steps = 1  # click holds back the last few steps
        bar.update(steps - bar.pos)
