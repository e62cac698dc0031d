"""Each guesser against a plain program, and on the examples of its source."""

import re
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.guessers import CommonWords
from service.engine.possible_words import PossibleWords, possible_words
from service.engine.transcript import Transcript, letter_answer
from service.engine.weights import UNITS
from service.registry import GUESSERS
from service.search.guessers import EXACT
from tests.support import factory, guessing_referee
from tests.support.factory import Words
from tests.support.guessing_referee import Scores
from tests.support.referee import where

ALPHABET = "abcdefg"
REFEREES: dict[str, Callable[[list[str], str], Scores]] = {
    "most-words": guessing_referee.most_words,
    "common-words": guessing_referee.most_words,  # where no commonness is known
    "letter-frequency": guessing_referee.letter_frequency,
    "top-heavy": guessing_referee.top_heavy,
    "smallest-remainder": guessing_referee.smallest_remainder,
    "entropy": guessing_referee.entropy,
}


def with_referees(*, is_deterministic: bool) -> list[str]:
    return [name for name in REFEREES if GUESSERS[name].is_deterministic == is_deterministic]


def test_every_guesser_has_a_referee_or_searches() -> None:
    searching = {name for name, guesser in GUESSERS.items() if guesser.is_slow}

    assert GUESSERS.keys() == REFEREES.keys() | searching


def possible(words: Words, *guessed: tuple[str, int]) -> PossibleWords:
    transcript = Transcript(len(next(iter(words))), tuple(letter_answer(*one) for one in guessed))
    return possible_words(factory.lexicon(words), transcript)


def picked(name: str, words: Words, seed: int = 1) -> str:
    found = possible(words)
    return found.lexicon.alphabet[GUESSERS[name].pick(found, seed)]


@st.composite
def situations(draw: st.DrawFn, least: int = 1, most: int = 25) -> PossibleWords:
    """Words after some guesses, answered as for one of them; at least one letter is worth a guess.

    At least `least` words still fit; `most` is how many there were before the guesses.
    """
    length = draw(st.integers(1, 5))
    word = st.text(ALPHABET, min_size=length, max_size=length)
    words = draw(st.sets(word, min_size=least, max_size=most))
    hidden = draw(st.sampled_from(sorted(words)))
    guessed = draw(st.lists(st.sampled_from(ALPHABET), unique=True, max_size=3))
    answers = tuple(
        letter_answer(letter, sum(1 << place for place in where(letter, hidden)))
        for letter in guessed
    )
    lexicon = factory.lexicon(words)
    after_fewer_and_fewer = (
        possible_words(lexicon, Transcript(length, answers[:said]))
        for said in range(len(answers), -1, -1)
    )
    return next(
        situation
        for situation in after_fewer_and_fewer
        if situation.letters and len(situation) >= least
    )


def words_and_guessed(situation: PossibleWords) -> tuple[list[str], str]:
    alphabet = situation.lexicon.alphabet
    guessed = "".join(c for i, c in enumerate(alphabet) if situation.guessed >> i & 1)
    return situation.lexicon.words(situation.ids), guessed


def best(scores: Scores) -> str:
    highest = max(scores.values())
    return min(letter for letter, score in scores.items() if score > highest - 1e-9)


@given(situation=situations())
def test_deterministic_guessers_take_the_referees_letter(situation: PossibleWords) -> None:
    for name in with_referees(is_deterministic=True):
        scores = REFEREES[name](*words_and_guessed(situation))

        picked = situation.lexicon.alphabet[GUESSERS[name].pick(situation, 1)]
        assert picked == best(scores), name


@given(situation=situations(), seed=st.integers(0, 2**53))
def test_random_guessers_draw_with_the_referees_weights(
    situation: PossibleWords, seed: int
) -> None:
    for name in with_referees(is_deterministic=False):
        scores = REFEREES[name](*words_and_guessed(situation))

        liked = GUESSERS[name].preferences(situation)
        weights = {situation.lexicon.alphabet[i]: liked[i] for i in situation.letters}
        assert weights == scores, name
        assert scores[situation.lexicon.alphabet[GUESSERS[name].pick(situation, seed)]] > 0, name


