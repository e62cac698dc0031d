"""The terminal: what it can show, tables, a progress bar, questions, and JSON.

JSON from elsewhere cannot control it: its control characters are escaped.
"""

import json
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import click

from service.wording import runs

if TYPE_CHECKING:
    from rich.console import Console

JSON: TypeAlias = dict[str, Any]
Choice = TypeVar("Choice")

LEAVES: Final = "q"  # ends the command at a question; in a game it is a letter

# Control characters, line separators, overrides of the direction, and halves of characters.
STEERING: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def wants_colours() -> bool:
    """Whether colours may be used: NO_COLOR is not set, and the terminal is not a dumb one."""
    return not os.environ.get("NO_COLOR") and not is_dumb()


def is_dumb() -> bool:
    """Whether the terminal can only print lines."""
    return os.environ.get("TERM") == "dumb"


def ranges(lengths: list[int]) -> str:
    """Lengths for a table or a question, where there is little room: 2–5, 7."""
    return ", ".join(
        f"{run[0]}–{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs(lengths)
    )


def console(*, stderr: bool = False) -> "Console":
    """Standard output or error for rich; without colours and bold if the user turned them off.

    Text is printed without markup: a word from a service could contain some, such as a link.
    """
    from rich.console import Console  # costs 0.1 s, which only tables and games pay

    return Console(
        stderr=stderr,
        highlight=False,
        markup=False,
        emoji=False,
        color_system="auto" if wants_colours() else None,
    )


def print_table(heads: list[str], rows: list[list[str]], texts: Collection[str] = ()) -> None:
    """Print rows under heads; the first column and those of `texts` are left-aligned."""
    from rich.table import Table

    table = Table(*heads, box=None, pad_edge=False)
    for head, column in list(zip(heads, table.columns, strict=True))[1:]:
        column.justify = "left" if head in texts else "right"
    for row in rows:
        table.add_row(*row)
    printer = console()
    with printer.capture() as captured:
        printer.print(table)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


@contextmanager
def progress(steps: int | None, label: str) -> Iterator[Callable[[float], None]]:
    """A progress bar on standard error, as a function to call with the steps just done.

    It is shown only on a terminal, and ends at 100 %. If nobody knows how many `steps` there are,
    it only shows that something is going on, and goes away at the end.
    """
    if is_dumb() or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
    from rich.table import Column

    with Progress(
        TaskProgressColumn(),
        BarColumn(20),
        # On a narrow terminal the label is cut off first, and then the bar.
        TextColumn("{task.description}", markup=False, table_column=Column(overflow="ellipsis")),
        console=console(stderr=True),
        transient=steps is None,
        redirect_stdout=False,  # to the terminal: a pipe would miss it
    ) as bar:
        task = bar.add_task(label, total=steps)
        yield lambda done: bar.advance(task, done)
        bar.update(task, completed=steps)


def ask_choice(question: str, answers: Mapping[str, Choice]) -> Choice:
    """The person's choice, by the first letter or digit of the answer; “” is Enter alone."""

    def chosen(text: str) -> Choice:
        if text[:1].lower() not in answers:
            raise click.BadParameter(f"Type one of {', '.join(filter(None, answers))}.")
        return answers[text[:1].lower()]

    return ask(question, chosen)


def ask(question: str, read: Callable[[str], Choice]) -> Choice:
    """Ask a person, again if `read` raises BadParameter, and return what `read` returns.

    Raises Abort at `q`, and at the end of the input.
    """

    def answered(text: str) -> Choice:
        if text.strip().lower() == LEAVES:
            raise click.Abort
        return read(text.strip())

    answer: Choice = click.prompt(
        question, default="", show_default=False, prompt_suffix=" ", value_proc=answered
    )
    return answer


def parse_json(data: bytes) -> Any:
    """Parse JSON, and escape the control characters in its texts. Raises ValueError."""
    try:
        return _with_visible_text(json.loads(data))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def visible(text: str) -> str:
    r"""A text with its control characters as Python escapes them: the key Escape is `\x1b`."""
    return STEERING.sub(lambda steering: steering[0].encode("unicode_escape").decode(), text)


def json_line(value: Any) -> str:
    """A value as JSON; its dataclasses become objects, and keys that are numbers text."""
    import orjson

    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()


def print_json(value: Any) -> None:
    """Print a value as JSON, in one line."""
    click.echo(json_line(value))


def _with_visible_text(value: Any) -> Any:
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, list):
        return [_with_visible_text(item) for item in value]
    if isinstance(value, dict):
        return {visible(name): _with_visible_text(member) for name, member in value.items()}
    return value
