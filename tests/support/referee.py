"""The game in plain strings and dicts: slow and obvious. It shares no code with the service.

Words are a list of strings, positions a tuple of indices. If a dealer draws at random, the referee
accepts every answer that the dealer may draw.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

Where = tuple[int, ...]

HONEST = ("honest",)


@dataclass
class Referee:
    """One game. `word` is the word that an honest dealer has drawn."""

    words: list[str]
    dealer: str
    word: str = ""
    guessed: list[str] = field(default_factory=list)

    def families(self, letter: str) -> dict[Where, list[str]]:
        return families_of(self.words, letter)

    def allowed(self, letter: str) -> list[Where]:
        """The answers to a letter that the dealer may give."""
        families = self.families(letter)
        if self.dealer in HONEST:
            return [where(letter, self.word)]
        if self.dealer == "largest-family":
            return [min(families, key=lambda places: largest_first(places, families[places]))]
        if self.dealer == "minimax":
            forced = {
                places: (not places) + misses_forced(frozenset(words))
                for places, words in families.items()
            }
            best = max(forced.values())
            equals = {places: families[places] for places in families if forced[places] == best}
            return [min(equals, key=lambda places: largest_first(places, equals[places]))]
        assert self.dealer == "cheat-score", f"the referee does not know {self.dealer}"
        scores = {places: self.score(words, letter) for places, words in families.items()}
        rejected = scores.pop((), None)
        highest = max(scores.values(), default=None)
        if highest is None or (rejected is not None and rejected > highest):
            return [()]
        return [places for places, score in scores.items() if score == highest]

    def score(self, words: list[str], letter: str = "") -> int:
        """Moertel's cheat score of `words` after `letter` is guessed too."""
        known = {*self.guessed, letter}
        return sum(len(set(word) - known) for word in words)

    def answer_letter(self, letter: str, places: Where) -> None:
        """Check the answer to a letter, and play on with it."""
        allowed = self.allowed(letter)
        assert places in allowed, f"{letter}: {places}, not one of {allowed}"
        self.words = self.families(letter)[places]
        self.guessed.append(letter)

    def answer_word(self, word: str, hit: bool) -> None:
        """Check the answer to a whole word, and play on with it."""
        right = word == self.word if self.dealer in HONEST else self.words == [word]
        assert hit == right, f"{word}: {'hit' if hit else 'miss'}"
        self.words = [word] if hit else [other for other in self.words if other != word]


def fits(word: str, pattern: str, wrong_letters: str = "", wrong_words: Iterable[str] = ()) -> bool:
    """Whether a word can be the hidden one; `_` is a hidden letter."""
    return (
        len(word) == len(pattern)
        and all(shown in (letter, "_") for shown, letter in zip(pattern, word, strict=True))
        and all(where(letter, word) == where(letter, pattern) for letter in set(pattern) - {"_"})
        and not set(word) & set(wrong_letters)
        and word not in wrong_words
    )


def shown(pattern: str, letter: str, places: Where) -> str:
    """The pattern after an answer."""
    return "".join(letter if n in places else before for n, before in enumerate(pattern))


@cache
def misses_forced(words: frozenset[str]) -> int:
    """The definition: the dealer keeps the family that forces most; the player guesses the letter
    for which that is least. Letters that leave all words in one family are not worth a guess.
    """
    if len(words) == 1:
        return 0
    found = []
    for letter in set("".join(words)):
        families = families_of(words, letter)
        if len(families) > 1:
            found.append(
                max((not places) + misses_forced(frozenset(of)) for places, of in families.items())
            )
    return min(found)


def families_of(words: Iterable[str], letter: str) -> dict[Where, list[str]]:
    """The words by the positions of the letter."""
    families: dict[Where, list[str]] = defaultdict(list)
    for word in words:
        families[where(letter, word)].append(word)
    return families


def where(letter: str, word: str) -> Where:
    return tuple(index for index, other in enumerate(word) if other == letter)


def largest_first(places: Where, words: list[str]) -> tuple[int, int, list[int]]:
    """A sort key: most words, then fewest letters shown, then those further right."""
    return -len(words), len(places), [-place for place in reversed(places)]
