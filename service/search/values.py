"""Exact play: the misses that a perfect dealer forces from a perfect player, with the proof.

The *value* V of a list is 0 for one word. Else it is the least over the letters of the most over
the families of V(family), plus one for the family without the letter. The search rests on this:

- V depends only on the words that are left: a letter guessed before is in none of them, or at the
  same positions in all, and guessing it again tells nothing.
- V of a subset is no larger: play as for the whole list, and skip what is not there. So a *core*, a
  few words with V > k, refutes k misses for every list that contains them. Its proof is the
  dealer's *reply* to each letter: a core within one of the families.
- A letter in every word is *free*: it cannot miss. All free letters are guessed at once, which
  leaves the *parts* of the list; V is the most over the parts. V of a part of two words or more is
  at least 1.
- V is at most the number of words less one: each miss takes away a word at least. Taking one word
  away lowers V by at most one, so guessing a whole word never helps a perfect player.
- A *star*, words that become equal if one letter of each is blanked out wherever it stands, can
  only be told apart by these letters: m words force m - 1 misses.

Ten words as an example:

>>> from service.engine.indexing import lexicon_of
>>> words = "puff pull punk purr puss undo unit upon urge user".split()
>>> lexicon = lexicon_of(dict.fromkeys(words, 0), "abcdefghijklmnopqrstuvwxyz")
>>> search = Search(lexicon, range(10), Budget())

U is free, and leaves two parts:

>>> def shown(words):
...     return " ".join(sorted(lexicon.word(id) for id in search.root.word_sets.ids_of(words)))
>>> sorted(map(shown, search.root.word_sets.parts(search.root.words)))
['puff pull punk purr puss', 'undo unit upon urge user']

There is one star. Its four words force three misses:

>>> [shown(star) for star in search.root.stars]
['puff pull purr puss']

With punk they force four; these five words are the core that refutes three misses:

>>> core = search.refutation(search.root, 3)
>>> " ".join(sorted(map(lexicon.word, core.ids))), core.misses
('puff pull punk purr puss', 3)
>>> search.refutation(search.root, 4) is None  # the player wins within four
True

The dealer's reply to N is that the word lacks it: one miss, and the star is left, which refutes two
more. The reply to F is the same with punk in place of puff. U and P need no reply: they tell
nothing.

>>> for letter, reply in sorted(core.replies.items()):
...     words = " ".join(sorted(map(lexicon.word, reply.ids)))
...     print(lexicon.alphabet[letter], words, reply.misses, reply.is_star)
f pull punk purr puss 2 False
k puff pull purr puss 2 True
l puff punk purr puss 2 False
n puff pull purr puss 2 True
r puff pull punk puss 2 False
s puff pull punk purr 2 False

The game and its hardness are Barbay and Subercaseaux's, "The Computational Complexity of Evil
Hangman" (2021). The search asks no clock: who wants it to end gives it a `Budget`.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import numpy as np

from service.engine.cheat_list import WordID, WordIDs
from service.engine.lexicon import LetterSet, Lexicon
from service.search.budget import Bounds, Budget, Stopped, Tired
from service.search.core_table import CoreTable
from service.search.refutations import (
    Core,
    Node,
    Replies,
    SearchMemory,
    first_miss_core,
    one_word_core,
    star_core,
)
from service.search.word_sets import Letter, Words, WordSets
from service.search.words_in_play import upper_bound

PATIENCE: Final = 1000  # nodes for the first try at a question
SEARCHED: Final = 400  # words; longer lists take too long to search while somebody waits


class Search:
    """The search on some words of a lexicon, with all that it has learned about them."""

    def __init__(self, lexicon: Lexicon, ids: Sequence[WordID], budget: Budget) -> None:
        self.lexicon = lexicon
        self.budget = budget
        self.root = Node(SearchMemory(WordSets(lexicon, ids)), (1 << len(ids)) - 1)

    def refutation(self, node: Node, misses: int) -> Core | None:
        """A core that forces more than `misses`; None if the player wins within `misses`.

        Raises Stopped and Tired.
        """
        if node.is_won(misses):
            return None
        if misses < 0:
            return one_word_core(node.word_sets, node.words)
        return self._known_core(node, misses) or self._refuted_by_a_part(node, misses)

    def winning_letter(self, node: Node, misses: int) -> Letter:
        """The letter that wins within `misses`. Raises Stopped and Tired.

        The node has two words or more, and the player can win within `misses`.
        """
        free = node.word_sets.free_letter(node.words)
        if free is not None:
            return free
        if node.words.bit_count() <= misses + 1:
            return node.word_sets.risky_letters(node.words)[0][0]  # any: each miss costs a word
        if not node.is_won(misses):
            self._refute_part(node, misses)
        return node.memory.wins[node.words][1]

    def _known_core(self, node: Node, misses: int) -> Core | None:
        """A core within the node's words that is known already, or that a star makes."""
        if cores := node.cores(misses):
            return cores[0][1]
        if node.stars and node.stars[0].bit_count() >= misses + 2:
            return self._remember(star_core(node.word_sets, node.stars[0], misses))
        return None

    def _refuted_by_a_part(self, node: Node, misses: int) -> Core | None:
        """As `refutation`, if no core is known: look at the parts, the largest first."""
        node = node.in_fitting_sets()
        parts = node.word_sets.parts(node.words)
        for part in sorted(parts, key=int.bit_count, reverse=True):
            if part.bit_count() <= misses + 1:
                return None
            if (core := self._refute_part(node.below(part), misses)) is not None:
                return core
        return None

    def _refute_part(self, node: Node, misses: int) -> Core | None:
        """As `refutation`, for two words or more without a free letter; remember the outcome."""
        if node.is_won(misses):
            return None
        self.budget.count()
        if misses == 0:
            return self._remember(first_miss_core(node.word_sets, node.words))
        replies = Replies(node, misses)
        winning = self._unanswered(node, misses, replies)
        if winning is not None:
            node.memory.add_win(node.words, misses, winning)
            return None
        return replies.equal_core() or self._remember(replies.core())

    def _unanswered(self, node: Node, misses: int, replies: Replies) -> Letter | None:
        """A letter that the dealer cannot reply to; None when `replies` has a reply to each.

        Replies that are known are put in for all letters before any reply is searched for.
        """
        searched = [
            (letter, lacking)
            for letter, lacking in node.word_sets.risky_letters(node.words)
            if not (replies.reuse(letter) or replies.reject(letter, lacking))
        ]
        for letter, lacking in searched:
            if not replies.reuse(letter):
                core = self._reply(node, letter, lacking, misses)
                if core is None:
                    return letter
                replies.add(letter, core)
        return None

    def _reply(self, node: Node, letter: Letter, lacking: Words, misses: int) -> Core | None:
        """A core within one family of a letter that refutes it; None if the letter wins."""
        if (core := self.refutation(node.below(lacking), misses - 1)) is not None:
            return core
        families = node.word_sets.families(letter, node.words)
        for family in sorted(families, key=int.bit_count, reverse=True):
            if family.bit_count() <= misses + 1:
                return None
            if (core := self.refutation(node.below(family), misses)) is not None:
                return core
        return None

    def _remember(self, core: Core) -> Core:
        self.root.add(core)
        return core