@given(situation=situations(most=EXACT))
def test_careful_plays_short_lists_perfectly(situation: PossibleWords) -> None:
    scores = guessing_referee.exact(*words_and_guessed(situation))

    liked = GUESSERS["careful"].preferences(situation)

    assert {situation.lexicon.alphabet[i]: liked[i] for i in situation.letters} == scores


@given(situation=situations())
def test_letter_that_is_in_no_possible_word_is_never_guessed(situation: PossibleWords) -> None:
    wanted = guessing_referee.letters(*words_and_guessed(situation))
    alphabet = situation.lexicon.alphabet

    for name, guesser in GUESSERS.items():
        liked = guesser.preferences(situation)

        assert [alphabet[i] for i in np.flatnonzero(liked > -np.inf)] == wanted, name
        assert alphabet[guesser.pick(situation, 7)] in wanted, name


def test_looking_ahead_likes_no_letter_that_no_word_has() -> None:
    eleven = possible(["bc", "bd", "be", "bb", "ab", "ba", "ac", "ca", "ad", "ae", "aa"])

    for name in ("careful", "perfect"):
        assert np.flatnonzero(np.isfinite(GUESSERS[name].preferences(eleven))).tolist() == [
            0, 1, 2, 3, 4,
        ], name  # fmt: skip


def test_nothing_is_liked_when_every_letter_has_been_guessed() -> None:
    for name, guesser in GUESSERS.items():
        assert np.isneginf(guesser.preferences(possible(["aba"], ("a", 5), ("b", 2)))).all(), name


@pytest.mark.parametrize("name", ["smallest-remainder", "entropy"])
def test_b_tells_more_than_c_as_the_ruby_author_wished(name: str) -> None:
    assert picked(name, ["bdc", "ebc", "fcb"]) == "b"


def weights(words: Words) -> list[float]:
    lexicon = factory.lexicon(words)
    return sorted((CommonWords().weights(lexicon) / UNITS).tolist())


def test_common_words_count_more() -> None:
    words = {"aaa": 10, "bcd": 70, "bef": 70, "bgh": 80}

    assert (picked("common-words", words), picked("most-words", words)) == ("a", "b")
    assert weights({"aaa": 10, "bbb": 20}) == pytest.approx([4.9, 34.9])


@pytest.mark.parametrize(
    ("size", "weight"),
    [
        (10, 34.9), (15, 13.08), (20, 4.90), (35, 0.359), (40, 0.143), (45, 0.0859), (50, 0.0516),
        (55, 0.0349), (60, 0.0126), (70, 0.00434), (75, 0.00274), (80, 0.00173), (95, 0.00173),
    ],
)  # fmt: skip
def test_word_weighs_what_its_size_does(size: int, weight: float) -> None:
    assert weights({"aaa": size}) == pytest.approx([weight], rel=1e-3)


def test_random_guesser_draws_by_weight_and_by_seed() -> None:
    drawn = Counter(picked("letter-frequency", ["aab", "aac"], seed) for seed in range(600))

    assert drawn.keys() == {"a", "b", "c"}
    assert 350 < drawn["a"] < 450
    assert picked("letter-frequency", ["aab", "aac"], 5) == picked(
        "letter-frequency", ["aab", "aac"], 5
    )


def test_top_heavy_takes_the_position_where_half_have_most() -> None:
    words = ["ax", "ay", "az", "bw"]  # a has 3 of 4 at the first, x and y 2 of 4 at the second

    drawn = {picked("top-heavy", words, seed) for seed in range(60)}

    assert drawn == {"a", "b"}


def test_careful_beats_most_words_on_the_counter_example() -> None:
    words = ["abc", "abd", "aef", "egh"]  # most-words takes a, which misses one and tells little

    found = possible(words)
    liked = GUESSERS["careful"].preferences(found)

    assert liked.max() == -guessing_referee.least_misses(frozenset(words))


@pytest.mark.parametrize("name", GUESSERS)
def test_guesser_names_its_source_in_its_docstring(name: str) -> None:
    summary = (GUESSERS[name].__doc__ or "").partition("\n\n")[0]

    assert re.search(r"\(.+\)", summary, re.DOTALL)
