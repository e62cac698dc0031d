"""What `hangman serve --env FILE` reads, what it refuses, and what it says of either."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.cli.commands import hangman
from service.cli.failures import Failure
from service.cli.serve import report, values_of


@pytest.fixture
def values(tmp_path: Path) -> Callable[[str], dict[str, str]]:
    """The values of a file that has this text."""

    def values(text: str) -> dict[str, str]:
        file = tmp_path / ".env"
        file.write_text(text)
        return values_of(file)

    return values


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("NAME=value", "value"),
        ("  NAME=value  ", "value"),
        ("NAME= value", "value"),
        ("NAME=", ""),
        ("NAME=''", ""),
        ("NAME='$a b # \"c\" '", '$a b # "c" '),
        ('NAME="it\'s # b "', "it's # b "),
        ("NAME=redis://h:1/0?a=b#c", "redis://h:1/0?a=b#c"),
        ("NAME=two words", "two words"),
        ("NAME=first\nNAME=last", "last"),
        ("\ufeffNAME=value\r\n", "value"),
    ],
)
def test_line_sets_a_value(line: str, value: str, values: Callable[[str], dict[str, str]]) -> None:
    assert values(line) == {"NAME": value}


def test_comments_and_empty_lines_set_nothing(values: Callable[[str], dict[str, str]]) -> None:
    assert values("# NAME=value\n\n  #NAME=value\n   \n") == {}


@pytest.mark.parametrize(
    "line",
    [
        "s3cret", "=s3cret", "NAME = s3cret", "export NAME=s3cret", "9NAME=s3cret", "N-M=s3cret",
        "NAME=s3cret # why", "NAME=$s3cret", 'NAME="$s3cret"', "NAME=s3cret\\", "NAME='s3cret\\'",
        "NAME='s3cret", "NAME='a's3cret", 'NAME=s3"cret', "NAME='s3cret' # why", "; s3cret",
        "NAME=s3cret\0", "NAME='s3cret\x1b'",
    ],
)  # fmt: skip
def test_wrong_line_is_named_and_not_repeated(
    line: str, values: Callable[[str], dict[str, str]]
) -> None:
    with pytest.raises(Failure, match=r"\.env, line 2: write NAME=value") as failure:
        values(f"PORT=8123\n{line}\n")

    assert "s3cret" not in str(failure.value)


def test_report_names_each_variable_once_and_no_value() -> None:
    values = dict.fromkeys(["PORT", "HOST", "OTEL_SDK_DISABLED", "PROT", "SCRIPT_NAME"], "s3cret")

    line = report(Path("my.env"), values, {"HOST": "::", "PATH": "/bin"})

    assert line == (
        "my.env sets PORT, OTEL_SDK_DISABLED, SCRIPT_NAME;"
        " the environment already sets HOST; unknown names: PROT"
    )


def test_report_on_an_empty_file_says_so() -> None:
    assert report(Path("my.env"), {}, {"PORT": "8123"}) == "my.env sets nothing"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"NAME=\xff", "cannot be read: its bytes are not UTF-8"),
        (b"NAME", "line 1: write NAME=value"),
    ],
)
def test_unusable_file_is_one_line_and_exit_code_2(
    tmp_path: Path, content: bytes | None, reason: str
) -> None:
    file = tmp_path / "\x1b.env"
    if content is not None:
        file.write_bytes(content)

    ran = CliRunner().invoke(hangman, ["serve", "--env", str(file)])

    assert (ran.exit_code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert reason in ran.stderr
    assert ran.stderr[:-1].isprintable()


def test_folder_is_not_a_file_of_settings(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="cannot be read: Is a directory"):
        values_of(tmp_path)