@dataclass(frozen=True)
class Value(Bounds):
    """Bounds on a list's value; `core` forces the lower one."""

    core: Core | None = None


def value(search: Search, start: Bounds | None = None) -> Iterator[Value]:
    """Bounds on the value of the words, closer and closer until they meet. Raises Stopped.

    The search asks in turn whether the player wins within `upper - 1`, and within `lower` misses:
    each question for PATIENCE nodes, then for twice as many if neither was answered. If the two are
    the same question, it is asked until it is answered. After Stopped, the last bounds hold. Bounds
    to `start` from save time.
    """
    bounds = _first_bounds(search, start)
    yield bounds
    patience = PATIENCE
    while not bounds.exact:
        before = bounds
        questions = dict.fromkeys((bounds.upper - 1, bounds.lower))
        for misses in questions:
            try:
                core = _refutation_within(search, misses, patience if len(questions) > 1 else None)
            except Tired:
                continue
            bounds = _closer(bounds, misses, core)
            yield bounds
        if bounds is before:
            patience *= 2


def _first_bounds(search: Search, start: Bounds | None) -> Value:
    if start:
        return Value(start.lower, start.upper)
    return Value(0, upper_bound(search.lexicon, np.array(search.root.word_sets.ids)))


def _refutation_within(search: Search, misses: int, nodes: int | None) -> Core | None:
    """As `refutation`, of the whole list, within `nodes` more nodes."""
    search.budget.limit = None if nodes is None else search.budget.seen + nodes
    try:
        return search.refutation(search.root, misses)
    finally:
        search.budget.limit = None


def _closer(bounds: Value, misses: int, core: Core | None) -> Value:
    """The bounds, made closer by the core that refutes `misses`, or by there being none."""
    if core is None:
        return Value(bounds.lower, min(bounds.upper, misses), bounds.core)
    if misses < bounds.lower:
        return bounds
    return Value(misses + 1, bounds.upper, core)


def value_bounds(
    lexicon: Lexicon, ids: WordIDs, guessed: LetterSet, budget: Budget, table: CoreTable | None
) -> Bounds:
    """Bounds on the misses that a perfect dealer forces from some words.

    `ids` (size,) int64 ascending. `table` has the cores of the lexicon, if there is one. `guessed`
    letters must not tell any of the words apart; they may be left out.
    """
    lower = table.misses_forced(ids) if table else 0
    bounds = Bounds(lower, upper_bound(lexicon, ids, guessed))
    if len(ids) <= SEARCHED:
        with suppress(Stopped):
            for closer in value(Search(lexicon, ids.tolist(), budget), bounds):
                bounds = closer
    return bounds
