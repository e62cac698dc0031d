"""Refutations: a few words that force many misses, and how the search finds and remembers them.

The dealer's replies to the letters of a node, a list of words that the search looks at, together
make the core that refutes it.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from service.engine.cheat_list import WordID
from service.search.bit_sets import first_of
from service.search.word_sets import Letter, Words, WordSets, large_stars

MOST_CORES: Final = 20_000  # remembered for each number of misses
MOST_WINS: Final = 100_000  # remembered for one WordSets
MOST_INNER: Final = 100  # smaller WordSets kept for one WordSets


@dataclass(frozen=True, eq=False)
class Core:
    """A few words, by ID, that force more than `misses` misses: they refute `misses`.

    `replies` has the dealer's reply to each letter: another core, of words that all lack the letter
    (it refutes `misses - 1`) or all have it at the same positions (it refutes `misses`). A letter
    that does not tell the words apart needs no reply; a star needs none at all.
    """

    ids: tuple[WordID, ...]
    misses: int
    replies: dict[Letter, "Core"]
    is_star: bool = False


PlacedCore: TypeAlias = tuple[Words, Core]  # a core, behind its words as a bit set


@dataclass
class CoreList:
    """The cores known for one number of misses at one node."""

    cores: list[PlacedCore] = field(default_factory=list)
    added: int = 0  # cores ever put in, including those dropped since
    read: int = 0  # cores of the list above, from its first to its last, that were looked at

    def add(self, placed: PlacedCore) -> None:
        """Add a core; if there are too many now, keep the shorter half."""
        self.cores.append(placed)
        self.added += 1
        if len(self.cores) > MOST_CORES:
            self.cores.sort(key=lambda other: len(other[1].ids))
            del self.cores[MOST_CORES // 2 :]


def core_of(
    word_sets: WordSets, words: Words, misses: int, replies: dict[Letter, Core] | None = None
) -> Core:
    """The core of these words."""
    return Core(tuple(word_sets.ids_of(words)), misses, replies or {})


def one_word_core(word_sets: WordSets, words: Words) -> Core:
    """The first of some words: one word refutes -1 misses."""
    return core_of(word_sets, first_of(words), -1)


def star_core(word_sets: WordSets, star: Words, misses: int) -> Core:
    """The first `misses + 2` words of a star, which refute `misses`."""
    return Core(tuple(word_sets.ids_of(star)[: misses + 2]), misses, {}, is_star=True)


def first_miss_core(word_sets: WordSets, words: Words) -> Core:
    """A few words without a free letter, out of two or more without one: they refute 0 misses."""
    chosen = first_of(words)
    chosen |= first_of(words ^ chosen)
    while (free := word_sets.free_letter(chosen)) is not None:
        chosen |= first_of(words & word_sets.lacking(free))
    replies = {
        letter: one_word_core(word_sets, lacking)
        for letter, lacking in word_sets.risky_letters(chosen)
    }
    return core_of(word_sets, chosen, 0, replies)


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


class Replies:
    """The dealer's replies to the letters of a node, and the words that they take together."""

    def __init__(self, node: Node, misses: int) -> None:
        self._node = node
        self._misses = misses
        self._word_sets = node.word_sets
        self._replies: dict[Letter, Core] = {}
        self._cores: list[PlacedCore] = []
        self._words: Words = 0

    def add(self, letter: Letter, core: Core) -> None:
        """Reply to a letter with a core."""
        self._add(letter, (self._word_sets.words_of(core.ids), core))

    def reuse(self, letter: Letter) -> bool:
        """Reply to a letter with the reply to another one, which takes no more words.

        Says whether one of them will do.
        """
        lacking = self._word_sets.lacking(letter)
        for words, core in self._cores:
            if (not words & ~lacking and core.misses >= self._misses - 1) or (
                core.misses >= self._misses and not words & ~self._word_sets.family(letter, words)
            ):
                self._replies[letter] = core
                return True
        return False

    def reject(self, letter: Letter, lacking: Words) -> bool:
        """Reply to a letter with a known core or star of words that lack it.

        Of the cores, take the one that adds the fewest words. Says whether there is a reply.
        """
        cores = self._node.cores(self._misses - 1)
        fitting = [placed for placed in cores if placed[0] & lacking == placed[0]]
        if fitting:
            self._add(
                letter, min(fitting, key=lambda placed: (placed[0] & ~self._words).bit_count())
            )
            return True
        return self._reject_by_star(letter, lacking)

    def core(self) -> Core:
        """The core that the replies prove."""
        return core_of(self._word_sets, self._words, self._misses, self._replies)

    def equal_core(self) -> Core | None:
        """One of the replies, if it has the words of all and refutes as many misses by itself."""
        same = (core for words, core in self._cores if words == self._words)
        return next((core for core in same if core.misses >= self._misses), None)

    def _reject_by_star(self, letter: Letter, lacking: Words) -> bool:
        for star in self._node.stars:
            if star.bit_count() <= self._misses:
                break
            if (star & lacking).bit_count() > self._misses:
                self.add(letter, star_core(self._word_sets, star & lacking, self._misses - 1))
                return True
        return False

    def _add(self, letter: Letter, placed: PlacedCore) -> None:
        self._cores.append(placed)
        self._replies[letter] = placed[1]
        self._words |= placed[0]
