"""What the documents of the laboratory say can be done."""

import re
from pathlib import Path

import pytest

from hangman_lab.cli.commands import hangman_lab
from tests.test_repository import PAGES, can_be_given, indented, run_indented
from tools.rerun import CONSOLE, commands_of


def in_blocks() -> list[tuple[str, str]]:
    """Each use of `hangman-lab` in a console block, without its name, and its page."""
    return [
        (name, command)
        for name, page in PAGES.items()
        for block in CONSOLE.finditer(page)
        for line in commands_of(block["session"])
        for command in re.findall(r"(?:^|[ (])hangman-lab ([a-z].*?)(?= ?[|;)>]|$)", line)
    ]


def sessions() -> list[list[str]]:
    """The indented commands; a check stands with the command that proves what is checked."""
    together: list[list[str]] = []
    for line in indented("hangman-lab"):
        if " check " in line:
            together[-1].append(line)
        else:
            together.append([line])
    return together


def test_every_command_is_documented() -> None:
    for name in hangman_lab.commands:
        assert any(f"hangman-lab {name}" in line for line in indented("hangman-lab")), name


@pytest.mark.parametrize(("page", "line"), in_blocks())
def test_every_command_in_a_block_can_be_given(page: str, line: str) -> None:
    assert can_be_given(hangman_lab, line), page


def test_documents_have_commands() -> None:
    assert len(in_blocks()) >= 15
    assert len(indented("hangman-lab")) == 13


@pytest.mark.parametrize("commands", sessions(), ids=lambda commands: str(commands[0]).strip())
def test_indented_commands_of_the_documents_work(commands: list[str], tmp_path: Path) -> None:
    run_indented("hangman-lab", commands, tmp_path)
