"""What the repository says of itself is so."""

import re
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest

from service.api.problems import PROBLEM_TYPES
from service.cli.commands import hangman
from service.rosters import DEALERS, GUESSERS
from service.settings import Settings, example
from tests.live.running import Service

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
CONTRACT = (ROOT / "openapi.yaml").read_text()
CHANGING = re.compile(
    r'(?<="id":")\w+|(?<="request_id":")\w+|\d{4}-\d\d-\d\dT[\d:.]+Z'
)  # ids and times


def test_every_setting_is_in_the_readme_and_in_the_example() -> None:
    assert (ROOT / ".env.example").read_text() == example()
    for setting in fields(Settings):
        assert f"`{setting.name.upper()}`" in README, setting.name


@pytest.mark.parametrize("name", DEALERS)
def test_every_dealer_is_in_the_readme_and_in_the_contract(name: str) -> None:
    assert f"`{name}`" in README
    assert name in CONTRACT


@pytest.mark.parametrize("name", GUESSERS)
def test_every_guesser_is_in_the_readme_and_in_the_contract(name: str) -> None:
    assert f"`{name}`" in README
    assert name in CONTRACT


def test_every_problem_is_in_the_contract() -> None:
    assert all(kind.type in CONTRACT for kind in PROBLEM_TYPES)


def test_every_command_explains_itself() -> None:
    for name, command in hangman.commands.items():
        assert command.help, name


def test_every_make_target_has_a_line_of_help() -> None:
    makefile = (ROOT / "Makefile").read_text()
    [phony] = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)

    explained = set(re.findall(r"^([a-z-]+):.* ## ", makefile, re.MULTILINE))

    assert set(phony.split()) == explained


def test_game_of_the_readme_is_played_as_it_says(service: Service) -> None:
    [block] = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    commands = [line[2:] for line in block.splitlines() if line.startswith("$ ")]
    script = "\n".join(f"echo '$ '{shell_quoted(line)}; {line}" for line in commands)

    ran = subprocess.run(
        ["bash", "-c", script.replace("localhost:8000", service.url.removeprefix("http://"))],
        capture_output=True,
        text=True,
        check=True,
    )

    printed = ran.stdout.replace(service.url.removeprefix("http://"), "localhost:8000")
    assert CHANGING.sub("…", printed) == CHANGING.sub("…", block)


def test_commands_of_the_readme_work(tmp_path: Path) -> None:
    commands = re.findall(r"^    (.*\.venv/bin/hangman .*)$", README, re.MULTILINE)
    (tmp_path / "words.txt").write_text("cat\ndog\n")
    (tmp_path / "wörter.txt").write_text("Straße\nschön\n")
    found = shutil.which("hangman", path=str(ROOT / ".venv" / "bin"))
    assert found, "make test puts it there"

    assert len(commands) == 15
    for command in commands:
        subprocess.run(
            command.replace(".venv/bin/hangman", found),
            shell=True,
            cwd=tmp_path,
            env={"HOME": str(tmp_path)},
            check=True,
            capture_output=True,
        )


def shell_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
