"""A few words, played exactly, against the definition in fractions."""

from hypothesis import given
from hypothesis import strategies as st

from service.search.few_words import FewWords
from tests import weights_referee
from tests.support.factory import lexicon, weights_of

CHANCES = st.dictionaries(
    st.text("abcdefgh", min_size=4, max_size=4), st.integers(1, 9), min_size=1, max_size=10
)


@given(CHANCES)
def test_misses_are_those_of_the_best_player(chances: dict[str, int]) -> None:
    words, fractions = lexicon(chances), weights_referee.fractions(chances)
    few, total = (
        FewWords(words, words.everything, weights_of(words, chances)),
        sum(chances.values()),
    )

    assert few.misses == weights_referee.mean_misses(fractions) * total
    for letter in set("".join(chances)):
        misses = weights_referee.mean_misses_after(fractions, letter) * total
        assert few.misses_after(words.alphabet.index(letter)) == misses
