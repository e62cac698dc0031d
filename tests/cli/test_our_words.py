"""No text of click reaches a person: every option and argument is given wrong values."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import pytest

from hangman_lab.cli.commands import hangman_lab
from service.cli.commands import hangman
from service.cli.usage import sentence_of
from service.engine.errors import HangmanError
from tests.cli.commanding import paths, run

TRANSLATED: Final = ("_", "ngettext")  # the functions that click's texts go through
WORDS: Final = re.compile("[a-z]+ [a-z]+", re.IGNORECASE)  # not only what is in braces
WRONG: Final = ("", "x", "-1", "1.5", "9" * 30, "nowhere.txt", "/", "x.py", "x:y")


def texts_of_click() -> re.Pattern[str]:
    """Every text that click can print, with anything in place of its braces."""
    texts = {
        str(constant.value)
        for file in Path(click.__file__).parent.glob("*.py")
        for call in ast.walk(ast.parse(file.read_text()))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in TRANSLATED
        for constant in call.args
        if isinstance(constant, ast.Constant) and WORDS.search(str(constant.value))
    }
    assert len(texts) > 40
    forms = (re.sub(r"\\{[^}]*\\}", ".*", re.escape(text.rstrip("."))) for text in texts)
    return re.compile("|".join(sorted(forms)))


CLICK: Final = texts_of_click()
COMMANDS: Final[list[tuple[click.Command, tuple[str, ...]]]] = [
    (group, path) for group in (hangman, hangman_lab) for path in paths(group) if path
]


def command_at(group: click.Command, path: tuple[str, ...]) -> click.Command:
    for name in path:
        assert isinstance(group, click.Group)
        group = group.commands[name]
    return group


def wrong_lines(command: click.Command) -> Iterator[list[str]]:
    """Arguments that are missing, too many, or wrong; each may also be right."""
    yield from ([], ["--frobnicate"], ["-z"], ["x"] * 9)
    arguments = sum(isinstance(each, click.Argument) for each in command.params)
    for wrong in WRONG:
        yield [wrong] * arguments
    for option in command.params:
        if isinstance(option, click.Option) and option.name not in ("help", "version"):
            name = option.opts[0]
            if option.prompt:
                continue  # without a value, it asks a person
            yield from ([name], [f"{name}=x", *["x"] * arguments], ["x"] * arguments + [name])
            yield from ([*["x"] * arguments, name, wrong] for wrong in WRONG)


@pytest.mark.parametrize(("group", "path"), COMMANDS, ids=str)
def test_wrong_command_line_is_refused_in_our_words(
    group: click.Command, path: tuple[str, ...]
) -> None:
    command, sentences = command_at(group, path), set[str]()
    for line in wrong_lines(command):
        try:
            command.make_context(" ".join(path), line)
        except click.exceptions.NoArgsIsHelpError:
            continue
        except click.UsageError as error:
            sentences.add(sentence_of(error))
        except HangmanError as error:
            sentences.add(str(error))
    assert len(sentences) > 1
    assert [each for each in sentences if CLICK.search(each)] == []


@pytest.mark.parametrize("path", [path for path in paths(hangman) if path], ids=str)
def test_help_shows_no_types_of_click_and_explains_each_option(path: tuple[str, ...]) -> None:
    command = command_at(hangman, path)
    shown = run(" ".join(path), "--help").stdout
    assert not re.search(r"INTEGER|RANGE|FLOAT|\bx[<>]=|<=x", shown)
    options = [each for each in command.params if isinstance(each, click.Option)]
    assert [each.name for each in options if not each.help] == []
