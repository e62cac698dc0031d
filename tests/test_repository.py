"""The documents are true, wheels are complete, and tests have an environment of their own."""

import doctest
import os
import re
import shlex
import sys
import sysconfig
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from textwrap import dedent
from zipfile import ZipFile

import click
import pytest
import yaml
from click.testing import CliRunner

from service import __version__
from service.app import create_app
from service.cli.commands import hangman
from service.cli.env_file import SETTINGS, values_of
from service.engine.game import Dealer
from service.engine.guessers import Guesser
from service.play.games import Games
from service.registry import DEALERS, GUESSERS
from service.settings import Settings
from tests.cli.commanding import paths
from tests.support.programs import ROOT, environment, printed, program, run
from tests.support.running import USUAL, Service
from tools.rerun import CHANGING, COMMENT, CONSOLE, Shell, rerun
from tools.settings import GROUPS, entries, example, page

README = (ROOT / "README.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()
TEXTS = (ROOT / "service" / "web" / "static" / "texts.js").read_text()
PAGES = {
    str(path.relative_to(ROOT)): path.read_text()
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
}
QUICK = (
    "README.md", "docs/api.md", "docs/dealers-and-guessers.md", "docs/dictionaries.md",
    "docs/quickstart-web.md", "docs/shell.md", "docs/teaching.md", "docs/terminal.md",
)  # fmt: skip
PLUGINS = PAGES["docs/dealers-and-guessers.md"]
[DEALER, GUESSER] = re.findall(r"^```python\n(.*?)^```", PLUGINS, re.M | re.S)
EXCERPT = re.compile(r"^<!-- from (\S+) -->\n```\w+\n(.*?)^```$", re.M | re.S)
EXCERPTS = [each for page in PAGES.values() for each in EXCERPT.findall(page)]
LINK = re.compile(r"(?:\]\(|<img src=\")([^)\s\"]+)[)\"]")


def table(page: str) -> dict[str, list[str]]:
    """The rows of a page's tables, by each name in backticks in their first cell."""
    lines = [line for line in page.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]
    return {name: row for row in rows for name in re.findall(r"`([^`]+)`", row[0])}


def indented(program: str) -> list[str]:
    """The commands of a program that the pages show as indented lines, each once."""
    pattern = re.compile(rf"^    ((?:.*\.venv/bin/)?{program} .*)$", re.MULTILINE)
    return list(dict.fromkeys(line for page in PAGES.values() for line in pattern.findall(page)))


def can_be_given(program: click.Group, line: str) -> bool:
    """Whether a program has the command of a line; raises if an option or argument is wrong."""
    words = shlex.split(line.replace("$guesser", "careful").replace("$budget", "20"))
    command: click.Command | None = program
    while isinstance(command, click.Group):
        command = command.get_command(click.Context(program), words.pop(0))
    if command:
        with suppress(click.exceptions.Exit):  # --help
            command.make_context("hangman", words)
    return command is not None


def run_indented(program: str, lines: list[str], folder: Path) -> None:
    """Run lines of a document one after another, in a folder that is also their home."""
    for line in lines:
        shell = ("bash", "-c", line.replace(f".venv/bin/{program}", program))
        ran = run(*shell, folder=folder, environ=environment(folder))
        assert ran.returncode == 0, ran.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the documents tell readers to write."""
    files = {"mine.py": DEALER, "halves.py": GUESSER, "words.txt": "cat\ndog\n"}
    for name, text in {**files, "wörter.txt": "Straße\nschön\n"}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_every_page_is_in_the_index() -> None:
    """In the README, or in the index of the developers or of the laboratory."""
    of_lab = {f"docs/lab/{page}" for page in LINK.findall(PAGES["docs/lab/README.md"])}
    assert set(PAGES) - {"README.md"} <= {*LINK.findall(README + CONTRIBUTING), *of_lab}


@pytest.mark.parametrize(
    "name", [*PAGES, "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "data/README.md"]
)
def test_links_lead_somewhere(name: str) -> None:
    page = (ROOT / name).read_text()
    for link in LINK.findall(page):
        if link.startswith(("http://", "https://")):
            continue
        path, _, heading = link.partition("#")
        target = (ROOT / name).parent / path if path else ROOT / name
        assert target.exists(), link
        if heading:
            headings = re.findall(r"^#+ (.*)$", target.read_text().lower(), re.MULTILINE)
            assert heading in [re.sub(r"[^\w -]", "", text).replace(" ", "-") for text in headings]


def unindented(code: str) -> str:
    return "\n".join(map(str.strip, code.strip().splitlines()))


def test_quick_starts_show_code_of_examples() -> None:
    folders = {Path(example).parts[1] for example, _ in EXCERPTS}
    assert folders >= {"web", "kotlin", "swift", "dart"}


@pytest.mark.parametrize(("example", "code"), EXCERPTS)
def test_code_of_a_page_is_that_of_the_example(example: str, code: str) -> None:
    assert unindented(code) in unindented((ROOT / example).read_text())


def test_generated_documents_are_up_to_date() -> None:
    assert (ROOT / ".env.example").read_text() == example(), "make docs"
    assert PAGES["docs/settings.md"] == page(), "make docs"


def test_every_setting_stands_in_one_group_of_the_documents() -> None:
    assert sorted(" ".join(GROUPS.values()).split()) == sorted(entries())


def test_example_of_settings_has_the_defaults(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text(re.sub("^#(?=[A-Z_]+=)", "", example(), flags=re.MULTILINE))
    values = values_of(file)
    assert values.keys() == SETTINGS
    assert Settings.from_environ(values) == Settings()


@pytest.mark.parametrize("name", [*DEALERS, *GUESSERS])
def test_every_dealer_and_guesser_is_documented(name: str) -> None:
    row = table(PLUGINS)[name]
    if name in DEALERS:
        [on_the_page, *_] = re.findall(rf'"dealerName\.{name}": "(.+)"', TEXTS)  # English first
        assert row[1] == on_the_page
        assert f'"dealer.{name}": ' in TEXTS


def test_every_command_is_documented() -> None:
    documented = table(PAGES["docs/terminal.md"])
    assert [name for name in hangman.commands if f"hangman {name}" not in documented] == []


def test_commands_without_json_are_documented() -> None:
    [sentence] = re.findall(r"All but (.*) print JSON with `--json`", PAGES["docs/terminal.md"])
    without = {
        path[0]
        for path in paths(hangman)[1:]
        if path != ("dictionary",)
        and "--json" not in CliRunner().invoke(hangman, [*path, "--help"]).stdout
    }
    assert set(re.findall(r"`([^`]+)`", sentence)) == without


def test_every_make_target_has_a_line_of_help() -> None:
    [phony] = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    explained = set(re.findall(r"^([a-z-]+):.* ## ", MAKEFILE, re.MULTILINE))
    assert set(phony.split()) == explained


def test_workflow_and_hooks_call_only_what_is_here() -> None:
    targets = set(re.findall(r"^([a-z-]+):.* ## ", MAKEFILE, re.MULTILINE))
    workflow = (ROOT / ".github/workflows/ci.yml").read_text()
    commands = re.findall(r"^ +- run: (.*)$", workflow, re.MULTILINE)
    assert commands == ["make ${{ matrix.tests }}", "bash .ci/run"]
    assert set(re.findall(r"tests: ([a-z-]+)", workflow)) <= targets
    for repository in yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]:
        for hook in repository["hooks"]:
            [path, *_] = hook["entry"].split()
            assert path.startswith(".venv/bin/")
            assert Path(sys.executable).with_name(Path(path).name).exists(), path


def test_every_folder_with_a_lock_of_npm_is_kept_up_to_date() -> None:
    updates = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text())["updates"]
    [watched] = [each["directories"] for each in updates if each["package-ecosystem"] == "npm"]
    locks = printed("git", "ls-files", "*package-lock.json").split()
    assert watched == [f"/{Path(lock).parent}" for lock in sorted(locks)]


@pytest.mark.parametrize("command", ["serve --env .env", "serve"])
def test_make_serve_reads_env_if_there_is_one(tmp_path: Path, command: str) -> None:
    if ".env" in command:
        (tmp_path / ".env").touch()
    dry = ("make", "--dry-run", "--old-file=.venv/runtime", "--file", ROOT / "Makefile", "serve")
    assert run(*dry, folder=tmp_path).stdout.split(None, 1)[1].strip() == command


@pytest.mark.parametrize("command", ["serve", "test"])
def test_make_says_that_the_environment_has_another_python(tmp_path: Path, command: str) -> None:
    (tmp_path / "bin").mkdir()
    there, named = tmp_path / "bin" / "python", tmp_path / "named"
    for python, version in ((there, "3.98.0"), (named, "3.99.0")):
        python.write_text(f"#!/bin/sh\n[ $1 = -V ] && echo Python {version}")
        python.chmod(0o755)

    ran = run("make", "--no-print-directory", command, f"VENV={tmp_path}", f"PYTHON={named}")

    line, last = ran.stderr.splitlines()
    assert line.startswith(
        f"make: {tmp_path} has Python 3.98.0, and PYTHON={named} is Python 3.99.0: "
    )
    assert last.endswith("Error 2")
    assert (ran.returncode, ran.stdout) == (2, "")


def test_make_rebuilds_every_page_with_commands() -> None:
    with_commands = {
        name for name, page in PAGES.items() if CONSOLE.search(page) or COMMENT.search(page)
    }
    assert with_commands == set(re.findall(r"[\w/-]+\.md", re.sub(r"##.*", "", MAKEFILE)))


@pytest.mark.parametrize("name", QUICK)
def test_commands_of_a_page_print_what_it_says(name: str, service: Service, tmp_path: Path) -> None:
    page = PAGES[name]
    if re.search(r"^\$ node ", page, re.MULTILINE):
        program("nodejs", "node")
    shell = Shell(tmp_path, service.url.removeprefix("http://"))
    again = rerun(page, shell)
    assert not shell.failed
    assert CHANGING.sub("…", again) == CHANGING.sub("…", page)


@pytest.mark.parametrize("line", indented("hangman"), ids=str.strip)
def test_indented_commands_of_the_documents_work(
    line: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert can_be_given(hangman, line.rpartition("hangman ")[2])
    if ".py:" in line and " try " not in line:  # it plays 200 games
        run_indented("hangman", [line], folder)


def test_plug_ins_of_the_setting_work_as_documented(folder: Path) -> None:
    settings = re.findall(r"`((?:PYTHONPATH=\S+ )?HANGMAN_PLUGINS=\S+?)[ `]", PLUGINS)
    assert len(settings) == 2
    play = "hangman play --dealer fewest-letters --length 5 --max-misses 1"
    run_indented("hangman", [f"echo e | {setting} {play}" for setting in settings], folder)


def test_entry_point_of_a_package_works_as_documented(folder: Path) -> None:
    [project] = re.findall(r"```toml\n(.*?)```", PLUGINS, re.S)
    [[group, points]] = tomllib.loads(dedent(project))["project"]["entry-points"].items()
    lines = [f"{name} = {place}" for name, place in points.items()]
    (folder / "installed-1.0.dist-info").mkdir()
    installed = folder / "installed-1.0.dist-info" / "entry_points.txt"
    installed.write_text("\n".join([f"[{group}]", *lines]))
    run_indented("hangman", ["PYTHONPATH=. hangman solve jazzy --guesser halves"], folder)


@pytest.mark.parametrize("documented", [create_app, Games.guess, Dealer.keep, Guesser.preferences])
def test_example_in_the_docstring_is_true(documented: Callable[..., object]) -> None:
    [example] = doctest.DocTestFinder().find(documented)
    assert example.examples
    assert doctest.DocTestRunner().run(example).failed == 0


def in_wheel(project: Path, folder: Path) -> dict[str, bytes]:
    """Build the wheel of a project into a folder; return the files in it."""
    build = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory")
    ran = run(*build, folder, folder=project)
    assert ran.returncode == 0, ran.stderr
    [wheel] = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_wheel_of_the_laboratory_has_tables_and_plug_ins(tmp_path: Path) -> None:
    contents = in_wheel(ROOT / "hangman_lab", tmp_path)
    tables = [path for path in (ROOT / "hangman_lab" / "data").rglob("*") if path.is_file()]
    [points] = [text for name, text in contents.items() if name.endswith("entry_points.txt")]
    assert {str(path.relative_to(ROOT)) for path in tables} <= contents.keys()
    assert b"lottery = hangman_lab" in points


def test_wheel_has_the_service_alone_and_each_file_once(tmp_path: Path) -> None:
    contents = in_wheel(ROOT, tmp_path)
    folders = {name.partition("/")[0].rpartition(".")[2] for name in contents}
    assert folders == {"service", "dist-info"}
    assert [name for name in contents if name.endswith("licenses/data/LICENSE")]  # the words'
    # The licences of languages are beside their words, too.
    each = {name: text for name, text in contents.items() if "/licenses/data/" not in name}
    assert len(each) == len(set(each.values()))
    assert not [name for name in contents if "/web/static/" in name and name.endswith(".js")]


ALLOWED = {"PATH", "PYTHONPATH", "PYTHONWARNINGS", "LANG", "HOME"}  # what the tests set themselves


def test_deprecation_in_a_program_that_a_test_starts_is_an_error() -> None:
    ran = run(sys.executable, "-c", "import warnings; warnings.warn('soon', DeprecationWarning)")
    assert ran.returncode == 1


def test_neither_tests_nor_programs_see_what_the_caller_exported(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {name for name in os.environ if not name.startswith("PYTEST")} == ALLOWED
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    sees = Path(f"/proc/{service.process.pid}/environ").read_text().rstrip("\0").split("\0")
    assert {each.partition("=")[0] for each in sees} == {*ALLOWED, *USUAL, "PORT"}
    assert set(printed(sys.executable, "-c", "import os; print(*os.environ)").split()) <= {
        *ALLOWED,
        "LC_CTYPE",
    }


SERVED_FROM_A_CHECKOUT = """
from service.app import create_app
from service.settings import Settings

client = create_app(Settings(redis_url="redis://localhost:1")).test_client()
print(client.get("/livez").json["version"])
"""


def test_checkout_that_is_not_installed_is_served(tmp_path: Path) -> None:
    """Its dependencies are; -S leaves out everything else that is."""
    for package in Path(sysconfig.get_path("purelib")).iterdir():
        if not package.name.startswith("evil_hangman"):
            (tmp_path / package.name).symlink_to(package)
    environ = environment(tmp_path, PYTHONPATH=f"{ROOT}{os.pathsep}{tmp_path}")
    version = printed(sys.executable, "-S", "-c", SERVED_FROM_A_CHECKOUT, environ=environ)
    assert version == f"{__version__}\n"
    command = "from service.cli import hangman; hangman(['--version'])"
    assert version in printed(sys.executable, "-S", "-c", command, environ=environ)


LACKING = """
import pytest
from tests.support.programs import program

@pytest.fixture(scope="session")
def nothing(): program("nothing", "no-such-program")

def test_one(nothing): pass
def test_another(nothing): pass
"""


def test_what_is_not_installed_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "test_lacking.py").write_text(LACKING)
    ran = run(sys.executable, "-m", "pytest", "-p", "tests.conftest", tmp_path, folder=tmp_path)
    said = "2 skipped: no-such-program is not here: apt-get install nothing"
    assert [line for line in ran.stdout.splitlines() if "not here" in line] == [said]
