"""Exact play: the misses that a perfect dealer can force from a list of words, with the proof.

The value V of a list is 0 for one word, else the least over the letters of the most over the
families of V(family), and one more for the family without the letter. What is made use of:

- V depends on the words left alone: a letter that was guessed is in none of them, or at the same
  places in all, and guessing it again tells nothing.
- V of a subset is no larger: play as for the whole list, and skip what is not there. So a *core*, a
  few words with V > k, refutes k misses for every list that holds them.
- A letter in every word is free: it cannot miss, and each family is a subset. All free letters are
  guessed at once; V is the most over the parts. A part of two or more words without one has V >= 1.
- V is at most the words less one, for a miss need not cost less than a word. Taking a word away
  lowers V by at most one, so that guessing a whole word never helps a perfect player.
- A *star*, words that are equal when one letter of each is blanked out wherever it stands, is told
  apart by these letters alone: m words force m - 1 misses.

The game and its hardness are Barbay and Subercaseaux's, "The Computational Complexity of Evil
Hangman" (2021). No clock is asked: who wants to stop a search says so when it asks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from service.engine.cheat_list import WordID
from service.engine.lexicon import Lexicon
from service.exact.bounds import Bounds
from service.exact.budget import Budget, Tired
from service.exact.nodes import Core, Found, Node, SearchMemory
from service.exact.word_sets import Letter, Words, WordSets

PATIENCE: Final = 1000  # positions, at first


class Search:
    """What is found out about the words of a list, and what follows from it."""

    def __init__(self, lexicon: Lexicon, ids: Sequence[WordID], budget: Budget) -> None:
        self.budget = budget
        self.all = Node(SearchMemory(WordSets(lexicon, ids)), (1 << len(ids)) - 1)

    def refutation(self, at: Node, misses: int) -> Core | None:
        """Why `misses` misses are too few for the player, or None where they suffice.

        Raises Stopped.
        """
        if _is_won(at, misses):
            return None
        if misses < 0:
            return _core(at.frame, at.words & -at.words, misses, {})
        if (core := self._known(at, misses)) is not None:
            return core
        at = at.in_a_fitting_frame()
        for part in sorted(at.frame.parts(at.words), key=int.bit_count, reverse=True):
            if part.bit_count() <= misses + 1:
                return None
            if (core := self._refuted_part(at.part(part), misses)) is not None:
                return core
        return None

    def winning_letter(self, at: Node, misses: int) -> Letter:
        """With what a player who can do it in so many misses goes on. Raises Stopped."""
        free = at.frame.free_letter(at.words)
        if free is not None:
            return free
        if at.words.bit_count() <= misses + 1:
            return at.frame.letters(at.words)[0][0]  # any will do: each miss leaves a word less
        known = at.framed.won.get(at.words)
        if known is None or known[0] > misses:
            at.framed.won.pop(at.words, None)
            self._refuted_part(at, misses)
            known = at.framed.won[at.words]
        return known[1]

    def _known(self, at: Node, misses: int) -> Core | None:
        """A core that these words hold."""
        if cores := at.cores(misses):
            return cores[0][1]
        if at.stars and at.stars[0].bit_count() >= misses + 2:
            return self._keep(_star(at.frame, at.stars[0], misses))
        return None

    def _refuted_part(self, at: Node, misses: int) -> Core | None:
        """As `refutation`, for two words or more without a free letter."""
        if _is_won(at, misses):
            return None
        self.budget.count()
        if misses == 0:
            return self._keep(_without_free_letter(at.frame, at.words))
        replies = Replies(at.frame, misses)
        open_letters = []
        for letter, lacking in at.frame.letters(at.words):
            if not (replies.said_before(letter) or replies.by_rejecting(at, letter, lacking)):
                open_letters.append((letter, lacking))
        for letter, lacking in open_letters:
            if not replies.said_before(letter):
                core = self._reply(at, letter, lacking, misses)
                if core is None:
                    at.framed.remember(at.words, misses, letter)
                    return None
                replies.add(letter, (at.frame.bits(core.ids), core))
        return replies.all_said or self._keep(_core(at.frame, replies.words, misses, replies.cores))

    def _reply(self, at: Node, letter: Letter, lacking: Words, misses: int) -> Core | None:
        """The family with which the dealer refutes a letter, as much of it as it takes."""
        if (core := self.refutation(at.part(lacking), misses - 1)) is not None:
            return core
        families = at.frame.families(letter, at.words)
        for family in sorted(families, key=int.bit_count, reverse=True):
            if family.bit_count() <= misses + 1:
                return None
            if (core := self.refutation(at.part(family), misses)) is not None:
                return core
        return None

    def _keep(self, core: Core) -> Core:
        self.all.add(core)
        return core


class Replies:
    """The dealer's replies to the letters of a list, and the words that they take together."""

    def __init__(self, frame: WordSets, misses: int) -> None:
        self.cores: dict[Letter, Core] = {}
        self.words: Words = 0
        self._frame = frame
        self._misses = misses
        self._found: list[Found] = []

    def add(self, letter: Letter, found: Found) -> None:
        """A reply to one more letter."""
        self._found.append(found)
        self.cores[letter] = found[1]
        self.words |= found[0]

    @property
    def all_said(self) -> Core | None:
        """A reply that refutes as many misses, with all of the words."""
        same = (core for words, core in self._found if words == self.words)
        return next((core for core in same if core.misses >= self._misses), None)

    def said_before(self, letter: Letter) -> bool:
        """Whether a reply to another letter is one to this; it keeps the words few."""
        lacking = self._frame.lacking(letter)
        for words, core in self._found:
            if (not words & ~lacking and core.misses >= self._misses - 1) or (
                core.misses >= self._misses and not words & ~self._frame.family(letter, words)
            ):
                self.cores[letter] = core
                return True
        return False

    def by_rejecting(self, at: Node, letter: Letter, lacking: Words) -> bool:
        """Whether a core or a star that is known is a reply; the one with fewest more words is."""
        known = [one for one in at.cores(self._misses - 1) if one[0] & lacking == one[0]]
        if known:
            self.add(letter, min(known, key=lambda one: (one[0] & ~self.words).bit_count()))
            return True
        for star in at.stars:
            if star.bit_count() <= self._misses:
                break
            if (star & lacking).bit_count() > self._misses:
                core = _star(self._frame, star & lacking, self._misses - 1)
                self.add(letter, (self._frame.bits(core.ids), core))
                return True
        return False


