"""Refutations: a few words that force many misses, and how the search finds and remembers them.

The dealer's replies to the letters of a node, a list of words that the search looks at, together
make its refutation.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from service.engine.cheat_list import WordID
from service.engine.lexicon import Lexicon
from service.search.budget import Budget, Memo
from service.search.word_sets import LEAST_GROUP, Letter, Words, WordSets, first_of

PREPARED: Final = 10  # steps of the budget to set up a SearchMemory,
WORDS_A_STEP: Final = 4  # and one more for this many words
MOST_REFUTATIONS: Final = 20_000  # remembered for each number of misses
MOST_WINS: Final = 100_000  # remembered for one WordSets
MOST_INNER: Final = 100  # smaller WordSets kept for one WordSets


@dataclass(frozen=True, eq=False)
class Refutation:
    """A few words, by ID, that force more than `misses` misses: they refute `misses`.

    `replies` has the dealer's answer to each letter: another refutation, of words that all lack the
    letter (it refutes `misses - 1`) or all have it at the same positions (it refutes `misses`). A
    letter that does not tell the words apart needs no reply; a one-letter group needs none at all.
    """

    ids: tuple[WordID, ...]
    misses: int
    replies: dict[Letter, "Refutation"]
    is_one_letter_group: bool = False


PlacedRefutation: TypeAlias = tuple[Words, Refutation]  # the words as a bit set


def one_word(word_sets: WordSets, words: Words) -> Refutation:
    """The first of some words: one word refutes -1 misses."""
    return Refutation(tuple(word_sets.ids_of(first_of(words))), -1, {})


def first_miss(word_sets: WordSets, words: Words) -> Refutation:
    """Some of two or more words without a safe letter: they have none either, and refute 0."""
    # Two words to begin with. As long as they have a safe letter, add a word that lacks it.
    chosen = first_of(words)
    chosen |= first_of(words ^ chosen)
    while (safe := word_sets.safe_letter(chosen)) is not None:
        chosen |= first_of(words & word_sets.lacking(safe))
    # Every letter can miss now: the reply is any one word that lacks it.
    letters = word_sets.uncertain_letters(chosen)
    replies = {letter: one_word(word_sets, lacking) for letter, lacking in letters}
    return Refutation(tuple(word_sets.ids_of(chosen)), 0, replies)


class SearchMemory(WordSets):
    """Word sets with what the search remembers about lists of their words.

    `groups` are its one-letter groups, the largest first, if they are known.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        ids: Sequence[WordID],
        budget: Budget,
        groups: Iterable[Sequence[WordID]] | None = None,
    ) -> None:
        budget.spend(PREPARED + len(ids) // WORDS_A_STEP)
        super().__init__(lexicon, ids)
        self.known_groups = self.groups() if groups is None else [*map(self.words_of, groups)]
        self.wins: Memo[Words, tuple[int, Letter]] = Memo(MOST_WINS)  # misses, and the first letter
        self._budget = budget
        self._inner: Memo[Words, SearchMemory] = Memo(MOST_INNER)

    def inner(self, words: Words, groups: Iterable[Words]) -> "SearchMemory":
        """The memory for some of the words, which have these groups, in shorter bit sets."""
        if words not in self._inner:
            ids, groups_ids = self.ids_of(words), map(self.ids_of, groups)
            self._inner[words] = SearchMemory(self.lexicon, ids, self._budget, groups_ids)
        return self._inner[words]


class Node:
    """A list of words that the search looks at, with its refutations and one-letter groups.

    It picks them from those of the node above, so that deeper nodes have fewer to look through.
    """

    def __init__(self, word_sets: SearchMemory, words: Words, above: "Node | None" = None) -> None:
        self.word_sets = word_sets
        self.words = words
        self._above = above
        self._is_in_sets_of_above = above is not None and above.word_sets is word_sets
        self._refutations: dict[int, list[PlacedRefutation]] = defaultdict(list)
        self._looked_at: dict[int, int] = defaultdict(int)  # how many of those of the node above
        self._root: Node = above._root if above else self
        self._changes: dict[int, int] = defaultdict(int)  # of all refutations, seen by this node

    def below(self, words: Words) -> "Node":
        """The node of some of the words."""
        return Node(self.word_sets, words, self)

    def in_fitting_sets(self) -> "Node":
        """The same words, in shorter bit sets of their own if that is worth it."""
        if not self.word_sets.is_worth_shrinking_to(self.words):
            return self
        inner = self.word_sets.inner(self.words, self.groups)
        return Node(inner, inner.everything, self)

    def is_won(self, misses: int) -> bool:
        """Whether a win within `misses` is known: by the number of words, or from a search."""
        win = self.word_sets.wins.get(self.words)
        return self.words.bit_count() <= misses + 1 or (win is not None and win[0] <= misses)

    def refutations(self, misses: int) -> list[PlacedRefutation]:
        """The known refutations within these words that refute `misses`."""
        refutations = self._refutations[misses]
        changes = self._root._changes[misses]
        # Pick those of the node above that are within these words; it first picks its own.
        if self._above is not None and self._changes[misses] != changes:
            self._changes[misses] = changes
            above, looked_at = self._above.refutations(misses), self._looked_at[misses]
            # The node above has dropped its longer half (`add`): pick all again.
            if len(above) < looked_at:
                refutations.clear()
                looked_at = 0
            # Pick only from those that it has gained since the last look.
            if len(above) > looked_at:
                refutations += self._within(above[looked_at:])
                self._looked_at[misses] = len(above)
        return refutations

    def add(self, refutation: Refutation) -> None:
        """Remember a refutation, here and for all nodes below; if full, drop the longer half."""
        refutations = self.refutations(refutation.misses)
        refutations.append(self.placed(refutation))
        self._root._changes[refutation.misses] += 1
        if len(refutations) > MOST_REFUTATIONS:
            refutations.sort(key=lambda placed: len(placed[1].ids))
            del refutations[MOST_REFUTATIONS // 2 :]

    def placed(self, refutation: Refutation) -> PlacedRefutation:
        """A refutation within these words, with its words as a bit set."""
        return self.word_sets.words_of(refutation.ids), refutation

    def group_refutation(self, words: Words, misses: int) -> Refutation | None:
        """The first `misses + 2` words of a one-letter group among `words`, which refute `misses`.

        None if no group has so many.
        """
        # The largest group comes first, so a group that is too small is followed by no better one.
        for group in self.groups:
            if group.bit_count() < misses + 2:
                return None
            # Any m of its words force m - 1 misses.
            if (group & words).bit_count() >= misses + 2:
                ids = self.word_sets.ids_of(group & words)[: misses + 2]
                return Refutation(tuple(ids), misses, {}, is_one_letter_group=True)
        return None

    @cached_property
    def groups(self) -> list[Words]:
        """The one-letter groups within these words, the largest first."""
        # A node with word sets of its own has groups of its own; others pick from those above.
        if self._above is None or not self._is_in_sets_of_above:
            return self.word_sets.known_groups
        within = [group & self.words for group in self._above.groups]
        large = [group for group in within if group.bit_count() >= LEAST_GROUP]
        return sorted(large, key=int.bit_count, reverse=True)

    def _within(self, refutations: list[PlacedRefutation]) -> list[PlacedRefutation]:
        """The refutations of the node above that are within these words, in our bit sets."""
        # The words are those of the node above, in other bit sets: all refutations fit.
        if not self._is_in_sets_of_above:
            return [self.placed(refutation) for _, refutation in refutations]
        words = self.words
        return [placed for placed in refutations if placed[0] & words == placed[0]]


class Replies:
    """The dealer's replies to the letters of a node, and the words that they need together."""

    def __init__(self, node: Node, misses: int) -> None:
        self._node = node
        self._misses = misses
        self._replies: dict[Letter, Refutation] = {}
        self._refutations: list[PlacedRefutation] = []
        self._words: Words = 0

    def add(self, letter: Letter, placed: PlacedRefutation) -> None:
        """Reply to a letter with a refutation."""
        self._refutations.append(placed)
        self._replies[letter] = placed[1]
        self._words |= placed[0]

    def reuse(self, letter: Letter) -> bool:
        """Reply to a letter with the reply to another one, so that no words are added.

        Returns whether one of them fits.
        """
        word_sets = self._node.word_sets
        lacking = word_sets.lacking(letter)
        for words, refutation in self._refutations:
            # If all of its words lack the letter, the guess has cost a miss already. If they show
            # it, all at the same positions, it has not: they must force as much as the node.
            all_lack = not words & ~lacking
            needed = self._misses - 1 if all_lack else self._misses
            forces_enough = refutation.misses >= needed
            if forces_enough and (all_lack or not words & ~word_sets.family(letter, words)):
                self._replies[letter] = refutation
                return True
        return False

    def reject(self, letter: Letter, lacking: Words) -> bool:
        """Reply to a letter with a known refutation or one-letter group of words that lack it.

        It uses the refutation that adds the fewest words. Returns whether there is a reply.
        """
        refutations = self._node.refutations(self._misses - 1)
        fitting = [placed for placed in refutations if placed[0] & lacking == placed[0]]
        # The fewer words the replies have together, the more lists the refutation serves.
        if fitting:
            self.add(letter, min(fitting, key=lambda p: (p[0] & ~self._words).bit_count()))
            return True
        refutation = self._node.group_refutation(lacking, self._misses - 1)
        if refutation is not None:
            self.add(letter, self._node.placed(refutation))
        return refutation is not None

    def refutation(self) -> Refutation:
        """The refutation that the replies prove."""
        ids = tuple(self._node.word_sets.ids_of(self._words))
        return Refutation(ids, self._misses, self._replies)

    def equal_refutation(self) -> Refutation | None:
        """One of the replies, if it has the words of all and refutes as many misses by itself."""
        same = (refutation for words, refutation in self._refutations if words == self._words)
        return next((refutation for refutation in same if refutation.misses >= self._misses), None)
