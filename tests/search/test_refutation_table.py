"""A table of refutations that proves nothing, or is none."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.choices import MOST_MISSES
from service.dictionaries.arrays import DictionaryError
from service.dictionaries.exact_tables import REFUTATIONS
from service.engine.game import guess_letter, start
from service.search.minimax import Minimax
from tests.support.factory import lexicon, refutation_table

WORDS = st.sets(st.text("abcdef", min_size=4, max_size=4), min_size=2, max_size=16)


@settings(max_examples=50)
@given(WORDS, st.integers(0, 3))
def test_wrong_table_costs_the_promise_and_not_the_game(words: set[str], too_much: int) -> None:
    all_words = lexicon(words)
    everything = tuple(range(len(all_words)))
    wrong = refutation_table(everything, too_much + len(all_words), groups=1)
    game = start(
        {4: all_words}, Minimax(0, {all_words: wrong}), length=4, max_misses=MOST_MISSES, seed=1
    )

    for letter in all_words.alphabet:
        if game.state.status == "in_progress":
            game = guess_letter(game, letter)

    assert game.state.status == "won"


def test_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "04.refutations"
    path.write_bytes(b"words\n{}\n")

    with pytest.raises(DictionaryError, match="of another format"):
        REFUTATIONS.read(path)
