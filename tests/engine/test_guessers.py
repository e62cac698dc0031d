"""Each guesser against a plain program, and on the examples of its source."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from greenlet import GreenletExit
from hypothesis import example, given
from hypothesis import strategies as st

from service.engine.errors import GuesserFailed, Interrupted
from service.engine.guessers import picked as picked_by
from service.engine.possible_words import PossibleWords, possible_words
from service.engine.transcript import Transcript, letter_answer
from service.engine.weights import UNITS, by_commonness
from service.registry import DEALERS, GUESSERS
from service.search.lookahead import Careful
from tests.support import factory, guessing_referee
from tests.support.factory import Words
from tests.support.guessing_referee import Scores
from tests.support.referee import where

ALPHABET = "abcdefg"
REFEREES: dict[str, Callable[[list[str], str], Scores]] = {
    "most-words": guessing_referee.most_words,
    "common-words": guessing_referee.most_words,  # if no commonness is known
    "letter-frequency": guessing_referee.letter_frequency,
    "top-heavy": guessing_referee.top_heavy,
    "smallest-remainder": guessing_referee.smallest_remainder,
    "entropy": guessing_referee.entropy,
}
ELEVEN = ["bc", "bd", "be", "bb", "ab", "ba", "ac", "ca", "ad", "ae", "aa"]


def test_every_guesser_has_a_referee_or_searches() -> None:
    searching = {name for name, each in GUESSERS.items() if each.__module__ == Careful.__module__}
    assert GUESSERS.keys() == REFEREES.keys() | searching


def possible(words: Words, *guessed: tuple[str, int]) -> PossibleWords:
    transcript = Transcript(len(next(iter(words))), tuple(letter_answer(*each) for each in guessed))
    return possible_words(factory.lexicon(words), transcript)


def picked(name: str, situation: PossibleWords, seed: int = 1) -> str:
    return situation.lexicon.alphabet[GUESSERS[name]().pick(situation, seed)]


@st.composite
def situations(draw: st.DrawFn) -> PossibleWords:
    """Random words after random guesses, answered as for one word; a letter is left to guess."""
    length = draw(st.integers(1, 5))
    word = st.text(ALPHABET, min_size=length, max_size=length)
    words = draw(st.sets(word, min_size=1, max_size=25))
    hidden = draw(st.sampled_from(sorted(words)))
    guessed = draw(st.lists(st.sampled_from(ALPHABET), unique=True, max_size=3))
    answers = tuple(
        letter_answer(letter, sum(1 << place for place in where(letter, hidden)))
        for letter in guessed
    )
    lexicon = factory.lexicon(words)
    after_fewer_and_fewer = (
        possible_words(lexicon, Transcript(length, answers[:count]))
        for count in range(len(answers), -1, -1)
    )
    return next(situation for situation in after_fewer_and_fewer if situation.letters)


def words_and_guessed(situation: PossibleWords) -> tuple[list[str], str]:
    alphabet = situation.lexicon.alphabet
    guessed = "".join(c for i, c in enumerate(alphabet) if situation.guessed >> i & 1)
    return situation.lexicon.words(situation.ids), guessed


@given(situation=situations(), seed=st.integers(0, 2**53))
@example(possible(ELEVEN), 7)  # enough words to look ahead
def test_guessers_do_what_their_referees_do(situation: PossibleWords, seed: int) -> None:
    alphabet = situation.lexicon.alphabet
    wanted = guessing_referee.letters(*words_and_guessed(situation))
    for name, create in GUESSERS.items():
        guesser = create()
        preferences, letter = guesser.preferences(situation), picked(name, situation, seed)
        assert [alphabet[i] for i in np.flatnonzero(preferences > -np.inf)] == wanted, name
        assert letter in wanted, name
        if name in REFEREES:
            scores = REFEREES[name](*words_and_guessed(situation))
            highest = max(scores.values())
            if guesser.is_deterministic:
                assert letter == min(c for c in scores if scores[c] > highest - 1e-9), name
            else:
                assert {alphabet[i]: preferences[i] for i in situation.letters} == scores, name
                assert scores[letter] > 0, name


def test_no_letter_is_preferred_when_all_have_been_guessed() -> None:
    for name, create in GUESSERS.items():
        assert np.isneginf(create().preferences(possible(["aba"], ("a", 5), ("b", 2)))).all(), name


@pytest.mark.parametrize("letter", [4, 25])  # it was guessed; no word has it
def test_useless_letter_fails_its_guesser(letter: int) -> None:
    situation = possible(["bee", "cat"], ("e", 0))
    guesser = GUESSERS["most-words"]()
    guesser.preferences = lambda _: np.eye(26)[letter]
    with pytest.raises(GuesserFailed, match=f"the letter with the number {letter} has been"):
        picked_by(guesser, situation, seed=1)


@pytest.mark.parametrize(
    ("error", "caught"),
    [(KeyError("e"), GuesserFailed), (GreenletExit(), GuesserFailed), (Interrupted(), Interrupted)],
)
def test_any_error_but_ctrl_c_fails_its_guesser(
    error: BaseException, caught: type[BaseException]
) -> None:
    guesser = GUESSERS["most-words"]()
    guesser.preferences = lambda _: (each for each in "").throw(error)
    with pytest.raises(caught):
        picked_by(guesser, possible(["bee", "cat"]), seed=1)


def test_common_words_count_more_for_one_guesser() -> None:
    words = possible({"aaa": 10, "bcd": 70, "bef": 70, "bgh": 80})
    assert (picked("common-words", words), picked("most-words", words)) == ("a", "b")


def test_random_guesser_draws_by_weight_and_seed() -> None:
    words = possible(["aab", "aac"])
    drawn, again = (
        [picked("letter-frequency", words, seed) for seed in range(600)] for _ in range(2)
    )
    assert drawn == again
    assert 350 < drawn.count("a") < 450
    assert {*drawn} == {*"abc"}


@pytest.mark.parametrize(
    ("size", "weight"),
    [
        (10, 34.9), (15, 13.08), (20, 4.90), (35, 0.359), (40, 0.143), (45, 0.0859), (50, 0.0516),
        (55, 0.0349), (60, 0.0126), (70, 0.00434), (75, 0.00274), (80, 0.00173), (95, 0.00173),
        (255, 0.00173),
    ],
)  # fmt: skip
def test_word_weighs_what_its_size_does(size: int, weight: float) -> None:
    [units] = by_commonness(factory.lexicon({"aaa": size})).tolist()
    assert units / UNITS == pytest.approx(weight, rel=1e-3)


def test_word_without_size_weighs_as_the_rarest_or_evenly() -> None:
    assert by_commonness(factory.lexicon({"aaa": 0, "bbb": 80})).tolist() == [173, 173]
    assert by_commonness(factory.lexicon({"aaa": 0, "bbb": 0})).tolist() == [1, 1]


@pytest.mark.parametrize("name", [*DEALERS, *GUESSERS])
def test_docstring_names_the_source(name: str) -> None:
    summary = ({**DEALERS, **GUESSERS}[name].__doc__ or "").partition("\n\n")[0]
    assert re.search(r"\(.+\)\.$", summary.strip(), re.DOTALL)
