"""Texts from the templates that stand beside this module."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def rendered(template: str, filters: Mapping[str, Callable[..., str]], **values: Any) -> str:
    """The text that a template makes of some values."""
    folder = FileSystemLoader(Path(__file__).parent)
    jinja = Environment(loader=folder, undefined=StrictUndefined, keep_trailing_newline=True)
    jinja.filters |= filters
    return jinja.get_template(template).render(values)
