"""What `hangman serve --env FILE` reads, what it refuses, and what it says of either."""

from pathlib import Path

import pytest

from service.cli.failures import Failure
from service.cli.serve import report, values_of


def values(folder: Path, text: str) -> dict[str, str]:
    """The values of a file that has a text."""
    (folder / ".env").write_text(text)
    return values_of(folder / ".env")


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("NAME=value", "value"), ("  NAME=value  ", "value"), ("NAME= value", "value"),
        ("NAME=", ""), ("NAME=''", ""), ("NAME=two words", "two words"),
        ("NAME='$a b # \"c\" '", '$a b # "c" '), ('NAME="it\'s # b "', "it's # b "),
        ("NAME=redis://h:1/0?a=b#c", "redis://h:1/0?a=b#c"),
        ("NAME=first\nNAME=last", "last"), ("\ufeffNAME=value\r\n", "value"),
        ("# NAME=no\n\n  #NAME=no\n   \nNAME=value", "value"),
    ],
)  # fmt: skip
def test_line_sets_a_value(line: str, value: str, tmp_path: Path) -> None:
    assert values(tmp_path, line) == {"NAME": value}


@pytest.mark.parametrize(
    "line",
    [
        "s3cret", "=s3cret", "NAME = s3cret", "export NAME=s3cret", "9NAME=s3cret", "N-M=s3cret",
        "NAME=s3cret # why", "NAME=$s3cret", 'NAME="$s3cret"', "NAME=s3cret\\", "NAME='s3cret\\'",
        "NAME='s3cret", "NAME='a's3cret", 'NAME=s3"cret', "NAME='s3cret' # why", "; s3cret",
        "NAME=s3cret\0", "NAME='s3cret\x1b'",
    ],
)  # fmt: skip
def test_wrong_line_is_named_and_not_repeated(line: str, tmp_path: Path) -> None:
    with pytest.raises(Failure, match=r"\.env, line 2: write NAME=value") as failure:
        values(tmp_path, f"PORT=8123\n{line}\n")
    assert "s3cret" not in str(failure.value)


def test_report_names_each_variable_once_and_no_value() -> None:
    secret = dict.fromkeys(["PORT", "HOST", "OTEL_SDK_DISABLED", "PROT", "SCRIPT_NAME"], "s3cret")
    assert report(Path("my.env"), secret, {"HOST": "::", "PATH": "/bin"}) == (
        "my.env sets PORT, OTEL_SDK_DISABLED, SCRIPT_NAME;"
        " the environment already sets HOST; unknown names: PROT"
    )
    assert report(Path("my.env"), {}, {"PORT": "8123"}) == "my.env sets nothing"
