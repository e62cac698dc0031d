"""Duels of dealers and guessers: counted where they can be, sampled where they cannot."""

from collections.abc import Mapping

import numpy as np
import pytest

from hangman_lab.experiments.duels import Duel, _of_a_game, duel
from hangman_lab.lottery.dealer import Lottery
from hangman_lab.tables import mixtures
from service.dictionaries.dictionary import Dictionary
from service.registry import DEALERS, GUESSERS, dealers, guessers
from tests.support import factory, guessing_referee
from tests.support.referee import Referee

WORDS = ["bat", "cat", "cot", "cut", "dog", "hat", "hot", "mat", "pit", "rat"]


def played(dealer: str, guesser: str, games: int = 40) -> Duel:
    words, player = factory.lexicon(WORDS), GUESSERS[guesser]()
    return duel(words, DEALERS[dealer](), player, games, seed=1)


def test_two_without_chance_have_one_game_and_it_is_the_referees() -> None:
    referee, misses = Referee(list(WORDS), "largest-family"), 0
    while set("".join(referee.words)) - set(referee.guessed):
        scores = guessing_referee.most_words(referee.words, "".join(referee.guessed))
        letter = max(scores, key=lambda c: (scores[c], -ord(c)))
        [places] = referee.allowed(letter)
        referee.answer_letter(letter, places)
        misses += not places

    result = played("largest-family", "most-words")

    assert (result.exact, result.games, result.mean_misses) == (True, 1, misses)


def test_honest_dealer_has_a_game_for_each_word() -> None:
    result = played("honest", "most-words")

    assert (result.exact, result.games, result.error) == (True, len(WORDS), 0)


def test_lottery_counts_a_game_by_the_chance_of_its_word() -> None:
    words = factory.lexicon(WORDS)
    lottery = Lottery({words: {"bat": 1, "rat": 3}})
    one_word = {word: Lottery({words: {word: 1}}) for word in ("bat", "rat")}
    player = GUESSERS["most-words"]()
    of_each = {
        word: duel(words, dealer, player, games=1, seed=1) for word, dealer in one_word.items()
    }

    result = duel(words, lottery, player, games=40, seed=1)

    assert of_each["bat"].mean_misses != of_each["rat"].mean_misses
    mean = (of_each["bat"].mean_misses + 3 * of_each["rat"].mean_misses) / 4
    assert result.exact
    assert result.mean_misses == pytest.approx(mean)


@pytest.mark.parametrize(
    ("dealer", "guesser"), [("honest", "top-heavy"), ("cheat-score", "most-words")]
)
def test_games_of_chance_are_sampled_and_repeat_by_seed(dealer: str, guesser: str) -> None:
    result = played(dealer, guesser)

    assert (result.exact, result.games) == (False, 40)
    assert result == played(dealer, guesser)


def test_more_games_make_a_smaller_error() -> None:
    few = played("honest", "letter-frequency", games=20)
    many = played("honest", "letter-frequency", games=2_000)

    assert many.error < few.error
    assert abs(many.mean_misses - few.mean_misses) < 5 * few.error


def test_dealer_wins_where_the_misses_reach_the_limit() -> None:
    result = played("largest-family", "most-words")

    assert result.dealer_wins == {
        6: float(result.mean_misses >= 6),
        8: float(result.mean_misses >= 8),
    }


@pytest.mark.parametrize("name", ["honest", "lottery"])
def test_mixture_of_trees_is_counted_and_games_agree(
    dictionaries: Mapping[str, Dictionary], name: str
) -> None:
    words, dealer = dictionaries["en"].lexicons[15], dealers(dictionaries=dictionaries.values())
    players = guessers(dictionaries.values())
    result = duel(words, dealer[name], players["unexploitable"], 1, 1)
    seeds = range(2_000)
    games = [_of_a_game(words, dealer[name], players["unexploitable"], seed) for seed in seeds]

    assert (result.exact, result.error) == (True, 0)
    error = float(np.std(games)) / len(games) ** 0.5
    assert abs(np.mean(games) - result.mean_misses) < 4 * error
    assert result.mean_misses <= mixtures(dictionaries["en"])[15].misses
