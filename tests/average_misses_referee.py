"""The misses of the player that reviews compare with: plain Python, without the service.

`chances` has the weight of each possible word; misses are summed over the words by weight.
"""

from collections.abc import Mapping, Set
from math import log2

from tests.guessing_referee import parts
from tests.weights_referee import fractions, mean_misses

Chances = Mapping[str, int]


def of_list(chances: Chances, guessed: Set[str], few: int, tries: int) -> int:
    """M: exact for a few words; else the best of some letters, then the one in most words."""
    if len(chances) <= few:
        return int(mean_misses(fractions(chances)) * sum(chances.values()))
    by_weight = sorted(
        set("".join(chances)) - guessed, key=lambda letter: (-weight_with(chances, letter), letter)
    )
    return min(_of_letter(chances, guessed, letter) for letter in by_weight[:tries])


def of_guess(chances: Chances, guessed: Set[str], guess: str, few: int, tries: int) -> int:
    """Q: what the guess misses, and M of all that it can leave."""
    if len(guess) == 1:
        lists = parts(list(chances), guess)
    else:
        lists = [[word for word in chances if word != guess]]
    left = [{word: chances[word] for word in words} for words in lists]
    return (
        sum(chances.values())
        - weight_with(chances, guess)
        + sum(of_list(each, guessed | {guess}, few, tries) for each in left if each)
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


def _of_letter(chances: Chances, guessed: Set[str], letter: str) -> int:
    """The misses of a letter, if the letter in most words follows until each word is alone."""
    left = [{word: chances[word] for word in words} for words in parts(list(chances), letter)]
    missed = sum(chances.values()) - weight_with(chances, letter)
    return missed + sum(_most_words(each, guessed | {letter}) for each in left)


def _most_words(chances: Chances, guessed: Set[str]) -> int:
    if len(chances) == 1:
        return 0
    letters = sorted(set("".join(chances)) - guessed)
    best = max(letters, key=lambda letter: weight_with(chances, letter))
    return _of_letter(chances, guessed, best)
