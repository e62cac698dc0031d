"""`hangman settings --check FILE` names what is wrong in a file, and prints the file of today."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from service.cli.commands import hangman
from service.cli.env_file import values_of
from service.settings import Settings
from tests.support.programs import ROOT

KEY = "0" * 64
OLD = f"""\
# Who may use it
API_KEYS={KEY} # Anna's
  export WORKERS='4'

#HOST=0.0.0.0
PORT=8123
OTEL_SDK_DISABLED=true
"""


def checked(file: Path, text: str) -> tuple[int, str, list[str]]:
    """The exit code, the file of today, and the lines about what is wrong."""
    file.write_text(text)
    ran = CliRunner().invoke(hangman, ["settings", "--check", str(file)])
    lines = ran.stderr.splitlines()
    assert all(line.startswith(f"hangman: {file}") for line in lines)
    return ran.exit_code, ran.stdout, [line.removeprefix(f"hangman: {file}: ") for line in lines]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / ".env"


def test_old_file_becomes_a_new_one_with_its_comments(file: Path) -> None:
    code, new, wrong = checked(file, OLD)
    assert (code, wrong) == (0, [])
    names = {name: f"HANGMAN_{name}" for name in ("API_KEYS", "WORKERS", "HOST")}
    for old, name in names.items():
        assert f"{name}=" in new
        assert new.count(old) == 1
    assert new.replace("HANGMAN_", "") == OLD
    assert checked(file, new) == (0, new, [])
    assert Settings.from_environ(values_of(file)).api_keys == (KEY,)


def test_example_of_all_settings_has_no_fault(file: Path) -> None:
    example = (ROOT / ".env.example").read_text()
    assert checked(file, example) == (0, example, [])


def test_every_fault_of_a_file_is_a_line(file: Path) -> None:
    text = "WORKERS=auto\nHANGMAN_KEYS=x\nREDIS_URL=mysql://x\nHANGMAN_HSOT=::\nLOG_LEVEL=loud\n"
    code, new, wrong = checked(file, text)
    assert code == 2
    assert new.startswith("HANGMAN_WORKERS=auto\nHANGMAN_KEYS=x\n")
    assert [line.partition(":")[0] for line in sorted(wrong)] == [
        "HANGMAN_KEYS", "HANGMAN_LOG_LEVEL", "HANGMAN_WORKERS", "REDIS_URL",
        "these variables have no effect",
    ]  # fmt: skip


def test_names_of_other_programs_are_named_and_no_fault(file: Path) -> None:
    assert checked(file, "PROT=1\n") == (0, "PROT=1\n", ["unknown names: PROT"])


def test_both_names_in_a_file_are_a_fault(file: Path) -> None:
    text = f"HANGMAN_API_KEYS={KEY}\nAPI_KEYS=\n"
    wrong = ["API_KEYS: remove it, because HANGMAN_API_KEYS is there, too"]
    assert checked(file, text) == (2, text, wrong)


@pytest.mark.parametrize("line", ["API_KEYS = {}", "'API_KEYS'={}", "export API_KEYS={}"])
def test_every_spelling_of_a_line_gets_the_new_name(file: Path, line: str) -> None:
    old = line.format(KEY) + "\n"
    assert checked(file, old) == (0, old.replace("API_KEYS", "HANGMAN_API_KEYS"), [])


def test_name_inside_a_value_of_several_lines_stays(file: Path) -> None:
    text = "HANGMAN_PLUGINS='a:B,\nAPI_KEYS=x'\n"
    assert checked(file, text)[1] == text


@pytest.mark.parametrize("name", ["HANGMAN_API_KEYS", "API_KEYS"])
def test_name_that_is_there_twice_is_refused(file: Path, name: str) -> None:
    wrong = [f"line 3: {name} is there twice: leave out one"]
    code, new, [said] = checked(file, f"{name}={KEY}\n\n{name}=\n")
    assert (code, new, said.partition(", ")[2] or said) == (2, "", wrong[0])


def test_file_that_cannot_be_read_prints_nothing(file: Path) -> None:
    code, new, [wrong] = checked(file, "s3cret\n")
    assert (code, new) == (2, "")
    assert "line 1: write NAME=value" in wrong
    assert "s3cret" not in wrong
