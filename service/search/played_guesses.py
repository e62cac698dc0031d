"""Guesses at lists of words, played at once: the misses of a strong player after each of them.

Misses are summed over the words, each times its weight. M(S), the misses of a list, is exact up to
FEW words; beyond, it is that of the player who guesses the letter in most words (`WordsInPlay`).
The lists after a guess at a SHORT list are played again with other first letters, and the least M
counts; after longer lists, M is reduced by SPARED instead. Q(S, guess) is the misses of the guess
itself, plus M of each list that it can leave.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import FamilyNumbers, LetterSet, Lexicon
from service.engine.possible_words import PossibleWords
from service.engine.transcript import letter_answer, word_answer
from service.engine.weights import Weights
from service.search.few_words import FewWords
from service.search.words_in_play import WordsInPlay, misses_of_most_words_player

FEW: Final = 8  # words
THREADS: Final = 2  # that play first letters
SHORT: Final = 250  # words
FIRST_LETTERS: Final = 4  # of those in most words, to try first after a short list,
SECOND_LETTERS: Final = 2  # and to try then
PLAYS: Final = FIRST_LETTERS * SECOND_LETTERS  # of each word, with these letters
# Subtracted from the misses of that player after a long list: the best one has 3 to 5 % fewer.
SPARED: Final = 0.04


def misses_after(guesses: Sequence[tuple[PossibleWords, str]], weights: Weights) -> list[float]:
    """Q of guesses, each at its words; all are played at once."""
    if not guesses:
        return []
    # One row for each word that a guess leaves; `numbers` has the guess of each row.
    ids, families, guessed = zip(*[_left(*guess) for guess in guesses], strict=True)
    numbers = np.repeat(np.arange(len(guesses)), [len(each) for each in ids])
    lexicon, rows = guesses[0][0].lexicon, np.concatenate(ids)
    lists, guess_of = _lists_of(families)
    # Lists of a few words are solved. All others are played, those after long lists only once.
    misses = _misses_of_few(lexicon, rows, lists, weights)
    is_many = np.bincount(lists)[lists] > FEW
    is_short = np.array([len(words) <= SHORT for words, _ in guesses])[numbers]
    for here, misses_of, share in (
        (is_many & is_short, _misses_after_short, 1.0),
        (is_many & ~is_short, _misses_of_many, 1 - SPARED),
    ):
        letters = np.array(guessed, dtype=np.uint64)[numbers[here]]
        words = WordsInPlay.at_the_start(lexicon, rows[here], lists[here], letters, weights)
        misses += share * misses_of(words, len(guess_of))
    # Add up the lists of each guess, and add its own misses.
    left = np.bincount(guess_of, misses, len(guesses)).tolist()
    return [
        total_weight(words_missed(*guess), weights) + each
        for guess, each in zip(guesses, left, strict=True)
    ]


def words_to_play(words: PossibleWords) -> int:
    """How many words are played for each guess at a list, at most; a few words cost nothing."""
    if len(words) <= FEW:
        return 0
    return len(words) * (PLAYS if len(words) <= SHORT else 1)


def first_guesses(
    lexicon: Lexicon, weights: Weights, count: Callable[[float], None] = lambda _: None
) -> dict[str, int]:
    """Q of each letter while all words of a lexicon are possible.

    It calls `count` after each letter with its share of the words; the shares add up to all words.
    """
    words = PossibleWords(lexicon, lexicon.everything, 0)
    letters = [lexicon.alphabet[letter] for letter in words.letters]
    misses = {}
    # NumPy lets other threads run for most of the time. No thread plays more than one letter at
    # once: all letters of a long list need more memory, and take longer.
    with ThreadPoolExecutor(THREADS) as pool:
        played = pool.map(lambda letter: first_guess(words, letter, weights), letters)
        for letter, each in zip(letters, played, strict=True):
            misses[letter] = each
            count(len(words) / len(letters))
    return misses


def first_guess(words: PossibleWords, letter: str, weights: Weights) -> int:
    """Q of a letter at all words of a lexicon."""
    return round(misses_after([(words, letter)], weights)[0])


def hit_probability(words: PossibleWords, guess: str, weights: Weights) -> float:
    """The chance that a guess is a hit, from 0 to 1."""
    return 1 - total_weight(words_missed(words, guess), weights) / total_weight(words.ids, weights)


def words_missed(words: PossibleWords, guess: str) -> WordIDs:
    """The words that a guess misses."""
    miss = letter_answer(guess, 0) if len(guess) == 1 else word_answer(guess, hit=False)
    return words.ids.compress(miss.fits(words.lexicon).take(words.ids))


def total_weight(ids: WordIDs, weights: Weights) -> int:
    """The summed weight of some words."""
    return int(weights.take(ids).sum())


def _lists_of(
    families: Sequence[FamilyNumbers],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The lists that guesses leave: what one answer to one guess leaves is a list.

    Returns the list of each row, (rows,) int64, and the guess of each list, (lists,) int64.
    """
    counts = [int(numbers.max(initial=0)) + 1 for numbers in families]
    firsts = np.cumsum(counts) - counts
    places = np.concatenate(families) + np.repeat(firsts, [len(numbers) for numbers in families])
    has_words = np.bincount(places, minlength=sum(counts)) > 0
    guesses = np.repeat(np.arange(len(families)), counts)
    return (np.cumsum(has_words) - 1)[places], guesses[has_words]


