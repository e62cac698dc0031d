"""A progress bar on standard error, if a person watches."""

import sys
from contextlib import AbstractContextManager
from typing import Any

import click

from service.cli.terminal import is_dumb


def progress(steps: int, label: str) -> AbstractContextManager[Any]:
    """Something with `update(steps)`: a bar on a terminal, nothing elsewhere."""
    return click.progressbar(
        length=steps,
        label=label,
        file=sys.stderr,
        update_min_steps=1 + steps // 200,
        hidden=is_dumb() or not sys.stderr.isatty(),
    )
