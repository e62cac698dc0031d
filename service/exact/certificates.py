"""Proofs of values: for the player a tree of guesses, for the dealer a core of words."""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from service.engine.cheat_list import WordID
from service.engine.lexicon import Lexicon, places
from service.exact.budget import Budget, Tired
from service.exact.nodes import Core, Node
from service.exact.search import Search
from service.exact.thinning import all_replies, thinned
from service.exact.word_sets import Letter, Words, WordSets

JSON: TypeAlias = Any

LARGE: Final = 1_000_000  # replies, which would take too much memory to thin
EFFORT: Final = 300  # positions for finding out that a core can do without some words


def players_tree(search: Search, at: Node, misses: int) -> JSON:
    """How to find any of the words with so many misses: a word, or a letter and what comes next.

    `["e", {"": …, "0 3": …}]`: guess E; go on by where it stands. Raises Stopped.
    """
    if at.words.bit_count() == 1:
        return at.frame.lexicon.word(at.frame.word_ids(at.words)[0])
    at = at.in_a_fitting_frame()
    letter = search.winning_letter(at, misses)
    branches = {
        _where(at.frame, letter, family): players_tree(search, at.part(family), misses - missed)
        for family, missed in _answers(at.frame, letter, at.words)
    }
    return [at.frame.lexicon.alphabet[letter], branches]


def dealers_core(frame: WordSets, core: Core) -> list[JSON]:
    """The core and those of its replies, each once, the core itself first.

    `{"words": […], "forces": 2, "replies": {"e": 3}}`: after E, keep the words of number 3. A star
    has `"star": true` instead of replies.
    """
    numbers: dict[tuple[tuple[int, ...], int], int] = {}
    found: list[JSON] = []

    def add(one: Core) -> int:
        key = one.ids, one.misses
        if key not in numbers:
            numbers[key] = len(found)
            node: dict[str, Any] = {
                "words": [frame.lexicon.word(word_id) for word_id in one.ids],
                "forces": one.misses + 1,
            }
            found.append(node)
            if one.is_star:
                node["star"] = True
                return numbers[key]
            node["replies"] = {
                frame.lexicon.alphabet[letter]: add(reply)
                for letter, reply in sorted(one.replies.items())
            }
        return numbers[key]

    add(core)
    return found


def smallest(lexicon: Lexicon, core: Core, in_time: Callable[[], bool]) -> Core:
    """The core with few replies, less the words that it can easily do without.

    Many words at once, then fewer, then one, as long as there is time. A core with more than LARGE
    replies stays as it is.
    """
    if sum(1 for _ in all_replies(core)) > LARGE:
        return core
    core = thinned(lexicon, core)
    together = len(core.ids) // 2
    while together:
        first = 0
        while first < len(core.ids) and in_time():
            smaller = _without(lexicon, core, set(core.ids[first : first + together]))
            if smaller is None:
                first += together
            else:
                core = smaller
        together //= 2
    return thinned(lexicon, core)


def _without(lexicon: Lexicon, core: Core, words: set[WordID]) -> Core | None:
    """A core that does without these words, unless that takes too long to find."""
    left = [word_id for word_id in core.ids if word_id not in words]
    search = Search(lexicon, left, Budget(limit=EFFORT))
    for one in all_replies(core):
        if words.isdisjoint(one.ids):
            search.all.add(one)
    try:
        return search.refutation(search.all, core.misses)
    except Tired:
        return None


def _answers(frame: WordSets, letter: Letter, words: Words) -> Iterator[tuple[Words, int]]:
    """The families after a letter, and whether it was a miss."""
    lacking = words & frame.lacking(letter)
    if lacking:
        yield lacking, 1
    for family in frame.families(letter, words):
        yield family, 0


def _where(frame: WordSets, letter: Letter, family: Words) -> str:
    word_id = frame.word_ids(family & -family)[0]
    number = frame.lexicon.family_numbers[letter][word_id]
    return " ".join(map(str, places(frame.lexicon.family_positions[letter][number])))
