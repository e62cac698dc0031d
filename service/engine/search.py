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

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from service.engine.lexicon import Lexicon, WordID
from service.engine.transcript import HIDDEN

Words: TypeAlias = int  # some words of a frame: bit i = its i-th word
Letter: TypeAlias = int  # index into the alphabet

SMALLER: Final = 4  # a list of a quarter of its frame's words gets a frame of its own
SMALLEST: Final = 48  # words of a frame that is not worth another one
CORES: Final = 3000  # remembered for each number of misses
POSITIONS: Final = 100_000  # remembered in a frame
FRAMES: Final = 100  # kept inside a frame
PATIENCE: Final = 1000  # positions, at first
LEAST_STAR: Final = 4  # words; the search finds smaller ones itself as fast


class Stopped(Exception):
    """The search was asked to stop before it knew."""


class Tired(Exception):
    """The search has looked into as many positions as it was to, and may be asked again."""


@dataclass
class Nodes:
    """Positions looked into, and whether to look on."""

    go_on: Callable[[int], bool] = lambda _: True
    seen: int = 0
    limit: int | None = None

    def count(self) -> None:
        """One more. Raises Stopped, Tired."""
        self.seen += 1
        if not self.go_on(self.seen):
            raise Stopped
        if self.limit is not None and self.seen > self.limit:
            raise Tired


@dataclass(frozen=True, eq=False)
class Core:
    """A few words, by ID, that force more than `misses` misses; and what the dealer replies.

    The reply to a letter is a core too, of words without the letter, or with it at the same places.
    Letters that stand at the same places in all of the words need none, and stars need none at all.
    """

    ids: tuple[WordID, ...]
    misses: int
    replies: dict[Letter, "Core"]
    is_star: bool = False


Found: TypeAlias = tuple[Words, Core]  # a core, and its words in a frame


