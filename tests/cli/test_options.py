"""What options offer is what a game takes."""

from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

from service.api import schemas
from service.cli import options
from service.cli.commands import hangman
from service.engine.game import SEEDS
from service.engine.transcript import MOST_MISSES
from service.engine.weights import WEIGHTS, WeightsName
from service.play import help, review
from service.store.record import Insight


def test_what_can_be_asked_of_a_game_is_what_a_game_takes() -> None:
    assert get_args(Insight) == options.INSIGHTS
    assert get_args(WeightsName) == tuple(WEIGHTS) == options.WEIGHTS_NAMES
    assert options.DEFAULT_WEIGHTS == review.DEFAULT_WEIGHTS
    assert options.LARGEST_SEED == SEEDS - 1
    assert options.MOST_MISSES == MOST_MISSES
    assert options.MOST_WORDS == schemas.MOST_WORDS
    assert options.WORDS_SHOWN == help.WORDS_SHOWN


@pytest.mark.parametrize("line", ["dictionary list", "dictionary show en", "hint _a__e", "play"])
def test_folder_of_dictionaries_has_to_exist(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICTIONARY_PATH", str(tmp_path / "mistyped"))

    result = CliRunner().invoke(hangman, line.split())

    said = f"hangman: DICTIONARY_PATH: there is no folder {tmp_path}/mistyped\n"
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", said)