def _is_won(at: Node, misses: int) -> bool:
    """Whether the player is known to do it: by counting, or from before."""
    known = at.framed.won.get(at.words)
    return at.words.bit_count() <= misses + 1 or (known is not None and known[0] <= misses)


def _without_free_letter(frame: WordSets, words: Words) -> Core:
    """Few words of these that no letter tells apart without a miss."""
    first = words & -words
    rest = words ^ first
    chosen = first | (rest & -rest)
    while (free := frame.free_letter(chosen)) is not None:
        more = words & frame.lacking(free)
        chosen |= more & -more
    replies = {
        letter: _core(frame, lacking & -lacking, -1, {})
        for letter, lacking in frame.letters(chosen)
    }
    return _core(frame, chosen, 0, replies)


def _star(frame: WordSets, words: Words, misses: int) -> Core:
    """As many words of a star as it takes."""
    return Core(tuple(frame.word_ids(words)[: misses + 2]), misses, {}, is_star=True)


def _core(frame: WordSets, words: Words, misses: int, replies: dict[Letter, Core]) -> Core:
    return Core(tuple(frame.word_ids(words)), misses, replies)


@dataclass(frozen=True)
class Value(Bounds):
    """Bounds on a list's value; `core` forces the lower one."""

    core: Core | None = None


def value(search: Search, known: Bounds | None = None) -> Iterator[Value]:
    """Bounds on the value of the words, from what is known, ever closer until they meet.

    From above and from below in turn, each as long as it has patience, which doubles when neither
    gets on; the last question is asked until it is answered. Where it is Stopped, the last ones
    hold.
    """
    at, budget = search.all, search.budget
    bounds = Value(known.lower, known.upper) if known else Value(0, at.frame.greedy(at.words))
    yield bounds
    patience = PATIENCE
    while not bounds.exact:
        before = bounds
        questions = {bounds.upper - 1: None, bounds.lower: None}
        for misses in questions:
            budget.limit = budget.seen + patience if len(questions) > 1 else None
            try:
                found = search.refutation(at, misses)
            except Tired:
                continue
            finally:
                budget.limit = None
            bounds = _closer(bounds, misses, found)
            yield bounds
        if bounds is before:
            patience *= 2


def _closer(bounds: Value, misses: int, found: Core | None) -> Value:
    """The bounds, with what an answer about so many misses adds to them."""
    if found is None:
        return Value(bounds.lower, min(bounds.upper, misses), bounds.core)
    if misses < bounds.lower:
        return bounds
    return Value(misses + 1, bounds.upper, found)
