"""Nodes of the search: the lists of words that it looks at, each with the cores it contains."""

from collections import defaultdict
from typing import Final

from service.search.cores import Core, CoreList, PlacedCore
from service.search.word_sets import Letter, Words, WordSets, large_stars

MOST_WINS: Final = 100_000  # remembered for one WordSets
MOST_INNER: Final = 100  # smaller WordSets kept for one WordSets


class SearchMemory:
    """What the search remembers about lists of words of one WordSets."""

    def __init__(self, word_sets: WordSets) -> None:
        self.word_sets = word_sets
        self.stars = word_sets.stars()
        self.wins: dict[Words, tuple[int, Letter]] = {}  # misses, and the letter to guess first
        self._inner: dict[Words, SearchMemory] = {}

    def add_win(self, words: Words, misses: int, letter: Letter) -> None:
        """Remember that a player who guesses `letter` first wins within `misses`."""
        if len(self.wins) == MOST_WINS:
            self.wins.clear()
        self.wins[words] = (misses, letter)

    def inner(self, words: Words) -> "SearchMemory":
        """The memory for some of the words, in shorter bit sets of their own."""
        memory = self._inner.get(words)
        if memory is None:
            if len(self._inner) == MOST_INNER:
                self._inner.clear()
            memory = SearchMemory(WordSets(self.word_sets.lexicon, self.word_sets.ids_of(words)))
            self._inner[words] = memory
        return memory


class Node:
    """A list of words that the search looks at, and the cores and stars that it contains.

    They are picked out of those of the node above, so the further down, the fewer to look through.
    """

    def __init__(self, memory: SearchMemory, words: Words, above: "Node | None" = None) -> None:
        self.memory = memory
        self.word_sets = memory.word_sets
        self.words = words
        self._above = above
        self._core_lists: dict[int, CoreList] = defaultdict(CoreList)
        self._stars: list[Words] | None = None

    def below(self, words: Words) -> "Node":
        """The node of some of the words."""
        return Node(self.memory, words, self)

    def in_fitting_sets(self) -> "Node":
        """The same words, in shorter bit sets of their own if that is worth it."""
        if not self.word_sets.is_too_large_for(self.words):
            return self
        inner = self.memory.inner(self.words)
        return Node(inner, inner.word_sets.everything, self)

    def is_won(self, misses: int) -> bool:
        """Whether the player is known to win within `misses`: by counting words, or from before."""
        win = self.memory.wins.get(self.words)
        return self.words.bit_count() <= misses + 1 or (win is not None and win[0] <= misses)

    def cores(self, misses: int) -> list[PlacedCore]:
        """The known cores within these words that refute `misses`."""
        return self._core_list(misses).cores

    def add(self, core: Core) -> None:
        """Remember a core within these words, here and for all nodes below."""
        self._core_list(core.misses).add((self.word_sets.words_of(core.ids), core))

    @property
    def stars(self) -> list[Words]:
        """The stars within these words, the largest first."""
        if self._stars is None:
            if self._above is None or self._above.memory is not self.memory:
                self._stars = self.memory.stars
            else:
                self._stars = large_stars([star & self.words for star in self._above.stars])
        return self._stars

    def _core_list(self, misses: int) -> CoreList:
        """The list for `misses`, brought up to date with the node above."""
        cores = self._core_lists[misses]
        if self._above is not None:
            above = self._above._core_list(misses)
            if unread := above.added - cores.read:
                cores.cores += self._within(above.cores[-unread:])
                cores.added = len(cores.cores)
                cores.read = above.added
        return cores

    def _within(self, cores: list[PlacedCore]) -> list[PlacedCore]:
        """Those cores of the node above that are within these words, as bit sets of this node."""
        if self._above is not None and self._above.memory is not self.memory:
            words_of = self.word_sets.words_of  # the words are those of the node above: all fit
            return [(words_of(core.ids), core) for _, core in cores]
        words = self.words
        return [placed for placed in cores if placed[0] & words == placed[0]]
