"""A list of words on the way from the whole list, and what is known of it: cores, stars, wins."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from service.engine.cheat_list import WordID
from service.exact.word_sets import LEAST_STAR, Letter, Words, WordSets

CORES: Final = 20_000  # remembered for each number of misses
POSITIONS: Final = 100_000  # remembered in a frame
FRAMES: Final = 100  # kept inside a frame


@dataclass(frozen=True, eq=False)
class Core:
    """A few words, by ID, that force more than `misses` misses; and what the dealer replies.

    The reply to a letter is a core too, of words without the letter, or with it at the same places.
    Letters that stand at the same places in all of the words need none, and stars need none at all.
    """

    ids: tuple[WordID, ...]
    misses: int
    replies: dict[Letter, "Core"]
    is_star: bool = False


Found: TypeAlias = tuple[Words, Core]  # a core, and its words in a frame


@dataclass
class Level:
    """The cores for one number of misses that a list of words holds; how many there ever were."""

    cores: list[Found] = field(default_factory=list)
    added: int = 0
    taken: int = 0  # of those that the list above it ever had


class SearchMemory:
    """A frame, and what was found out about lists of its words."""

    def __init__(self, frame: WordSets) -> None:
        self.frame = frame
        self.stars = frame.stars()
        self.won: dict[Words, tuple[int, Letter]] = {}
        self.inner: dict[Words, SearchMemory] = {}

    def remember(self, words: Words, misses: int, letter: Letter) -> None:
        """That the player can do it with so many misses, beginning with this letter."""
        if len(self.won) == POSITIONS:
            self.won.clear()
        self.won[words] = (misses, letter)

    def within(self, words: Words) -> "SearchMemory":
        """Some of the words, in a frame where sets are shorter."""
        if (found := self.inner.get(words)) is None:
            if len(self.inner) == FRAMES:
                self.inner.clear()
            found = SearchMemory(WordSets(self.frame.lexicon, self.frame.word_ids(words)))
            self.inner[words] = found
        return found


class Node:
    """A list of words on the way from the whole list, and the cores and stars that it holds.

    They are among those of the position above, so that each is looked for in fewer and fewer.
    """

    def __init__(self, framed: SearchMemory, words: Words, above: "Node | None" = None) -> None:
        self.framed = framed
        self.frame = framed.frame
        self.words = words
        self._above = above
        self._levels: dict[int, Level] = {}
        self._stars: list[Words] | None = None

    def part(self, words: Words) -> "Node":
        """Some of the words."""
        return Node(self.framed, words, self)

    def in_a_fitting_frame(self) -> "Node":
        """The same words, in a frame of their own where that is worth it."""
        if not self.frame.is_too_large_for(self.words):
            return self
        inner = self.framed.within(self.words)
        return Node(inner, inner.frame.everything, self)

    def cores(self, misses: int) -> list[Found]:
        """All cores known to refute so many misses that these words hold."""
        return self._level(misses).cores

    def add(self, core: Core) -> None:
        """Let every position below know of a core; of too many, those with fewest words stay."""
        level = self._level(core.misses)
        level.cores.append((self.frame.bits(core.ids), core))
        level.added += 1
        if len(level.cores) > CORES:
            level.cores.sort(key=lambda one: len(one[1].ids))
            del level.cores[CORES // 2 :]

    @property
    def stars(self) -> list[Words]:
        """The stars of these words, the largest first."""
        if self._stars is None:
            if self._above is None or self._above.framed is not self.framed:
                self._stars = self.framed.stars
            else:
                held = [star & self.words for star in self._above.stars]
                large = [star for star in held if star.bit_count() >= LEAST_STAR]
                self._stars = sorted(large, key=int.bit_count, reverse=True)
        return self._stars

    def _level(self, misses: int) -> Level:
        level = self._levels.get(misses)
        if level is None:
            level = self._levels[misses] = Level()
        if self._above is not None:
            theirs = self._above._level(misses)
            if new := theirs.added - level.taken:
                level.cores += self._held(theirs.cores[-new:])
                level.added = len(level.cores)
                level.taken = theirs.added
        return level

    def _held(self, cores: list[Found]) -> Iterable[Found]:
        words = self.words
        if self._above is not None and self._above.framed is not self.framed:
            bits = self.frame.bits
            return [(bits(core.ids), core) for _, core in cores]
        return [one for one in cores if one[0] & words == one[0]]
