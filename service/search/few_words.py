"""A few words, played exactly: the fewest misses to expect from an honest dealer.

Misses are summed over the words, each times its weight. A single word costs nothing. A letter costs
the weight of the words that lack it, plus the cost of each list that it leaves.
"""

from collections.abc import Iterator, Sequence

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import Lexicon, Positions
from service.engine.weights import Weights
from service.search.word_sets import Letter, Words


class FewWords:
    """Ten words of a lexicon, or fewer, and the least misses of lists of them.

    `weights` are those of all words of the lexicon.
    """

    def __init__(self, lexicon: Lexicon, ids: WordIDs, weights: Weights) -> None:
        self._weights: list[int] = weights.take(ids).tolist()
        self._is_even = len(set(self._weights)) == 1
        self._every = (1 << len(ids)) - 1
        self._families = _families(lexicon.spellings.take(ids, axis=0).tolist())
        distinct = {tuple(sorted(each.values())) for each in self._families.values()}
        self._splits = [(self._every ^ sum(families), families) for families in distinct]
        self._misses: dict[Words, int] = {}

    @property
    def misses(self) -> int:
        """The misses of the best player."""
        return self._least(self._every)

    def misses_after(self, letter: Letter) -> int:
        """The misses of the best player who first guesses a letter; some word must have it."""
        families = self._families[letter].values()
        lacking = self._every ^ sum(families)
        return self._weight(lacking) + sum(map(self._least, [lacking, *families]))

    def _least(self, words: Words) -> int:
        if not words & (words - 1):
            return 0
        if words not in self._misses:
            self._misses[words] = self._searched(words)
        return self._misses[words]

    def _searched(self, words: Words) -> int:
        """The least misses of two words or more; letters that miss least come first."""
        least = None
        for missed, lists in sorted(self._guesses(words)):
            if least is not None and least <= missed:
                break
            misses = missed + sum(map(self._least, lists))
            # A letter that cannot miss is the best guess: it tells something and costs nothing.
            if not missed:
                return misses
            least = misses if least is None else min(least, misses)
        assert least is not None
        return least

    def _guesses(self, words: Words) -> Iterator[tuple[int, list[Words]]]:
        """For each letter that tells words apart, the weight it misses and the lists it leaves."""
        for everywhere_lacking, families in self._splits:
            lacking = words & everywhere_lacking
            lists = [words & family for family in families if words & family]
            if words not in (lacking, *lists):
                yield self._weight(lacking), [lacking, *lists]

    def _weight(self, words: Words) -> int:
        if self._is_even:
            return words.bit_count() * self._weights[0]
        return sum([weight for number, weight in enumerate(self._weights) if words >> number & 1])


def _families(spellings: Sequence[Sequence[Letter]]) -> dict[Letter, dict[Positions, Words]]:
    """For each letter, the words that have it at the same positions."""
    families: dict[Letter, dict[Positions, Words]] = {}
    for number, spelling in enumerate(spellings):
        positions: dict[Letter, Positions] = {}
        for place, letter in enumerate(spelling):
            positions[letter] = positions.get(letter, 0) | 1 << place
        for letter, where in positions.items():
            each = families.setdefault(letter, {})
            each[where] = each.get(where, 0) | 1 << number
    return families
