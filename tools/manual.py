"""Writes the manual page of the command: python -m tools.manual > docs/hangman.1"""

import re
from collections.abc import Iterator
from inspect import cleandoc

import click

from service.cli.commands import hangman
from tools.templates import rendered


def manual() -> str:
    """The page, as roff."""
    commands = "\n".join(_commands(hangman, "hangman"))
    return rendered("hangman.1.jinja", {}, commands=commands)


def _commands(command: click.Command, path: str) -> Iterator[str]:
    """The section of a command; for a group, those of its commands."""
    if isinstance(command, click.Group):
        for name, subcommand in sorted(command.commands.items()):
            yield from _commands(subcommand, f"{path} {name}")
        return
    context = click.Context(command, info_name=path)
    yield f'.SS "{_quoted(path)} {_quoted(" ".join(command.collect_usage_pieces(context)))}"'
    yield from _paragraphs(cleandoc(command.help or ""))
    options = (each for each in command.params if isinstance(each, click.Option))
    records = (option.get_help_record(context) for option in options)
    for names, meaning in filter(None, records):
        yield f".TP\n.B {_quoted(names)}\n{_quoted(meaning)}"


def _paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a help text; those that begin with \b keep their lines, as click has it."""
    for paragraph in re.split(r"\n\s*\n", text):
        if paragraph.startswith("\b"):
            yield f".PP\n.nf\n{_quoted(paragraph.strip())}\n.fi"
        else:
            yield f".PP\n{_quoted(' '.join(paragraph.split()))}"


def _quoted(text: str) -> str:
    """The text with backslashes, hyphens and leading dots escaped for roff."""
    text = text.replace("\b", "").strip("\n").replace("\\", r"\e").replace("-", r"\-")
    text = text.replace("|", r"|\:")  # a line may end after a choice
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


if __name__ == "__main__":
    click.echo(manual(), nl=False)
