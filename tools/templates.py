"""Texts from the templates beside this module."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

Filters: TypeAlias = Mapping[str, Callable[..., str]]


def rendered(template: str, filters: Filters, **values: Any) -> str:
    """The text of a template with these values."""
    folder = FileSystemLoader(Path(__file__).parent)
    jinja = Environment(
        loader=folder,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        autoescape=select_autoescape(["html.jinja"]),
    )
    jinja.filters |= filters
    return jinja.get_template(template).render(values)
