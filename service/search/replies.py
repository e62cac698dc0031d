"""The dealer's replies to the letters of a list: together they make the core that refutes it."""

from service.search.cores import Core, PlacedCore, core_of, star_core
from service.search.nodes import Node
from service.search.word_sets import Letter, Words


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
