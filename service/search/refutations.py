"""Refutations: a few words that force many misses, and how the search finds and remembers them.

The dealer's replies to the letters of a node, a list of words that the search looks at, together
make its refutation.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from service.engine.cheat_list import WordID
from service.engine.lexicon import Lexicon
from service.search.bit_sets import first_of
from service.search.budget import Budget
from service.search.word_sets import Letter, Words, WordSets, large_groups

PREPARED: Final = 10  # steps of the budget,
WORDS_A_STEP: Final = 4  # and one for so many words
MOST_REFUTATIONS: Final = 20_000  # remembered for each number of misses
MOST_WINS: Final = 100_000  # remembered for one WordSets
MOST_INNER: Final = 100  # smaller WordSets kept for one WordSets


@dataclass(frozen=True, eq=False)
class Refutation:
    """A few words, by ID, that force more than `misses` misses: they refute `misses`.

    `replies` has the dealer's reply to each letter: another refutation, of words that all lack the
    letter (it refutes `misses - 1`) or all have it at the same positions (it refutes `misses`). A
    letter that does not tell the words apart needs no reply; a one-letter group needs none at all.
    """

    ids: tuple[WordID, ...]
    misses: int
    replies: dict[Letter, "Refutation"]
    is_one_letter_group: bool = False


PlacedRefutation: TypeAlias = tuple[Words, Refutation]  # the words as a bit set


@dataclass
class RefutationList:
    """The refutations known for one number of misses at one node."""

    refutations: list[PlacedRefutation] = field(default_factory=list)
    added: int = 0  # refutations ever put in, including those dropped since
    read: int = 0  # refutations of the list above, from its first to its last, that were looked at

    def add(self, placed: PlacedRefutation) -> None:
        """Add a refutation; if there are too many now, keep the shorter half."""
        self.refutations.append(placed)
        self.added += 1
        if len(self.refutations) > MOST_REFUTATIONS:
            self.refutations.sort(key=lambda other: len(other[1].ids))
            del self.refutations[MOST_REFUTATIONS // 2 :]


def refutation_of(
    word_sets: WordSets, words: Words, misses: int, replies: dict[Letter, Refutation] | None = None
) -> Refutation:
    """The refutation of these words."""
    return Refutation(tuple(word_sets.ids_of(words)), misses, replies or {})


def one_word_refutation(word_sets: WordSets, words: Words) -> Refutation:
    """The first of some words: one word refutes -1 misses."""
    return refutation_of(word_sets, first_of(words), -1)


def group_refutation(word_sets: WordSets, group: Words, misses: int) -> Refutation:
    """The first `misses + 2` words of a one-letter group, which refute `misses`."""
    return Refutation(
        tuple(word_sets.ids_of(group)[: misses + 2]), misses, {}, is_one_letter_group=True
    )


def first_miss_refutation(word_sets: WordSets, words: Words) -> Refutation:
    """A few words without a safe letter, out of two or more without one: they refute 0 misses."""
    chosen = first_of(words)
    chosen |= first_of(words ^ chosen)
    while (safe := word_sets.safe_letter(chosen)) is not None:
        chosen |= first_of(words & word_sets.lacking(safe))
    replies = {
        letter: one_word_refutation(word_sets, lacking)
        for letter, lacking in word_sets.uncertain_letters(chosen)
    }
    return refutation_of(word_sets, chosen, 0, replies)


class SearchMemory:
    """What the search remembers about lists of words of one WordSets. Raises Cancelled."""

    def __init__(self, lexicon: Lexicon, ids: Sequence[WordID], budget: Budget) -> None:
        budget.spend(PREPARED + len(ids) // WORDS_A_STEP)
        self.word_sets = WordSets(lexicon, ids)
        self.groups = self.word_sets.groups()
        self._budget = budget
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
            ids = self.word_sets.ids_of(words)
            memory = SearchMemory(self.word_sets.lexicon, ids, self._budget)
            self._inner[words] = memory
        return memory


class Node:
    """A list of words that the search looks at, with its refutations and one-letter groups.

    They are picked out of those of the node above, so the further down, the fewer to look through.
    """

    def __init__(self, memory: SearchMemory, words: Words, above: "Node | None" = None) -> None:
        self.memory = memory
        self.word_sets = memory.word_sets
        self.words = words
        self._above = above
        self._refutation_lists: dict[int, RefutationList] = defaultdict(RefutationList)
        self._groups: list[Words] | None = None

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

    def refutations(self, misses: int) -> list[PlacedRefutation]:
        """The known refutations within these words that refute `misses`."""
        return self._refutation_list(misses).refutations

    def add(self, refutation: Refutation) -> None:
        """Remember a refutation within these words, here and for all nodes below."""
        self._refutation_list(refutation.misses).add(
            (self.word_sets.words_of(refutation.ids), refutation)
        )

    @property
    def groups(self) -> list[Words]:
        """The one-letter groups within these words, the largest first."""
        if self._groups is None:
            if self._above is None or self._above.memory is not self.memory:
                self._groups = self.memory.groups
            else:
                self._groups = large_groups([group & self.words for group in self._above.groups])
        return self._groups

    def _refutation_list(self, misses: int) -> RefutationList:
        """The list for `misses`, brought up to date with the node above."""
        refutations = self._refutation_lists[misses]
        if self._above is not None:
            above = self._above._refutation_list(misses)
            if unread := above.added - refutations.read:
                refutations.refutations += self._within(above.refutations[-unread:])
                refutations.added = len(refutations.refutations)
                refutations.read = above.added
        return refutations

    def _within(self, refutations: list[PlacedRefutation]) -> list[PlacedRefutation]:
        """Those refutations of the node above that are within these words, in bit sets of this."""
        if self._above is not None and self._above.memory is not self.memory:
            words_of = self.word_sets.words_of  # the words are those of the node above: all fit
            return [(words_of(refutation.ids), refutation) for _, refutation in refutations]
        words = self.words
        return [placed for placed in refutations if placed[0] & words == placed[0]]


class Replies:
    """The dealer's replies to the letters of a node, and the words that they take together."""

    def __init__(self, node: Node, misses: int) -> None:
        self._node = node
        self._misses = misses
        self._word_sets = node.word_sets
        self._replies: dict[Letter, Refutation] = {}
        self._refutations: list[PlacedRefutation] = []
        self._words: Words = 0

    def add(self, letter: Letter, refutation: Refutation) -> None:
        """Reply to a letter with a refutation."""
        self._add(letter, (self._word_sets.words_of(refutation.ids), refutation))

    def reuse(self, letter: Letter) -> bool:
        """Reply to a letter with the reply to another one, which takes no more words.

        Says whether one of them will do.
        """
        lacking = self._word_sets.lacking(letter)
        for words, refutation in self._refutations:
            if (not words & ~lacking and refutation.misses >= self._misses - 1) or (
                refutation.misses >= self._misses
                and not words & ~self._word_sets.family(letter, words)
            ):
                self._replies[letter] = refutation
                return True
        return False

    def reject(self, letter: Letter, lacking: Words) -> bool:
        """Reply to a letter with a known refutation or one-letter group of words that lack it.

        Of the refutations, take the one that adds the fewest words. Says whether there is a reply.
        """
        refutations = self._node.refutations(self._misses - 1)
        fitting = [placed for placed in refutations if placed[0] & lacking == placed[0]]
        if fitting:
            self._add(
                letter, min(fitting, key=lambda placed: (placed[0] & ~self._words).bit_count())
            )
            return True
        return self._reject_by_group(letter, lacking)

    def refutation(self) -> Refutation:
        """The refutation that the replies prove."""
        return refutation_of(self._word_sets, self._words, self._misses, self._replies)

    def equal_refutation(self) -> Refutation | None:
        """One of the replies, if it has the words of all and refutes as many misses by itself."""
        same = (refutation for words, refutation in self._refutations if words == self._words)
        return next((refutation for refutation in same if refutation.misses >= self._misses), None)

    def _reject_by_group(self, letter: Letter, lacking: Words) -> bool:
        for group in self._node.groups:
            if group.bit_count() <= self._misses:
                break
            if (group & lacking).bit_count() > self._misses:
                self.add(
                    letter, group_refutation(self._word_sets, group & lacking, self._misses - 1)
                )
                return True
        return False

    def _add(self, letter: Letter, placed: PlacedRefutation) -> None:
        self._refutations.append(placed)
        self._replies[letter] = placed[1]
        self._words |= placed[0]
