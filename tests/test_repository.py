"""What the repository says of itself is so."""

import re
import shlex
import shutil
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import click
import pytest
import yaml

from service.api.problems import PROBLEM_TYPES
from service.cli.commands import hangman
from service.rosters import DEALERS, GUESSERS
from service.settings import Settings, example
from tests.live.running import Service
from tests.programs import ROOT, environment, run
from tools.manual import manual
from tools.rerun import CHANGING, COMMENT, CONSOLE, HOST, Shell, commands_of, rerun

README = (ROOT / "README.md").read_text()
CONTRACT = (ROOT / "openapi.yaml").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()
TEXTS = (ROOT / "service" / "web" / "static" / "texts.js").read_text()
PAGES = {
    str(path.relative_to(ROOT)): path.read_text()
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
}
QUICK = ("README.md", "docs/api.md", "docs/dictionaries.md", "docs/terminal.md")
LINK = re.compile(r"\]\(([^)\s]+)\)")
LONGEST = 150  # lines of the README
NUMBERS = [
    "No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven",
]  # fmt: skip


def table(page: str) -> dict[str, list[str]]:
    """The rows of a page's tables by what stands in backticks in their first cell."""
    lines = [line for line in page.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]
    return {name: row for row in rows for name in re.findall(r"`([^`]+)`", row[0])}


def in_blocks() -> list[tuple[str, str]]:
    """Each `hangman …` command in a console block, without `hangman`, and its page."""
    return [
        (name, command)
        for name, page in PAGES.items()
        for block in CONSOLE.finditer(page)
        for line in commands_of(block["session"])
        for command in re.findall(r"(?:^|[ (])hangman ([a-z].*?)(?= ?[|;]|$)", line)
    ]


def indented() -> list[str]:
    """The commands that stand in a page as indented lines, each once."""
    pattern = re.compile(r"^    (.*\.venv/bin/hangman .*)$", re.MULTILINE)
    return list(dict.fromkeys(line for page in PAGES.values() for line in pattern.findall(page)))


def sessions() -> list[list[str]]:
    """The indented commands; a check stands with the command that proves what is checked."""
    together: list[list[str]] = []
    for line in indented():
        if " analyze check " in line:
            together[-1].append(line)
        else:
            together.append([line])
    return together


def test_readme_is_short_and_has_one_picture() -> None:
    assert len(README.splitlines()) <= LONGEST
    assert README.count("![") == 1  # a package index shows its text: the address is relative


def test_every_page_is_in_the_index() -> None:
    index = set(LINK.findall(PAGES["docs/README.md"]))

    assert {name.removeprefix("docs/") for name in PAGES if name.startswith("docs/")} <= {
        *index,
        "README.md",
    }


@pytest.mark.parametrize("name", [*PAGES, "CHANGELOG.md", "SECURITY.md"])
def test_links_lead_somewhere(name: str) -> None:
    page = (ROOT / name).read_text()
    for link in LINK.findall(page):
        if link.startswith(("http://", "https://")):
            continue
        path, _, heading = link.partition("#")
        target = (ROOT / name).parent / path if path else ROOT / name
        assert target.exists(), link
        if heading:
            headings = re.findall(r"^#+ (.*)$", target.read_text(), re.MULTILINE)
            assert heading in [anchor(text) for text in headings], link


