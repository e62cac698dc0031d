"""The fewest misses to expect from a short list, against an honest dealer: exact play."""

from typing import TypeAlias

from service.engine.possible import PossibleWords

Subset: TypeAlias = int  # some words of the list: bit 0 = the first


class ShortList:
    """A few possible words, of which the dealer drew one, each as likely as another.

    Dynamic programming over its subsets, of which 2 to the power of its size can come up: each is
    solved once. Misses are summed over words, so they are whole numbers.
    """

    def __init__(self, possible: PossibleWords) -> None:
        self.everything: Subset = (1 << len(possible)) - 1
        self._families = {letter: _subsets(possible, letter) for letter in possible.letters}
        self._solved: dict[Subset, int] = {}

    def misses_after(self, letter: int, subset: Subset) -> int:
        """The misses to expect where a letter is guessed, and the best play follows."""
        missed, hit = self._families[letter]
        cost = (missed & subset).bit_count() + self.misses(missed & subset)
        return cost + sum(self.misses(family & subset) for family in hit)

    def misses(self, subset: Subset) -> int:
        """The misses of the best player against each word of a subset, summed."""
        if subset & (subset - 1) == 0:
            return 0  # one word, or none
        if subset not in self._solved:
            self._solved[subset] = min(
                self.misses_after(letter, subset)
                for letter in self._families
                if self._tells(letter, subset)
            )
        return self._solved[subset]

    def _tells(self, letter: int, subset: Subset) -> bool:
        """Whether a letter splits a subset. (One that does not is in all of it, or in none.)"""
        missed, hit = self._families[letter]
        return all(family & subset != subset for family in (missed, *hit))


def _subsets(possible: PossibleWords, letter: int) -> tuple[Subset, list[Subset]]:
    """The words without a letter, and the families of those with it."""
    numbers = possible.families(letter).numbers.tolist()
    positions = possible.lexicon.family_positions[letter]
    found: dict[int, Subset] = {}
    for index, number in enumerate(numbers):
        found[positions[number]] = found.get(positions[number], 0) | 1 << index
    return found.pop(0, 0), list(found.values())
