"""JSON on standard output."""

from typing import Any

import click


def print_json(value: Any) -> None:
    """Print a value, whose dataclasses become objects, in one line."""
    import orjson

    click.echo(orjson.dumps(value).decode())
