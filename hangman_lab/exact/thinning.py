"""Thinning: the dealer's proof with as few cores as can be found.

Which replies suffice is a set cover. For each letter of each core that is needed, one reply is
needed: one of the cores for a miss less whose words all lack the letter and are all in the core.
They are chosen greedily, from the most misses down: first the one that replies at most places.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from heapq import heapify, heappop, heappush
from operator import and_
from typing import Final, TypeAlias

import numpy as np

from service.engine.cheat_list import WordID
from service.engine.lexicon import LetterSet, Lexicon
from service.search.bit_sets import BitSet, numbers_in
from service.search.budget import Budget
from service.search.core_table import CoreTable, core_table
from service.search.refutations import Core
from service.search.values import Search
from service.search.word_sets import Letter

Needed: TypeAlias = BitSet  # some of the cores that are needed: i stands for the i-th
Replies: TypeAlias = dict[Core, dict[Letter, Core]]  # the replies of each core

MOST: Final = 150_000  # cores of a table: some 20 MB, looked through at every guess


def all_replies(core: Core) -> Iterator[Core]:
    """The replies of a core, their replies, and so on, each once."""
    seen, waiting = {core}, [core]
    while waiting:
        for reply in waiting.pop().replies.values():
            if reply not in seen:
                seen.add(reply)
                waiting.append(reply)
                yield reply


def thinned(lexicon: Lexicon, core: Core) -> Core:
    """The core with fewer replies in all. Done twice: fewer words need fewer replies."""
    return _thinned(lexicon, _thinned(lexicon, core))


def table_of(core: Core) -> CoreTable:
    """The table of a core, its replies, their replies, and so on."""
    cores = [core, *all_replies(core)]
    return core_table(
        [
            (other.ids, other.misses + 1)
            for other in cores
            if not other.is_star and other.misses >= 0
        ],
        [other.ids for other in cores if other.is_star],
    )


def few_enough(lexicon: Lexicon, core: Core) -> CoreTable:
    """The table of a core; if that has more than MOST cores, of one that forces less."""
    table = table_of(core)
    while len(table.forced) > MOST:
        search = Search(lexicon, core.ids, Budget())
        weaker = search.refutation(search.root, core.misses - 1)
        assert weaker is not None  # words that force more misses force fewer too
        core = thinned(lexicon, weaker)
        table = table_of(core)
    return table


def _thinned(lexicon: Lexicon, core: Core) -> Core:
    by_misses = _by_misses([core, *all_replies(core)])
    needed: dict[int, dict[Core, None]] = defaultdict(dict)
    needed[core.misses][core] = None
    replies: Replies = {}
    for misses in range(core.misses, -1, -1):
        cores = _with_strong_replies(needed[misses])
        replies.update({other: _strong_replies(other, misses) for other in cores})
        for letter, reply, places in _cover(lexicon, cores, replies, by_misses[misses - 1]):
            needed[misses - 1][reply] = None
            for number in numbers_in(places):
                replies[cores[number]][letter] = reply
    return _rebuilt(lexicon, core, replies)


def _by_misses(cores: Iterable[Core]) -> dict[int, list[Core]]:
    """The cores by the misses that they refute; one of those that have the same words."""
    by_words: dict[int, dict[tuple[WordID, ...], Core]] = defaultdict(dict)
    for core in cores:
        by_words[core.misses].setdefault(core.ids, core)
    return defaultdict(list, {misses: list(same.values()) for misses, same in by_words.items()})


def _strong_replies(core: Core, misses: int) -> dict[Letter, Core]:
    """The replies that refute `misses` by themselves, as those must that accept a letter."""
    return {x: reply for x, reply in core.replies.items() if reply.misses >= misses}


def _with_strong_replies(cores: Iterable[Core]) -> list[Core]:
    """The cores, their replies that refute as many misses, such replies of these, and so on."""
    closed = dict.fromkeys(cores)
    waiting = list(closed)
    while waiting:
        core = waiting.pop()
        for reply in _strong_replies(core, core.misses).values():
            if reply not in closed:
                closed[reply] = None
                waiting.append(reply)
    return list(closed)


def _cover(
    lexicon: Lexicon, cores: list[Core], replies: Replies, candidates: list[Core]
) -> Iterator[tuple[Letter, Core, Needed]]:
    """A few candidates that give each core the replies it lacks.

    Each comes with a letter, and with the cores that take it as their reply to that letter.
    """
    unanswered = _unanswered(cores, replies)
    superset_of = _supersets(cores)
    supersets = [superset_of(candidate) for candidate in candidates]
    absent = [_absent_letters(lexicon, candidate) for candidate in candidates]

    def served(number: int) -> list[tuple[Letter, Needed]]:
        """The cores that still lack the candidate as a reply, by letter."""
        letters = ((x, open_) for x, open_ in unanswered.items() if absent[number] >> x & 1)
        return [(x, supersets[number] & open_) for x, open_ in letters if supersets[number] & open_]

    def gain(number: int) -> int:
        return sum(places.bit_count() for _, places in served(number))

    for number in _greedily(len(candidates), gain):
        for letter, places in served(number):
            unanswered[letter] ^= places
            yield letter, candidates[number], places


def _unanswered(cores: list[Core], replies: Replies) -> dict[Letter, Needed]:
    """For each letter, the cores that have no reply to it yet."""
    unanswered: dict[Letter, Needed] = defaultdict(int)
    for number, core in enumerate(cores):
        for letter in core.replies.keys() - replies[core].keys():
            unanswered[letter] |= 1 << number
    return unanswered


def _supersets(cores: list[Core]) -> Callable[[Core], Needed]:
    """Which of the cores have all words of a given one."""
    having: dict[WordID, Needed] = defaultdict(int)
    for number, core in enumerate(cores):
        for word_id in core.ids:
            having[word_id] |= 1 << number

    def supersets(core: Core) -> Needed:
        return reduce(and_, (having.get(word_id, 0) for word_id in core.ids))

    return supersets


def _greedily(candidates: int, gain: Callable[[int], int]) -> Iterator[int]:
    """The number of the candidate that gains most, then of the one that does so now, and so on."""
    ranked = [(-gain(number), number) for number in range(candidates)]
    heapify(ranked)
    while ranked:
        _, number = heappop(ranked)
        now = -gain(number)
        if ranked and (now, number) > ranked[0]:
            heappush(ranked, (now, number))  # others were chosen since: it gains less
        elif now:
            yield number


def _absent_letters(lexicon: Lexicon, core: Core) -> LetterSet:
    """The letters that none of a core's words has."""
    present = np.bitwise_or.reduce(lexicon.presence.take(core.ids))
    return ~int(present) & ((1 << len(lexicon.alphabet)) - 1)


def _rebuilt(lexicon: Lexicon, core: Core, replies: Replies) -> Core:
    """The core with these replies instead of its own, and with the words that they need."""
    rebuilt: dict[Core, Core] = {}
    same: dict[tuple[int, tuple[WordID, ...]], Core] = {}
    for old in sorted(replies, key=lambda old: (old.misses, len(old.ids))):
        new_replies = {x: rebuilt.get(reply, reply) for x, reply in replies[old].items()}
        new = old if old.is_star else _core_from(lexicon, old.misses, new_replies)
        rebuilt[old] = same.setdefault((new.misses, new.ids), new)
    return rebuilt[core]


def _core_from(lexicon: Lexicon, misses: int, replies: dict[Letter, Core]) -> Core:
    """The core of the words of some replies; replies to letters that tell nothing are dropped."""
    ids = tuple(sorted({word_id for reply in replies.values() for word_id in reply.ids}))
    numbers = {letter: lexicon.family_numbers[letter].take(ids) for letter in replies}
    telling = {x: replies[x] for x in sorted(replies) if (numbers[x] != numbers[x][0]).any()}
    return Core(ids, misses, telling)