def anchor(heading: str) -> str:
    """What a heading is called in a link."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_every_setting_is_documented_with_its_default() -> None:
    assert (ROOT / ".env.example").read_text() == example()


def test_manual_page_is_made_from_the_commands() -> None:
    assert (ROOT / "docs" / "hangman.1").read_text() == manual(), "make docs"
    defaults = dict(re.findall(r"^#([A-Z_]+)=(.*)$", example(), re.MULTILINE))
    rows = table(PAGES["docs/settings.md"])

    assert {name: rows[name][1].strip("`") for name in defaults if name in rows} == defaults
    assert len(defaults) == len(fields(Settings))


@pytest.mark.parametrize("name", DEALERS)
def test_every_dealer_is_documented_and_in_the_contract(name: str) -> None:
    [on_the_page, *_] = re.findall(rf'"dealerName\.{name}": "(.+)"', TEXTS)  # English comes first

    assert table(PAGES["docs/dealers-and-guessers.md"])[name][1] == on_the_page
    assert f'"dealer.{name}": ' in TEXTS
    assert name in CONTRACT


@pytest.mark.parametrize("name", GUESSERS)
def test_every_guesser_is_documented_and_in_the_contract(name: str) -> None:
    assert name in table(PAGES["docs/dealers-and-guessers.md"])
    assert name in CONTRACT


def test_changelog_knows_how_many_dealers_and_guessers_there_are() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text()
    dealers, guessers = NUMBERS[len(DEALERS)], NUMBERS[len(GUESSERS)]

    assert all(f"`{name}`" in changelog for name in DEALERS)
    assert f"{dealers} dealers" in changelog
    assert f"{guessers} guessers" in changelog


def test_every_call_is_documented() -> None:
    documented = set(table(PAGES["docs/api.md"]))
    calls = {
        f"{method.upper()} {path}"
        for path, item in yaml.safe_load(CONTRACT)["paths"].items()
        for method in item
        if method in ("get", "post", "put", "patch", "delete")
    }

    assert calls == {name for name in documented if name.startswith(("GET", "POST", "DELETE"))}


def test_every_problem_is_in_the_contract() -> None:
    assert all(kind.type in CONTRACT for kind in PROBLEM_TYPES)


def test_every_command_explains_itself_and_is_documented() -> None:
    documented = table(PAGES["docs/terminal.md"])
    for name, command in hangman.commands.items():
        assert command.help, name
        assert f"hangman {name}" in documented


def test_every_experiment_is_documented() -> None:
    analyze = hangman.commands["analyze"]
    assert isinstance(analyze, click.Group)

    for name in analyze.commands:
        assert any(f"hangman analyze {name}" in line for line in indented()), name


def test_every_make_target_has_a_line_of_help() -> None:
    [phony] = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)

    explained = set(re.findall(r"^([a-z-]+):.* ## ", MAKEFILE, re.MULTILINE))

    assert set(phony.split()) == explained


def test_every_page_with_commands_is_made_again_by_make() -> None:
    with_commands = {
        name for name, page in PAGES.items() if CONSOLE.search(page) or COMMENT.search(page)
    }
    by_itself = {"docs/scaling.md"}  # python -m tools.rerun docs/scaling.md: it needs nginx

    made = set(re.findall(r"[\w/-]+\.md", re.sub(r"##.*", "", MAKEFILE)))

    assert with_commands - by_itself == made


@pytest.mark.parametrize(("page", "line"), in_blocks())
def test_every_command_in_a_block_can_be_given(page: str, line: str) -> None:
    words = shlex.split(line.replace("$guesser", "careful"))
    command: click.Command = hangman
    context = click.Context(hangman)
    while isinstance(command, click.Group):
        found = command.get_command(context, words.pop(0))
        assert found, f"{page}: hangman {line}"
        command = found
    with suppress(click.exceptions.Exit):  # --help
        command.make_context("hangman", words)  # raises where an option or argument is wrong


def test_documents_have_commands() -> None:
    assert len(in_blocks()) >= 20
    assert len(indented()) == 21


def test_each_comment_that_is_filled_has_a_command_of_its_own() -> None:
    commands = [block["command"] for page in PAGES.values() for block in COMMENT.finditer(page)]

    assert len(commands) >= 6
    assert not [command for command in commands if "-->" in command]


@pytest.mark.parametrize("name", QUICK)
def test_commands_of_a_page_print_what_it_says(name: str, service: Service, tmp_path: Path) -> None:
    page = PAGES[name]
    shell = Shell(tmp_path, service.url.removeprefix("http://"))

    again = rerun(page, shell)

    assert not shell.failed
    assert CHANGING.sub("…", again) == CHANGING.sub("…", page)


def test_commands_run_in_a_home_of_their_own_outside_the_checkout(tmp_path: Path) -> None:
    assert Shell(tmp_path).printed(["pwd", "echo ~"]) == [f"{tmp_path}\n"] * 2


def test_game_of_the_readme_asks_the_service() -> None:
    [block] = CONSOLE.finditer(README)

    assert sum("curl" in command for command in commands_of(block["session"])) >= 8
    assert HOST in block["session"]


@pytest.mark.parametrize("commands", sessions(), ids=lambda commands: str(commands[0]).strip())
def test_indented_commands_of_the_documents_work(commands: list[str], tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("cat\ndog\n")
    (tmp_path / "wörter.txt").write_text("Straße\nschön\n")
    program = shutil.which("hangman", path=str(ROOT / ".venv" / "bin"))
    assert program, "make test puts it there"

    for command in commands:
        shell = ("bash", "-c", command.replace(".venv/bin/hangman", program))
        ran = run(*shell, folder=tmp_path, environ=environment(tmp_path))
        assert ran.returncode == 0, ran.stderr
