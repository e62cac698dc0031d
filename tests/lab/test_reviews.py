"""`hangman-lab reviews`, and what it counts."""

import json

import pytest
from click.testing import CliRunner

from hangman_lab.cli.commands import hangman_lab
from hangman_lab.experiments.reviews import reviewed_length
from tests.support import factory

WORDS = ["puff", "pull", "punk", "purr", "puss", "undo", "unit", "upon"]


def test_few_words_are_judged_as_they_are_proven() -> None:
    reviewed = reviewed_length(factory.lexicon(WORDS), games=100, proven=100, seed=1)

    assert (reviewed.games, reviewed.judged, reviewed.same_verdict) == (len(WORDS), 1, 1)
    assert reviewed.guesses > len(WORDS)
    assert reviewed.difference == pytest.approx(0, abs=1e-9)


def test_table_has_a_row_for_each_length() -> None:
    options = ["reviews", "--dictionary", "en-small", "--length", "14", "--games", "5"]

    table = CliRunner().invoke(hangman_lab, options)
    rows = json.loads(CliRunner().invoke(hangman_lab, [*options, "--json"]).output)

    assert [(row["length"], row["games"]) for row in rows] == [(14, 5)]
    assert table.output.split()[:2] == ["length", "guesses"]
