"""How likely each word is, against the table as fractions."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from service.engine.weights import PER_MILLION, UNITS, by_commonness, even
from tests import weights_referee
from tests.support.factory import lexicon

SIZES = st.dictionaries(
    st.text("abcd", min_size=3, max_size=3), st.sampled_from([0, *PER_MILLION]), min_size=1
)


@given(SIZES)
def test_words_of_each_size_are_as_likely_as_they_are_used(
    sizes: dict[str, int],
) -> None:
    words = lexicon(sizes)

    weights = by_commonness(words).tolist()

    chances = weights_referee.as_used(sizes)
    units = UNITS if any(sizes.values()) else 1
    assert {
        word: Fraction(weight, units)
        for word, weight in zip(words.words(words.everything), weights, strict=True)
    } == chances


def test_between_two_sizes_a_word_is_between_them() -> None:
    words = lexicon({"bat": 10, "cot": 15, "dug": 20, "fig": 255})

    by_word = dict(zip(words.words(words.everything), by_commonness(words).tolist(), strict=True))

    assert by_word["bat"] > by_word["cot"] > by_word["dug"] > by_word["fig"] == 173


def test_if_no_commonness_is_known_all_words_are_as_likely() -> None:
    words = lexicon(["bat", "cot", "dug"])

    assert by_commonness(words).tolist() == even(words).tolist() == [1, 1, 1]