def _misses_of_few(
    lexicon: Lexicon, ids: WordIDs, lists: NDArray[np.int64], weights: Weights
) -> NDArray[np.float64]:
    """M of each list, (lists,) float64; 0 if it has more than FEW words, or one."""
    sizes, order = np.bincount(lists), np.argsort(lists, kind="stable")
    starts, misses = np.cumsum(sizes) - sizes, np.zeros(len(sizes))
    pairs = np.flatnonzero(sizes == 2)
    first, second = ids[order[starts[pairs]]], ids[order[starts[pairs] + 1]]
    misses[pairs] = _misses_of_pairs(lexicon, first, second, weights)
    # The same few words are left after many guesses.
    once: dict[bytes, int] = {}
    for number in np.flatnonzero((sizes > 2) & (sizes <= FEW)).tolist():
        words = ids[order[starts[number] : starts[number] + sizes[number]]]
        key = words.tobytes()
        if key not in once:
            once[key] = FewWords(lexicon, words, weights).misses
        misses[number] = once[key]
    return misses


def _misses_of_pairs(
    lexicon: Lexicon, first: WordIDs, second: WordIDs, weights: Weights
) -> NDArray[np.int64]:
    """The misses of the best player when two words are possible, (pairs,) int64."""
    one, other = lexicon.presence[first], lexicon.presence[second]
    is_safe = np.zeros(len(first), dtype=np.bool_)
    for letter, numbers in enumerate(lexicon.family_numbers):
        in_both = one & other & np.uint64(1 << letter) != 0
        is_safe |= in_both & (numbers[first] != numbers[second])
    # A letter in one of the words alone misses the other; there is one, or a safe letter.
    most = np.iinfo(np.int64).max
    by_one = np.where(one & ~other != 0, weights[second], most)
    by_other = np.where(other & ~one != 0, weights[first], most)
    return np.where(is_safe, 0, np.minimum(by_one, by_other))


def _misses_of_many(words: WordsInPlay, lists: int) -> NDArray[np.float64]:
    """M of each list, (lists,) float64; 0 if it has no words here. Each node is a list."""
    misses = misses_of_most_words_player(words)
    played = np.bincount(words.nodes, words.weights * misses[words.rows], lists)
    return played.astype(np.float64)  # without words they are integers


def _misses_after_short(words: WordsInPlay, lists: int) -> NDArray[np.float64]:
    """As `_misses_of_many`, the least with any of the FIRST_LETTERS.

    After each of them, each list that it leaves is played with the best of the SECOND_LETTERS. All
    plays are games of their own, at the same time: few large arrays take less time than many small
    ones.
    """
    nodes = len(words.sizes)
    letters = _of_rank(words, np.repeat(np.arange(FIRST_LETTERS), SECOND_LETTERS)[:, np.newaxis])
    keys, words = words.copies(PLAYS).after(letters.ravel()).numbered()
    plays, of_lists = np.divmod(keys >> 16, nodes)
    first, second = np.divmod(plays, SECOND_LETTERS)
    # A list of one word is found; the others are played on.
    alike = words.together()
    after = alike.after(_of_rank(alike, second[words.sizes > 1]))
    misses = misses_of_most_words_player(after)
    misses[words.rows] = np.maximum(misses[words.rows], words.misses)
    played = np.bincount(words.nodes, words.weights * misses[words.rows], len(keys))
    # Each first letter leaves the same lists in each of its plays, in the same order.
    least = np.min([played[second == rank] for rank in range(SECOND_LETTERS)], axis=0)
    places = (first * lists + of_lists)[second == 0]
    left = np.bincount(places, least, FIRST_LETTERS * lists).reshape(-1, lists)
    best: NDArray[np.float64] = left.min(axis=0).astype(np.float64)
    return best


def _of_rank(words: WordsInPlay, ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """The letter of this rank at each node; 0 is in most words. A short alphabet has few ranks."""
    in_order = words.ranked_letters
    nodes = np.arange(len(in_order))
    letters: NDArray[np.int64] = in_order[nodes, np.minimum(ranks, in_order.shape[1] - 1)]
    return letters


def _left(words: PossibleWords, guess: str) -> tuple[WordIDs, FamilyNumbers, LetterSet]:
    """The words that a guess leaves, the list number of each, and the letters guessed after it."""
    if len(guess) > 1:
        others = words_missed(words, guess)
        return others, np.zeros(len(others), dtype=np.uint8), words.guessed
    letter = words.lexicon.alphabet.index(guess)
    return words.ids, words.families(letter).numbers, words.guessed | 1 << letter
