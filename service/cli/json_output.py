"""JSON on standard output."""

from typing import Any

import click


def json_line(value: Any) -> str:
    """A value as JSON; its dataclasses become objects, and keys that are numbers text."""
    import orjson

    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()


def print_json(value: Any) -> None:
    """Print a value as JSON, in one line."""
    click.echo(json_line(value))
