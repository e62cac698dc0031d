"""Win rates: sampled games against the exact chance, worked out by a slow recursion."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from hangman_lab.experiments.sampling import PART, Part, parts_of, played
from hangman_lab.experiments.wins import exact_wins, sampled_wins
from hangman_lab.lottery.unexploitable import Unexploitable
from hangman_lab.tree_mixture import PARTS, TreeMixture, key_of
from service.engine.guessers import Random, solved
from service.engine.lexicon import Lexicon
from service.registry import GUESSERS
from tests.support import factory, guessing_referee
from tests.support.guessing_referee import Scores
from tests.support.referee import where

WORDS = ["abba", "abed", "babe", "bead", "cafe", "cede", "dead", "face", "fade", "gage"]
REFEREES = {
    "letter-frequency": guessing_referee.letter_frequency,
    "top-heavy": guessing_referee.top_heavy,
}


def chance_of(word: str, weights: Callable[[list[str], str], Scores], max_misses: int) -> Fraction:
    """The exact chance that a random guesser finds a word with fewer misses."""

    @cache
    def chance(guessed: frozenset[str], misses: int) -> Fraction:
        if misses == max_misses:
            return Fraction(0)
        if set(word) <= guessed:
            return Fraction(1)
        fitting = [w for w in WORDS if all(where(c, w) == where(c, word) for c in guessed)]
        scores = weights(fitting, "".join(guessed))
        total = sum(int(score) for score in scores.values())
        return sum(
            (
                Fraction(int(score), total) * chance(guessed | {c}, misses + (c not in word))
                for c, score in scores.items()
                if score
            ),
            Fraction(0),
        )

    return chance(frozenset(), 0)


def random_guesser(name: str) -> Random:
    player = GUESSERS[name]()
    assert isinstance(player, Random)
    return player


def sampled(lexicon: Lexicon, name: str, games: int, max_misses: int = 2) -> list[int]:
    chance = np.random.default_rng(1)
    guesser = random_guesser(name)
    wins = sampled_wins(lexicon, guesser, lexicon.everything, games, max_misses, chance)
    return [int(won) for won in wins]


@pytest.mark.parametrize("name", REFEREES)
def test_sampled_wins_are_near_the_exact_chance(name: str) -> None:
    lexicon, games = factory.lexicon(WORDS), 20_000

    for word, wins in zip(
        lexicon.words(lexicon.everything), sampled(lexicon, name, games), strict=True
    ):
        exact = float(chance_of(word, REFEREES[name], 2))
        error = (exact * (1 - exact) / games) ** 0.5
        assert abs(wins / games - exact) <= 5 * error, word


@pytest.mark.parametrize("name", REFEREES)
def test_more_misses_win_more(name: str) -> None:
    lexicon = factory.lexicon(WORDS)

    few, many = (sum(sampled(lexicon, name, 500, limit)) for limit in (1, 3))

    assert few < many


def test_one_word_is_always_found() -> None:
    assert sampled(factory.lexicon(["abba"]), "top-heavy", 10, 1) == [10]


def test_guesser_without_chance_wins_where_it_misses_less() -> None:
    lexicon, guesser = factory.lexicon(WORDS), GUESSERS["most-words"]()

    won = exact_wins(lexicon, guesser, 2)

    for word, is_won in zip(lexicon.words(lexicon.everything), won, strict=True):
        *_, last = solved(lexicon, word, guesser, max_misses=2, seed=0)
        assert is_won == (last.transcript.pattern == word)


def test_parts_cover_every_word_once() -> None:
    lexicons = [factory.lexicon(WORDS), factory.lexicon(["ab", "ba", "bb"])]

    parts = parts_of(lexicons, "top-heavy", games=PART // 3, max_misses=6, seed=1)

    for lexicon in lexicons:
        covered = [i for p in parts if p.length == lexicon.length for i in range(p.first, p.last)]
        assert covered == list(range(len(lexicon)))


def test_part_is_played_alike_in_every_process() -> None:
    lexicon = factory.lexicon(WORDS)
    part = Part("top-heavy", 4, 2, 9, games=30, max_misses=2, seed=7)

    [(done, wins)] = played([part], {4: lexicon})

    assert done == part
    assert wins == part.played(lexicon)
    assert len(wins) == 7


def test_wins_of_a_mixture_of_trees_are_worked_out() -> None:
    lexicon = factory.lexicon(["abc", "abd"])
    key = key_of(lexicon.everything)
    c_or_d = [lexicon.alphabet.index(letter) for letter in "cd"]
    mixture = TreeMixture(
        0.75,
        np.array([key], dtype=np.uint64),
        np.array([2], dtype=np.uint8),
        np.array(c_or_d, dtype=np.uint8),
        np.array([PARTS // 4, PARTS // 4 * 3], dtype=np.uint16),
    )

    wins = exact_wins(lexicon, Unexploitable({lexicon: mixture}), 1)

    assert dict(zip(lexicon.words(lexicon.everything), wins.tolist(), strict=True)) == {
        "abc": 0.25,
        "abd": 0.75,
    }
