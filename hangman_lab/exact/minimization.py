"""Minimization: the dealer's proof with as few refutations as can be found.

The choice of replies is a set cover. Each letter of each necessary refutation needs one reply: a
refutation of a miss less, whose words all lack the letter and are all in the refutation. They are
chosen greedily, from the most misses down: first the one that replies at most places.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from heapq import heapify, heappop, heappush
from operator import and_
from typing import Final, TypeAlias

import numpy as np

from hangman_lab.exact.tables import refutation_table
from service.engine.cheat_list import WordID
from service.engine.lexicon import LetterSet, Lexicon
from service.search.budget import Budget
from service.search.refutation_table import RefutationTable
from service.search.refutations import Refutation
from service.search.values import Search
from service.search.word_sets import BitSet, Letter, numbers_in

Needed: TypeAlias = BitSet  # some of the refutations that are needed: i stands for the i-th
Replies: TypeAlias = dict[Refutation, dict[Letter, Refutation]]  # the replies of each refutation

MOST: Final = 150_000  # refutations of a table: some 20 MB, which every guess looks through


def all_replies(refutation: Refutation) -> Iterator[Refutation]:
    """The replies of a refutation, their replies, and so on, each once."""
    visited, waiting = {refutation}, [refutation]
    while waiting:
        for reply in waiting.pop().replies.values():
            if reply not in visited:
                visited.add(reply)
                waiting.append(reply)
                yield reply


def minimized(lexicon: Lexicon, refutation: Refutation) -> Refutation:
    """The refutation with fewer replies in total. Twice, because fewer words need fewer replies."""
    return _minimized(lexicon, _minimized(lexicon, refutation))


def table_of(refutation: Refutation) -> RefutationTable:
    """The table of a refutation, its replies, their replies, and so on."""
    refutations = [refutation, *all_replies(refutation)]
    return refutation_table(
        [
            (other.ids, other.misses + 1)
            for other in refutations
            if not other.is_one_letter_group and other.misses >= 0
        ],
        [other.ids for other in refutations if other.is_one_letter_group],
    )


def within_size(lexicon: Lexicon, refutation: Refutation) -> RefutationTable:
    """The table of a refutation, or if it is larger than MOST, of a refutation of fewer misses."""
    table = table_of(refutation)
    while len(table.forced) > MOST:
        search = Search(lexicon, refutation.ids, Budget())
        weaker = search.refutation(search.root, refutation.misses - 1)
        assert weaker is not None  # words that force more misses force fewer too
        refutation = minimized(lexicon, weaker)
        table = table_of(refutation)
    return table


def _minimized(lexicon: Lexicon, refutation: Refutation) -> Refutation:
    by_misses = _by_misses([refutation, *all_replies(refutation)])
    needed: dict[int, dict[Refutation, None]] = defaultdict(dict)
    needed[refutation.misses][refutation] = None
    replies: Replies = {}
    for misses in range(refutation.misses, -1, -1):
        refutations = _with_strong_replies(needed[misses])
        replies.update({other: _strong_replies(other, misses) for other in refutations})
        for letter, reply, places in _cover(lexicon, refutations, replies, by_misses[misses - 1]):
            needed[misses - 1][reply] = None
            for number in numbers_in(places):
                replies[refutations[number]][letter] = reply
    return _rebuilt(lexicon, refutation, replies)


def _by_misses(refutations: Iterable[Refutation]) -> dict[int, list[Refutation]]:
    """The refutations by the misses that they refute; only one for the same words."""
    by_words: dict[int, dict[tuple[WordID, ...], Refutation]] = defaultdict(dict)
    for refutation in refutations:
        by_words[refutation.misses].setdefault(refutation.ids, refutation)
    return defaultdict(list, {misses: list(same.values()) for misses, same in by_words.items()})


def _strong_replies(refutation: Refutation, misses: int) -> dict[Letter, Refutation]:
    """The replies that refute `misses` by themselves, as replies that show the letter must."""
    return {x: reply for x, reply in refutation.replies.items() if reply.misses >= misses}


def _with_strong_replies(refutations: Iterable[Refutation]) -> list[Refutation]:
    """The refutations, their replies that refute as many misses, such replies of those."""
    closed = dict.fromkeys(refutations)
    waiting = list(closed)
    while waiting:
        refutation = waiting.pop()
        for reply in _strong_replies(refutation, refutation.misses).values():
            if reply not in closed:
                closed[reply] = None
                waiting.append(reply)
    return list(closed)


def _cover(
    lexicon: Lexicon, refutations: list[Refutation], replies: Replies, candidates: list[Refutation]
) -> Iterator[tuple[Letter, Refutation, Needed]]:
    """A few candidates that give each refutation the replies that it lacks.

    Each comes with a letter, and with the refutations that use it as their reply to that letter.
    """
    unanswered = _unanswered(refutations, replies)
    superset_of = _supersets(refutations)
    supersets = [superset_of(candidate) for candidate in candidates]
    absent = [_absent_letters(lexicon, candidate) for candidate in candidates]

    def served(number: int) -> list[tuple[Letter, Needed]]:
        """The refutations that still lack the candidate as a reply, by letter."""
        letters = ((x, open_) for x, open_ in unanswered.items() if absent[number] >> x & 1)
        return [(x, supersets[number] & open_) for x, open_ in letters if supersets[number] & open_]

    def gain(number: int) -> int:
        return sum(places.bit_count() for _, places in served(number))

    for number in _greedily(len(candidates), gain):
        for letter, places in served(number):
            unanswered[letter] ^= places
            yield letter, candidates[number], places


def _unanswered(refutations: list[Refutation], replies: Replies) -> dict[Letter, Needed]:
    """For each letter, the refutations that have no reply to it yet."""
    unanswered: dict[Letter, Needed] = defaultdict(int)
    for number, refutation in enumerate(refutations):
        for letter in refutation.replies.keys() - replies[refutation].keys():
            unanswered[letter] |= 1 << number
    return unanswered


def _supersets(refutations: list[Refutation]) -> Callable[[Refutation], Needed]:
    """The function that finds the refutations which have all words of another one."""
    having: dict[WordID, Needed] = defaultdict(int)
    for number, refutation in enumerate(refutations):
        for word_id in refutation.ids:
            having[word_id] |= 1 << number

    def supersets(refutation: Refutation) -> Needed:
        return reduce(and_, (having.get(word_id, 0) for word_id in refutation.ids))

    return supersets


def _greedily(candidates: int, gain: Callable[[int], int]) -> Iterator[int]:
    """The number of the candidate with the largest gain, then with the largest gain left, etc."""
    ranked = [(-gain(number), number) for number in range(candidates)]
    heapify(ranked)
    while ranked:
        _, number = heappop(ranked)
        now = -gain(number)
        if ranked and (now, number) > ranked[0]:
            heappush(ranked, (now, number))  # its gain is smaller since others were chosen
        elif now:
            yield number


def _absent_letters(lexicon: Lexicon, refutation: Refutation) -> LetterSet:
    """The letters that none of a refutation's words has."""
    present = np.bitwise_or.reduce(lexicon.presence.take(refutation.ids))
    return ~int(present) & ((1 << len(lexicon.alphabet)) - 1)


def _rebuilt(lexicon: Lexicon, refutation: Refutation, replies: Replies) -> Refutation:
    """The refutation with these replies instead of its own, and with the words that they need."""
    rebuilt: dict[Refutation, Refutation] = {}
    same: dict[tuple[int, tuple[WordID, ...]], Refutation] = {}
    for old in sorted(replies, key=lambda old: (old.misses, len(old.ids))):
        new_replies = {x: rebuilt.get(reply, reply) for x, reply in replies[old].items()}
        new = old if old.is_one_letter_group else _refutation_from(lexicon, old.misses, new_replies)
        rebuilt[old] = same.setdefault((new.misses, new.ids), new)
    return rebuilt[refutation]


def _refutation_from(
    lexicon: Lexicon, misses: int, replies: dict[Letter, Refutation]
) -> Refutation:
    """The refutation of the words of some replies, without replies to letters that tell nothing."""
    ids = tuple(sorted({word_id for reply in replies.values() for word_id in reply.ids}))
    numbers = {letter: lexicon.family_numbers[letter].take(ids) for letter in replies}
    informative = {x: replies[x] for x in sorted(replies) if (numbers[x] != numbers[x][0]).any()}
    return Refutation(ids, misses, informative)
