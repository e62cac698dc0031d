"""The misses to expect, against their definition in plain Python."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import isnan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from service.engine.lexicon import Lexicon, positions_of
from service.engine.possible_words import PossibleWords, possible_words
from service.engine.transcript import Answer, Transcript, letter_answer, word_answer
from service.engine.weights import Weights, even
from service.search import average_misses as module
from service.search import played_guesses
from service.search.average_misses import game_misses
from service.search.played_guesses import first_guesses, misses_after
from service.search.words_in_play import WordsInPlay, misses_of_most_words_player
from tests import weights_referee as referee
from tests.support.factory import lexicon, weights_of

LETTERS = "abcdefgh"
CHANCES = st.dictionaries(
    st.text(LETTERS, min_size=4, max_size=4), st.integers(1, 9), min_size=1, max_size=40
)
FEW, SHORT, LONG = 3, 12, 20  # so that forty words are a long list
GRID = [a + b + c for a in "bcdfg" for b in "aeiou" for c in "klmnp"]

Game = tuple[dict[str, int], list[Answer]]


@contextmanager
def constants(**values: float) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in values.items():
            patch.setattr(played_guesses if hasattr(played_guesses, name) else module, name, value)
        yield


@st.composite
def honest_answers(draw: st.DrawFn, words: Sequence[str], letters: str) -> list[Answer]:
    """The answers of a game for one of these words; a few guesses are whole words."""
    word = draw(st.sampled_from(words))
    guess = st.sampled_from(letters) | st.sampled_from([*words, "hhhh"])
    return [
        letter_answer(each, positions_of(each, word))
        if len(each) == 1
        else word_answer(each, each == word)
        for each in draw(st.lists(guess, max_size=9))
    ]


GAMES = CHANCES.flatmap(
    lambda chances: st.tuples(st.just(chances), honest_answers(sorted(chances), LETTERS + "x"))
)


def lists_of(words: Lexicon, answers: Sequence[Answer]) -> list[PossibleWords]:
    ends = range(len(answers) + 1)
    return [possible_words(words, Transcript(words.length, tuple(answers[:end]))) for end in ends]


def letters_compared(
    words: Lexicon, weights: Weights, known: Mapping[str, int]
) -> Mapping[str, float]:
    """The letters that are compared for the first guess, with their misses."""
    everything = lists_of(words, [])[0]
    answer = word_answer("?" * words.length, hit=False)  # it tells nothing
    [worth] = game_misses([everything, everything], [answer], weights, known).guesses
    return worth.means


@settings(max_examples=70)
@given(GAMES)
def test_misses_of_guesses_are_those_of_the_referee(game: Game) -> None:
    chances, answers = game
    words = lexicon(chances)
    lists = lists_of(words, answers)

    with constants(FEW=FEW, SHORT=SHORT, LONG=LONG, ALIKE=1):
        worths = game_misses(lists, answers, weights_of(words, chances), {}).guesses

    for number, worth in enumerate(worths):
        left = {word: chances[word] for word in words.words(lists[number].ids)}
        guessed = {each.guess for each in answers[:number] if not each.is_word}
        first = (slice(0, 4), slice(1, 2)) if len(left) <= SHORT else ()

        def mean_of(guess: str) -> float:
            misses = referee.of_guess(left, guessed, guess, FEW, first)  # noqa: B023  # called here
            return misses / sum(left.values())  # noqa: B023  # called here

        assert worth.means == pytest.approx({guess: mean_of(guess) for guess in worth.means})
        assert worth.best == min(worth.means.values(), default=0)
        if len(lists[number + 1]) < len(left):
            assert worth.expected == pytest.approx(mean_of(answers[number].guess))
            assert worth.cost == pytest.approx(worth.expected - worth.best)
            assert worth.cost >= 0


@settings(max_examples=60)
@given(CHANCES)
def test_letters_compared_are_those_that_seem_good(chances: dict[str, int]) -> None:
    words, letters = lexicon(chances), set("".join(chances))
    costs = {letter: referee.apparent_cost(chances, letter) for letter in letters}
    heaviest = max(referee.weight_with(chances, letter) for letter in letters)

    with constants(FEW=FEW, SHORT=SHORT, LONG=LONG):
        compared = letters_compared(words, weights_of(words, chances), {})

    if len(chances) <= FEW:
        assert set(compared) == letters
    elif len(chances) > LONG:
        assert [costs[letter] for letter in compared] == [pytest.approx(min(costs.values()))]
    else:
        cheap = sorted(costs.values())[: module.LETTERS - 1]
        assert sum(costs[letter] < cheap[-1] + 1e-9 for letter in compared) >= len(cheap)
        assert heaviest in [referee.weight_with(chances, letter) for letter in compared]


@settings(max_examples=50)
@given(CHANCES)
def test_first_guesses_are_all_letters_as_played(chances: dict[str, int]) -> None:
    words = lexicon(chances)
    weights = weights_of(words, chances)
    known = first_guesses(words, weights)
    looked_up = letters_compared(words, weights, known)
    assert known.keys() == looked_up.keys() == set("".join(chances))
    assert letters_compared(words, weights, {}).items() <= looked_up.items()


@settings(max_examples=50)
@given(CHANCES)
def test_first_guesses_are_played_as_all_others(chances: dict[str, int]) -> None:
    words = lexicon(chances)
    shares: list[float] = []
    weights = weights_of(words, chances)
    start = PossibleWords(words, words.everything, 0)

    with constants(FEW=FEW, SHORT=SHORT):
        together = first_guesses(words, weights, shares.append)
        alone = {letter: misses_after([(start, letter)], weights) for letter in together}

    assert together == {letter: round(misses) for letter, [misses] in alone.items()}
    assert sum(shares) == pytest.approx(len(words))


def test_each_word_is_played_as_often_as_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def player(words: WordsInPlay) -> NDArray[np.int64]:
        played.append(len(words))
        return misses_of_most_words_player(words)

    monkeypatch.setattr(played_guesses, "misses_of_most_words_player", player)
    [everything] = lists_of(words := lexicon(GRID), [])
    misses_after([(everything, "x")], even(words))  # which no word has, so all stay together
    assert sum(played) == played_guesses.words_to_play(everything) == 4 * 2 * len(GRID)


def test_wrong_words_cost_nothing_to_judge() -> None:
    words = lexicon(GRID)
    answers = [word_answer(word, hit=False) for word in GRID[:20]]
    with constants(MOST_WORDS=len(GRID) * module.LETTERS * played_guesses.PLAYS):
        misses = game_misses(lists_of(words, answers), answers, even(words), {})
    assert {guess.best for guess in misses.guesses} == {misses.expected}
    assert misses.expected
    due = (1 + misses.expected) * (1 - 1 / len(GRID))
    assert misses.guesses[0].expected == pytest.approx(due)


def test_ends_are_judged_first_and_then_shorter_lists() -> None:
    words = lexicon(GRID)
    answers = [letter_answer(letter, 0) for letter in "bcaek"]
    lists = lists_of(words, answers)
    sizes = [len(each) for each in lists]
    prices = [size * (module.LETTERS + 1) * played_guesses.PLAYS for size in sizes]
    prices[-1] = sizes[-1] * module.LETTERS * played_guesses.PLAYS

    def judged(budget: int) -> str:
        with constants(MOST_WORDS=budget):
            misses = game_misses(lists, answers, even(words), {})
        numbers = [*[guess.best for guess in misses.guesses], misses.to_come]
        return "".join("-" if isnan(number) else "x" for number in numbers)

    assert sizes == [125, 100, 75, 60, 45, 36]
    assert judged(prices[0] - 1) == "----xx"
    assert judged(prices[0] + prices[5]) == "x----x"
    assert judged(prices[0] + prices[5] + prices[4]) == "x---xx"
    assert judged(sum(prices)) == "xxxxxx"
