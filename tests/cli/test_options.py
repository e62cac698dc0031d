"""Options say what is wrong with the environment in a line."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from service.cli.commands import hangman


@pytest.mark.parametrize("line", ["dictionary list", "dictionary show en", "hint _a__e", "play"])
def test_folder_of_dictionaries_has_to_exist(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICTIONARY_PATH", str(tmp_path / "mistyped"))

    result = CliRunner().invoke(hangman, line.split())

    said = f"hangman: DICTIONARY_PATH: there is no folder {tmp_path}/mistyped\n"
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", said)
