"""Exact play: the misses that a perfect dealer forces from a perfect player, with the proof.

The *value* V of a list is 0 for one word. Else it is the least over the letters of the most over
the families of V(family), plus one for the family without the letter. The search rests on this:

- V depends only on the words that are left: letters guessed before do not tell them apart.
- V of a subset is not larger: play as for the whole list, and skip what is not there. So a
  *refutation*, a few words with V > k, refutes k misses for every list that contains them. Its
  proof is the dealer's *reply* to each letter: a refutation within one of the families.
- A letter in every word is *safe*: it cannot miss. All safe letters are guessed at once, which
  leaves the *parts* of the list; V is the most over the parts. V of a part of two words or more is
  at least 1.
- V is at most the number of words less one: each miss takes away a word at least. Taking one word
  away lowers V by at most one, so guessing a whole word never helps a perfect player.
- A *one-letter group*, words that become equal if one letter of each is blanked out wherever it
  stands, can only be told apart by these letters: m words force m - 1 misses.

Ten words as an example:

>>> from service.engine.indexing import lexicon_of
>>> words = "puff pull punk purr puss undo unit upon urge user".split()
>>> lexicon = lexicon_of(dict.fromkeys(words, 0), "abcdefghijklmnopqrstuvwxyz")
>>> search = Search(lexicon, range(10), Budget())

U is safe, and leaves two parts:

>>> def shown(words):
...     return " ".join(sorted(lexicon.word(id) for id in search.root.word_sets.ids_of(words)))
>>> sorted(map(shown, search.root.word_sets.parts(search.root.words)))
['puff pull punk purr puss', 'undo unit upon urge user']

The one-letter group of puff, pull, purr and puss forces three misses. With punk they force four;
these five words are the refutation of three misses:

>>> refutation = search.refutation(search.root, 3)
>>> " ".join(sorted(map(lexicon.word, refutation.ids))), refutation.misses
('puff pull punk purr puss', 3)
>>> search.refutation(search.root, 4)  # None: the player wins within four

The dealer's answer to N is that the word lacks it: one miss, and the one-letter group is left,
which refutes two more:

>>> reply = refutation.replies[lexicon.alphabet.index("n")]
>>> " ".join(sorted(map(lexicon.word, reply.ids))), reply.misses, reply.is_one_letter_group
('puff pull purr puss', 2, True)

The game and its hardness are Barbay and Subercaseaux's, "The Computational Complexity of Evil
Hangman" (2021). The search does not look at a clock: a `Budget` ends it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from service.engine.cheat_list import WordID
from service.engine.lexicon import Lexicon
from service.search.budget import Bounds, Budget
from service.search.refutations import Node, Refutation, Replies, SearchMemory, first_miss, one_word
from service.search.word_sets import Letter, Words
from service.search.words_in_play import upper_bound

NODE_STEPS: Final = 3  # of the budget for each node,
WORDS_A_STEP: Final = 8  # and one more for this many of its words
LONGEST_SEARCHED: Final = 400  # words; longer lists take too long to search while a request waits

Refute: TypeAlias = Callable[[Node, int], Refutation | None]


class Search:
    """The search on some words of a lexicon, with everything that it has learned about them.

    Raises Cancelled.
    """

    def __init__(self, lexicon: Lexicon, ids: Sequence[WordID], budget: Budget) -> None:
        self.lexicon = lexicon
        self.budget = budget
        self.root = Node(SearchMemory(lexicon, ids, budget), (1 << len(ids)) - 1)

    def refutation(self, node: Node, misses: int) -> Refutation | None:
        """A refutation that forces more than `misses`; None if the player wins within `misses`."""
        if node.is_won(misses):
            return None
        if misses < 0:
            return one_word(node.word_sets, node.words)
        # Before any search, try the known refutations, then a one-letter group.
        if refutations := node.refutations(misses):
            return refutations[0][1]
        if (refutation := node.group_refutation(node.words, misses)) is not None:
            return self._remember(refutation)
        # Safe letters cost nothing: guess them all, and search each of the parts that they leave.
        node = node.in_fitting_sets()
        parts = node.word_sets.parts(node.words)
        return self._refuted_by_one_of(parts, node, misses, self._refute_part)

    def winning_letter(self, node: Node, misses: int) -> Letter:
        """The letter that wins within `misses`.

        The node has two words or more, and the player can win within `misses`.
        """
        safe = node.word_sets.safe_letter(node.words)
        if safe is not None:
            return safe
        # Any letter wins: each miss takes away a word at least.
        if node.words.bit_count() <= misses + 1:
            return node.word_sets.uncertain_letters(node.words)[0][0]
        # The search stores the letter that wins.
        if not node.is_won(misses):
            self._refute_part(node, misses)
        return node.word_sets.wins[node.words][1]

    def _refuted_by_one_of(
        self, lists: Iterable[Words], node: Node, misses: int, refute: Refute
    ) -> Refutation | None:
        """A refutation of one of some lists below a node, largest first; None if all are won."""
        for words in sorted(lists, key=int.bit_count, reverse=True):
            # This list is too short to refute anything, and so are those that follow.
            if words.bit_count() <= misses + 1:
                return None
            if (refutation := refute(node.below(words), misses)) is not None:
                return refutation
        return None

    def _refute_part(self, node: Node, misses: int) -> Refutation | None:
        """As `refutation`, for two words or more without a safe letter; remember the outcome."""
        if node.is_won(misses):
            return None
        self.budget.count(NODE_STEPS + node.words.bit_count() // WORDS_A_STEP)
        if misses == 0:
            return self._remember(first_miss(node.word_sets, node.words))
        # Look for a reply to each letter. A letter without one wins for the player.
        replies = Replies(node, misses)
        if (winning := self._unanswered(node, misses, replies)) is not None:
            node.word_sets.wins[node.words] = misses, winning
            return None
        return replies.equal_refutation() or self._remember(replies.refutation())

    def _unanswered(self, node: Node, misses: int, replies: Replies) -> Letter | None:
        """A letter that the dealer cannot reply to; None when `replies` has a reply to each.

        It uses known replies for all letters before it searches for any.
        """
        # The cheap replies come first: those to another letter, and known refutations.
        searched = [
            (letter, lacking)
            for letter, lacking in node.word_sets.uncertain_letters(node.words)
            if not (replies.reuse(letter) or replies.reject(letter, lacking))
        ]
        for letter, lacking in searched:
            # A reply just found to another letter may fit this one, too.
            if replies.reuse(letter):
                continue
            refutation = self._reply(node, letter, lacking, misses)
            # The dealer has no reply: the player wins with this letter.
            if refutation is None:
                return letter
            replies.add(letter, node.placed(refutation))
        return None

    def _reply(self, node: Node, letter: Letter, lacking: Words, misses: int) -> Refutation | None:
        """A refutation within one family of a letter that refutes it; None if the letter wins."""
        # The dealer says that the word lacks the letter, which is a miss, or shows it for free.
        if (refutation := self.refutation(node.below(lacking), misses - 1)) is not None:
            return refutation
        families = node.word_sets.families(letter, node.words)
        return self._refuted_by_one_of(families, node, misses, self.refutation)

    def _remember(self, refutation: Refutation) -> Refutation:
        self.root.add(refutation)
        return refutation


@dataclass(frozen=True)
class Value(Bounds):
    """Bounds on a list's value; `refutation` forces the lower one."""

    refutation: Refutation | None = None

    def closer(self, misses: int, refutation: Refutation | None) -> "Value":
        """These bounds, narrowed by a refutation of `misses`, or by the fact that there is none."""
        if refutation is None:
            return Value(self.lower, min(self.upper, misses), self.refutation)
        return self if misses < self.lower else Value(misses + 1, self.upper, refutation)


def value(search: Search, start: Bounds | None = None) -> Iterator[Value]:
    """Bounds on the value of the words, closer and closer until they meet. Raises Cancelled.

    It searches in turn whether the player wins within `upper - 1`, and within `lower` misses. After
    Cancelled, the last bounds still hold. If you know bounds, pass them as `start` to save time.
    """
    ids = np.array(search.root.word_sets.ids)
    start = start or Bounds(0, upper_bound(search.lexicon, ids))
    bounds = Value(start.lower, start.upper)
    yield bounds
    while not bounds.exact:
        # A win within the first lowers the upper bound; none within the second raises the lower.
        for misses in dict.fromkeys((bounds.upper - 1, bounds.lower)):
            bounds = bounds.closer(misses, search.refutation(search.root, misses))
            yield bounds
