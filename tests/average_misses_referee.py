"""The misses of the player that reviews compare with: plain Python, without the service.

`chances` has the weight of each possible word; misses are summed over the words by weight.
"""

from collections.abc import Mapping, Sequence, Set
from math import log2

from tests.support.guessing_referee import parts
from tests.weights_referee import fractions, mean_misses

Chances = Mapping[str, int]


def of_list(chances: Chances, guessed: Set[str], few: int, first: Sequence[slice]) -> float:
    """M: exact for a few words; else of the player who first ahead, or 4 % off one who does not."""
    if len(chances) <= few:
        return float(mean_misses(fractions(chances)) * sum(chances.values()))
    return _playing(chances, guessed, first) * (1 if first else 0.96)


def of_guess(
    chances: Chances, guessed: Set[str], guess: str, few: int, first: Sequence[slice]
) -> float:
    """Q: what the guess misses, and M of all that it can leave."""
    if len(guess) == 1:
        lists = parts(list(chances), guess)
    else:
        lists = [[word for word in chances if word != guess]]
    left = [{word: chances[word] for word in words} for words in lists]
    return (
        sum(chances.values())
        - weight_with(chances, guess)
        + sum(of_list(each, guessed | {guess}, few, first) for each in left if each)
    )


def apparent_cost(chances: Chances, letter: str) -> float:
    """What a letter misses, and a quarter of a miss for each bit that tells its families apart."""
    weights = [sum(chances[word] for word in part) for part in parts(list(chances), letter)]
    bits = sum(weight * log2(weight) for weight in weights)
    return sum(chances.values()) - weight_with(chances, letter) + bits / 4


def weight_with(chances: Chances, guess: str) -> int:
    """What the words weigh that a guess hits."""
    hit = [word for word in chances if word == guess or (len(guess) == 1 and guess in word)]
    return sum(chances[word] for word in hit)


def _playing(chances: Chances, guessed: Set[str], first: Sequence[slice]) -> int:
    """The misses of the player of the letter in most words, or of letters of some ranks first."""
    letters = _by_weight(chances, guessed)
    if len(chances) == 1 or not letters:
        return 0
    played = [_of_letter(chances, guessed, letters[0], ())]
    if first:
        for letter in letters[first[0]]:
            played.append(_of_letter(chances, guessed, letter, first[1:]))
    return min(played)


def _of_letter(chances: Chances, guessed: Set[str], letter: str, first: Sequence[slice]) -> int:
    """The misses of a letter, and of the player who first so at what it leaves."""
    left = [{word: chances[word] for word in words} for words in parts(list(chances), letter)]
    missed = sum(chances.values()) - weight_with(chances, letter)
    return missed + sum(_playing(each, guessed | {letter}, first) for each in left)


def _by_weight(chances: Chances, guessed: Set[str]) -> list[str]:
    """The letters that are left, the one in most words first."""
    letters = set("".join(chances)) - guessed
    return sorted(letters, key=lambda letter: (-weight_with(chances, letter), letter))
