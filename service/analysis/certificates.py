"""Proofs of values: for the player a tree of guesses, for the dealer a core of words."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from service.engine.lexicon import places
from service.engine.search import SMALLER, Core, Frame, Letter, Words

JSON: TypeAlias = Any


def players_tree(frame: Frame, words: Words, misses: int) -> JSON:
    """How to find any of the words with so many misses: a word, or a letter and what comes next.

    `["e", {"": …, "0 3": …}]`: guess E; go on by where it stands. Raises Stopped.
    """
    if words.bit_count() == 1:
        return frame.lexicon.word(frame.word_ids(words)[0])
    if SMALLER * words.bit_count() < len(frame.ids):
        frame = Frame(frame.lexicon, frame.word_ids(words), frame.nodes)
        words = frame.everything
    letter = frame.winning_letter(words, misses)
    branches = {
        _where(frame, letter, family): players_tree(frame, family, misses - missed)
        for family, missed in _answers(frame, letter, words)
    }
    return [frame.lexicon.alphabet[letter], branches]


def dealers_core(frame: Frame, core: Core) -> list[JSON]:
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


def smallest(frame: Frame, core: Core) -> Core:
    """The core less every word that it can do without, one after another. Raises Stopped."""
    for word_id in core.ids:
        if word_id not in core.ids:
            continue
        few = Frame(frame.lexicon, [one for one in core.ids if one != word_id], frame.nodes)
        found = few.refutation(few.everything, core.misses)
        if found is not None:
            core = found[1]
    return core


def _answers(frame: Frame, letter: Letter, words: Words) -> Iterator[tuple[Words, int]]:
    """The families after a letter, and whether it was a miss."""
    lacking = words & frame.lacking(letter)
    if lacking:
        yield lacking, 1
    for family in frame.families(letter, words):
        yield family, 0


def _where(frame: Frame, letter: Letter, family: Words) -> str:
    word_id = frame.word_ids(family & -family)[0]
    number = frame.lexicon.family_numbers[letter][word_id]
    return " ".join(map(str, places(frame.lexicon.family_positions[letter][number])))
