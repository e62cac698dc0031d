"""A dealer's proof with as few cores as can be found: replies that serve in many places stay.

Which replies suffice is a set cover: for each letter of each core that is needed, one of the cores
for a miss less that the words without the letter hold. Taken greedily, the one with most such
places first, from the most misses down.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from heapq import heapify, heappop, heappush
from typing import Final, TypeAlias

import numpy as np

from service.engine.cheat_list import WordID
from service.engine.lexicon import LetterSet, Lexicon
from service.exact.budget import Budget
from service.exact.core_table import CoreTable, core_table
from service.exact.nodes import Core
from service.exact.search import Search
from service.exact.word_sets import Letter

Places: TypeAlias = int  # some of the needed cores: bit i = the i-th

MOST: Final = 150_000  # cores of a table: some 20 MB, looked through at every guess


def all_replies(core: Core) -> Iterator[Core]:
    """The replies of a core, their replies, and so on, each once."""
    seen, left = {core}, [core]
    while left:
        for reply in left.pop().replies.values():
            if reply not in seen:
                seen.add(reply)
                left.append(reply)
                yield reply


def thinned(lexicon: Lexicon, core: Core) -> Core:
    """The same core, with fewer replies in all; twice, for fewer words need fewer replies."""
    return _thinned(lexicon, _thinned(lexicon, core))


def _thinned(lexicon: Lexicon, core: Core) -> Core:
    levels = _levels([core, *all_replies(core)])
    needed: dict[int, dict[Core, None]] = defaultdict(dict)
    needed[core.misses][core] = None
    replies: dict[Core, dict[Letter, Core]] = {}
    for misses in range(core.misses, -1, -1):
        here = _with_replies_for_as_many(needed[misses])
        for one in here:
            replies[one] = {x: to for x, to in one.replies.items() if to.misses >= misses}
        for letter, to, places in _covering(lexicon, here, replies, levels[misses - 1]):
            needed[misses - 1][to] = None
            for place in _bits(places):
                replies[here[place]][letter] = to
    return _rebuilt(lexicon, core, replies)


def table_of(core: Core) -> CoreTable:
    """The table of a core, its replies, their replies, and so on."""
    every = [core, *all_replies(core)]
    return core_table(
        [(one.ids, one.misses + 1) for one in every if not one.is_star and one.misses >= 0],
        [one.ids for one in every if one.is_star],
    )


def few_enough(lexicon: Lexicon, core: Core) -> CoreTable:
    """The table of a core; where that has too many, of one that forces less."""
    table = table_of(core)
    while len(table.forced) > MOST:
        search = Search(lexicon, core.ids, Budget())
        less = search.refutation(search.all, core.misses - 1)
        assert less is not None  # what forces more forces that much
        core = thinned(lexicon, less)
        table = table_of(core)
    return table


def _levels(cores: Iterable[Core]) -> dict[int, list[Core]]:
    """The cores by misses, those with the same words once."""
    found: dict[int, dict[tuple[WordID, ...], Core]] = defaultdict(dict)
    for core in cores:
        found[core.misses].setdefault(core.ids, core)
    return defaultdict(list, {misses: list(of.values()) for misses, of in found.items()})


def _with_replies_for_as_many(cores: Iterable[Core]) -> list[Core]:
    """The cores, and the replies by which they accept a letter, and so on."""
    found = dict.fromkeys(cores)
    left = list(found)
    while left:
        core = left.pop()
        for reply in core.replies.values():
            if reply.misses >= core.misses and reply not in found:
                found[reply] = None
                left.append(reply)
    return list(found)


def _covering(
    lexicon: Lexicon,
    here: list[Core],
    replies: dict[Core, dict[Letter, Core]],
    candidates: list[Core],
) -> Iterator[tuple[Letter, Core, Places]]:
    """Few candidates that are replies wherever there is none, each with a letter and where."""
    held: dict[WordID, Places] = defaultdict(int)
    missing: dict[Letter, Places] = defaultdict(int)
    for place, core in enumerate(here):
        for word_id in core.ids:
            held[word_id] |= 1 << place
        for letter in core.replies.keys() - replies[core].keys():
            missing[letter] |= 1 << place
    places = [_in_all(held, core.ids) for core in candidates]
    lacking = [_lacked(lexicon, core) for core in candidates]

    def serves(number: int) -> list[tuple[Letter, Places]]:
        """Where a candidate would be a reply."""
        of = [(x, places[number] & at) for x, at in missing.items() if lacking[number] >> x & 1]
        return [(letter, at) for letter, at in of if at]

    for number in _greedily(len(candidates), lambda one: sum(_count(serves(one)))):
        for letter, at in serves(number):
            missing[letter] ^= at
            yield letter, candidates[number], at


def _greedily(candidates: int, gain: Callable[[int], int]) -> Iterator[int]:
    """The number of the candidate that gains most, then of the one that does so now, and so on."""
    ranked = [(-gain(number), number) for number in range(candidates)]
    heapify(ranked)
    while ranked:
        _, number = heappop(ranked)
        now = -gain(number)
        if ranked and (now, number) > ranked[0]:
            heappush(ranked, (now, number))  # it gained more before others were taken
        elif now:
            yield number


def _count(served: list[tuple[Letter, Places]]) -> list[int]:
    return [places.bit_count() for _, places in served]


def _in_all(held: dict[WordID, Places], ids: Iterable[WordID]) -> Places:
    found = -1
    for word_id in ids:
        found &= held.get(word_id, 0)
    return found


def _lacked(lexicon: Lexicon, core: Core) -> LetterSet:
    """The letters that none of a core's words has."""
    present = np.bitwise_or.reduce(lexicon.presence.take(core.ids))
    return ~int(present) & ((1 << len(lexicon.alphabet)) - 1)


def _bits(places: Places) -> Iterator[int]:
    while places:
        yield (places & -places).bit_length() - 1
        places &= places - 1


def _rebuilt(lexicon: Lexicon, core: Core, replies: dict[Core, dict[Letter, Core]]) -> Core:
    """The core with these replies in place of its own, and the words that these need."""
    built: dict[Core, Core] = {}
    same: dict[tuple[int, tuple[WordID, ...]], Core] = {}
    for one in sorted(replies, key=lambda old: (old.misses, len(old.ids))):
        to = {letter: built.get(reply, reply) for letter, reply in replies[one].items()}
        ids = tuple(sorted({word_id for reply in to.values() for word_id in reply.ids}))
        numbers = {letter: lexicon.family_numbers[letter].take(ids) for letter in to}
        telling = {x: to[x] for x in sorted(to) if (numbers[x] != numbers[x][0]).any()}
        new = one if one.is_star else Core(ids, one.misses, telling)
        built[one] = same.setdefault((new.misses, new.ids), new)
    return built[core]