class Frame:
    """Some words of a lexicon, as bit sets of their own, and what was found out about them."""

    def __init__(self, lexicon: Lexicon, ids: Sequence[WordID], nodes: Nodes) -> None:
        self.lexicon = lexicon
        self.ids = ids
        self.everything: Words = (1 << len(ids)) - 1
        self.nodes = nodes
        self._bits = {word_id: 1 << place for place, word_id in enumerate(ids)}
        self._lacking: dict[Letter, Words] = {}
        self._families: dict[Letter, list[Words]] = {}
        for letter, numbers in enumerate(lexicon.family_numbers):
            self._split(letter, numbers.take(ids).tolist())
        self._stars = self._largest_stars()
        self._cores: dict[int, list[Found]] = defaultdict(list)
        self._won: dict[Words, tuple[int, Letter]] = {}
        self._inner: dict[Words, Frame] = {}

    def refutation(self, words: Words, misses: int) -> Found | None:
        """Why `misses` misses are too few for the player, or None where they suffice.

        Raises Stopped.
        """
        if self._is_won(words, misses):
            return None
        if misses < 0:
            return self._found(words & -words, misses, {})
        if (found := self._known(words, misses)) is not None:
            return found
        if len(self.ids) > SMALLEST and SMALLER * words.bit_count() < len(self.ids):
            return self._in_frame_of_its_own(words, misses)
        for part in sorted(self.parts(words), key=int.bit_count, reverse=True):
            if part.bit_count() <= misses + 1:
                return None
            if (found := self._refuted_part(part, misses)) is not None:
                return found
        return None

    def parts(self, words: Words) -> Iterator[Words]:
        """The words, told apart by all letters that are in every one of them."""
        free = self.free_letter(words)
        if free is None:
            yield words
        else:
            for family in self.families(free, words):
                yield from self.parts(family)

    def free_letter(self, words: Words) -> Letter | None:
        """A letter that is in all of the words, and tells some of them apart."""
        lowest = (words & -words).bit_length() - 1
        for letter, lacking in self._lacking.items():
            if not words & lacking and words & ~self._families[letter][lowest]:
                return letter
        return None

    def families(self, letter: Letter, words: Words) -> Iterator[Words]:
        """The families of the words that have the letter."""
        of = self._families[letter]
        left = words & ~self._lacking[letter]
        while left:
            family = left & of[(left & -left).bit_length() - 1]
            yield family
            left ^= family

    def lacking(self, letter: Letter) -> Words:
        """The frame's words without the letter."""
        return self._lacking.get(letter, self.everything)

    def letters(self, words: Words) -> list[tuple[Letter, Words]]:
        """The letters that some of the words have and some lack, with those that lack it.

        The letter in most words first, the first in the alphabet of equals.
        """
        found = [(letter, words & lacking) for letter, lacking in self._lacking.items()]
        telling = [(letter, lack) for letter, lack in found if lack and lack != words]
        return sorted(telling, key=lambda one: one[1].bit_count())

    def winning_letter(self, words: Words, misses: int) -> Letter:
        """With what a player who can do it in so many misses goes on. Raises Stopped."""
        free = self.free_letter(words)
        if free is not None:
            return free
        if words.bit_count() <= misses + 1:
            return self.letters(words)[0][0]  # any will do: each miss leaves a word less
        known = self._won.get(words)
        if known is None or known[0] > misses:
            self._won.pop(words, None)
            self._refuted_part(words, misses)
            known = self._won[words]
        return known[1]

    def greedy(self, words: Words) -> int:
        """The most misses of a player who guesses the letter in most words: no less than V."""
        worst = 0
        for part in self.parts(words):
            if part.bit_count() > 1:
                letter, lacking = self.letters(part)[0]
                worst = max(worst, 1 + self.greedy(lacking))
                for family in self.families(letter, part):
                    worst = max(worst, self.greedy(family))
        return worst

    def word_ids(self, words: Words) -> list[WordID]:
        """The IDs of the words in their lexicon, ascending."""
        found = []
        while words:
            found.append(self.ids[(words & -words).bit_length() - 1])
            words &= words - 1
        return found

    def bits(self, ids: Iterable[WordID]) -> Words:
        """The words with these IDs, all of them of this frame."""
        return sum(self._bits[word_id] for word_id in ids)

    def _split(self, letter: Letter, numbers: list[int]) -> None:
        masks: dict[int, Words] = defaultdict(int)
        for place, number in enumerate(numbers):
            masks[number] |= 1 << place
        lacking = masks[0] if self.lexicon.family_positions[letter][0] == 0 else 0
        if lacking != self.everything:
            self._lacking[letter] = lacking
            self._families[letter] = [masks[number] for number in numbers]

    def _largest_stars(self) -> list[Words]:
        """The stars of the words, the largest first."""
        found: dict[str, Words] = defaultdict(int)
        for place, word in enumerate(self.lexicon.words(np.array(self.ids, dtype=np.int64))):
            for letter in set(word):
                found[word.replace(letter, HIDDEN)] |= 1 << place
        stars = [star for star in found.values() if star.bit_count() >= LEAST_STAR]
        return sorted(stars, key=int.bit_count, reverse=True)

    def _is_won(self, words: Words, misses: int) -> bool:
        """Whether the player is known to do it: by counting, or from before."""
        known = self._won.get(words)
        return words.bit_count() <= misses + 1 or (known is not None and known[0] <= misses)

    def _known(self, words: Words, misses: int) -> Found | None:
        """A core that these words hold."""
        cores = self._cores[misses]
        for place, found in enumerate(cores):
            if found[0] & words == found[0]:
                if place:
                    cores.insert(place // 2, cores.pop(place))  # the useful come to the front
                return found
        for star in self._stars:
            if star.bit_count() < misses + 2:
                break
            if (star & words).bit_count() >= misses + 2:
                return self._keep(self._star(star & words, misses))
        return None

    def _refuted_part(self, words: Words, misses: int) -> Found | None:
        """As `refutation`, for two words or more without a free letter."""
        if self._is_won(words, misses):
            return None
        self.nodes.count()
        if misses == 0:
            return self._keep(self._without_free_letter(words))
        replies: dict[Letter, Core] = {}
        found: list[Found] = []
        union = 0
        for letter, lacking in self.letters(words):
            reply = self._said_before(found, letter, misses)
            if reply is None:
                reply = self._reply(words, letter, lacking, misses)
                if reply is None:
                    self._remember(words, misses, letter)
                    return None
                found.append(reply)
                union |= reply[0]
            replies[letter] = reply[1]
        return self._keep(self._found(union, misses, replies))

    def _reply(self, words: Words, letter: Letter, lacking: Words, misses: int) -> Found | None:
        """The family with which the dealer refutes a letter, as much of it as it takes."""
        if (found := self.refutation(lacking, misses - 1)) is not None:
            return found
        for family in sorted(self.families(letter, words), key=int.bit_count, reverse=True):
            if family.bit_count() <= misses + 1:
                return None
            if (found := self.refutation(family, misses)) is not None:
                return found
        return None

    def _said_before(self, found: list[Found], letter: Letter, misses: int) -> Found | None:
        """A reply to another letter that is one to this: it keeps the core small."""
        lacking, families = self._lacking[letter], self._families[letter]
        for one in found:
            words, core = one
            if not words & ~lacking and core.misses >= misses - 1:
                return one
            if core.misses >= misses and not words & ~families[(words & -words).bit_length() - 1]:
                return one
        return None

    def _without_free_letter(self, words: Words) -> Found:
        """Few words of these that no letter tells apart without a miss."""
        first = words & -words
        rest = words ^ first
        chosen = first | (rest & -rest)
        while (free := self.free_letter(chosen)) is not None:
            more = words & self._lacking[free]
            chosen |= more & -more
        replies = {
            letter: self._found(lacking & -lacking, -1, {})[1]
            for letter, lacking in self.letters(chosen)
        }
        return self._found(chosen, 0, replies)

    def _star(self, words: Words, misses: int) -> Found:
        """As many words of a star as it takes."""
        chosen = 0
        for _ in range(misses + 2):
            chosen |= words & -words
            words &= words - 1
        return chosen, Core(tuple(self.word_ids(chosen)), misses, {}, is_star=True)

    def _found(self, words: Words, misses: int, replies: dict[Letter, Core]) -> Found:
        return words, Core(tuple(self.word_ids(words)), misses, replies)

    def _remember(self, words: Words, misses: int, letter: Letter) -> None:
        if len(self._won) == POSITIONS:
            self._won.clear()
        self._won[words] = (misses, letter)

    def _keep(self, found: Found) -> Found:
        cores = self._cores[found[1].misses]
        cores.insert(len(cores) // 2, found)
        del cores[CORES:]
        return found

    def _in_frame_of_its_own(self, words: Words, misses: int) -> Found | None:
        """As `refutation`, in a frame where sets are shorter."""
        inner = self._inner.get(words)
        if inner is None:
            if len(self._inner) == FRAMES:
                self._inner.clear()
            inner = Frame(self.lexicon, self.word_ids(words), self.nodes)
            inner._learn(self, words)
            self._inner[words] = inner
        found = inner.refutation(inner.everything, misses)
        if found is None:
            return None
        return self._keep((self.bits(found[1].ids), found[1]))

    def _learn(self, other: "Frame", words: Words) -> None:
        """Take over the cores that another frame has of our words."""
        for misses, cores in other._cores.items():
            self._cores[misses] = [
                (self.bits(core.ids), core) for known, core in cores if known & words == known
            ]


@dataclass
class Value:
    """What is known of a list's value; `core` forces the lower bound."""

    lower: int
    upper: int
    core: Core | None = None

    @property
    def exact(self) -> bool:
        """Whether the bounds meet."""
        return self.lower == self.upper


def value(frame: Frame, words: Words, known: Value | None = None) -> Iterator[Value]:
    """Bounds on the value of some words, from what is known, ever closer until they meet.

    From below and from above in turn, each as long as it has patience, which doubles when neither
    gets on. Where it is Stopped, the last ones hold.
    """
    bounds = known or Value(0, frame.greedy(words))
    yield bounds
    patience = PATIENCE
    while not bounds.exact:
        before = bounds
        for misses in {bounds.lower, bounds.upper - 1}:
            frame.nodes.limit = frame.nodes.seen + patience
            try:
                found = frame.refutation(words, misses)
            except Tired:
                continue
            finally:
                frame.nodes.limit = None
            bounds = _closer(bounds, misses, found)
            yield bounds
        if bounds is before:
            patience *= 2


def _closer(bounds: Value, misses: int, found: Found | None) -> Value:
    """The bounds, with what an answer about so many misses adds to them."""
    if found is None:
        return Value(bounds.lower, min(bounds.upper, misses), bounds.core)
    if misses < bounds.lower:
        return bounds
    return Value(misses + 1, bounds.upper, found[1])
