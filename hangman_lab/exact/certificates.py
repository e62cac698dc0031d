"""Certificates of values: the player's tree of guesses, and the dealer's refutations."""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from hangman_lab.exact.minimization import all_replies, minimized, table_of
from hangman_lab.exact.tables import spelled_table
from service.engine.cheat_list import WordID
from service.engine.lexicon import Lexicon
from service.search.budget import Budget, Cancelled
from service.search.refutations import Node, Refutation
from service.search.values import Search
from service.search.word_sets import Letter, Words, number_of_first

JSON: TypeAlias = Any
InTime: TypeAlias = Callable[[], bool]  # whether there is time left

LARGE: Final = 1_000_000  # replies; a refutation with more needs too much memory to make it smaller
EFFORT: Final = 300  # nodes to find a refutation without some of the words


def players_tree(search: Search, node: Node, misses: int) -> JSON:
    """The tree by which the player finds each word within `misses`: a word, or a letter and trees.

    `["e", {"": …, "0 3": …}]`: guess E, and go on with the tree of its positions. Raises Cancelled.
    """
    if node.words.bit_count() == 1:
        return search.lexicon.word(node.word_sets.ids[number_of_first(node.words)])
    node = node.in_fitting_sets()
    letter = search.winning_letter(node, misses)
    branches = {
        positions: players_tree(search, node.below(family), misses - (not positions))
        for positions, family in _answers(node, letter)
    }
    return [search.lexicon.alphabet[letter], branches]


def dealers_table(lexicon: Lexicon, refutation: Refutation) -> JSON:
    """The refutation, its replies, their replies and so on, as words, and what they force.

    A one-letter group needs no replies.
    """
    table = table_of(refutation)
    return spelled_table(table, lexicon.words(table.words))


def smallest(lexicon: Lexicon, refutation: Refutation, in_time: InTime) -> Refutation:
    """The refutation with few replies, and without words that are easily found to be unnecessary.

    It tries to leave out half of the words at once, then a quarter, and so on down to one, while
    `in_time` returns true. A refutation with more than LARGE replies stays as it is.
    """
    if sum(1 for _ in all_replies(refutation)) > LARGE:
        return refutation
    refutation = minimized(lexicon, refutation)
    together = len(refutation.ids) // 2
    while together:
        refutation = _with_fewer_words(lexicon, refutation, together, in_time)
        together //= 2
    return minimized(lexicon, refutation)


def _with_fewer_words(
    lexicon: Lexicon, refutation: Refutation, together: int, in_time: InTime
) -> Refutation:
    """The refutation without those runs of `together` words that are not necessary."""
    first = 0
    while first < len(refutation.ids) and in_time():
        smaller = _without(lexicon, refutation, set(refutation.ids[first : first + together]))
        if smaller is None:
            first += together
        else:
            refutation = smaller
    return refutation


def _without(lexicon: Lexicon, refutation: Refutation, spared: set[WordID]) -> Refutation | None:
    """A refutation of as many misses without the words `spared`; None if EFFORT finds none."""
    ids = [word_id for word_id in refutation.ids if word_id not in spared]
    search = Search(lexicon, ids, Budget(lambda nodes: nodes <= EFFORT))
    for reply in all_replies(refutation):
        if spared.isdisjoint(reply.ids):
            search.root.add(reply)
    try:
        return search.refutation(search.root, refutation.misses)
    except Cancelled:
        return None


def _answers(node: Node, letter: Letter) -> Iterator[tuple[str, Words]]:
    """The families of a letter, each with where its words have it: `0 3`."""
    sets = node.word_sets
    lacking = node.words & sets.lacking(letter)
    for family in [lacking] * bool(lacking) + [*sets.families(letter, node.words)]:
        word = sets.lexicon.word(sets.ids[number_of_first(family)])
        shown = (place for place, c in enumerate(word) if c == sets.lexicon.alphabet[letter])
        yield " ".join(map(str, shown)), family
