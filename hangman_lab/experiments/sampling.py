"""A large sample of games, in parts: any process can play a part, and none is played twice."""

import os
import signal
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Final

import numpy as np

from hangman_lab.experiments.wins import sampled_wins
from service.engine.guessers import Random
from service.engine.lexicon import Lexicon
from service.registry import GUESSERS

PART: Final = 600_000  # games: some seconds, and some 400 MB while they are played

_lexicons: dict[int, Lexicon] = {}  # by length, in a process that plays


@dataclass(frozen=True)
class Part:
    """Some words of one length, each played `games` times by one guesser."""

    guesser: str
    length: int
    first: int  # the first word ID
    last: int  # the ID behind the last
    games: int
    max_misses: int
    seed: int

    def played(self, lexicon: Lexicon) -> list[int]:
        """In how many games each word is found; the same part gives the same numbers anywhere."""
        guesser = GUESSERS[self.guesser]()
        assert isinstance(guesser, Random)
        chance = np.random.default_rng(
            [self.seed, list(GUESSERS).index(self.guesser), self.length, self.first]
        )
        words = np.arange(self.first, self.last)
        wins = sampled_wins(lexicon, guesser, words, self.games, self.max_misses, chance)
        return [int(count) for count in wins]


def parts_of(
    lexicons: Iterable[Lexicon], guesser: str, games: int, max_misses: int, seed: int
) -> list[Part]:
    """All words of some lexicons, in parts of PART games or fewer, but at least one word."""
    step = max(1, PART // games)
    return [
        Part(guesser, words.length, first, min(first + step, len(words)), games, max_misses, seed)
        for words in lexicons
        for first in range(0, len(words), step)
    ]


def played(
    parts: Iterable[Part], lexicons: Mapping[int, Lexicon]
) -> Iterator[tuple[Part, list[int]]]:
    """Each part with the wins of its words, as soon as it is done; all cores play.

    The processes get the lexicons at their start. Sent with each part, they would fill a pipe, and
    Python 3.11 never ends if Ctrl-C kills the process that reads it (gh-94777).
    """
    pool = ProcessPoolExecutor(os.cpu_count(), initializer=_lexicons.update, initargs=(lexicons,))
    try:
        # Block Ctrl-C until the pool knows all its processes, so that it can then end them.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        part_of = {pool.submit(_wins_of, part): part for part in parts}
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for done in as_completed(part_of):
            yield part_of[done], done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)  # after Ctrl-C, do not wait


def _wins_of(part: Part) -> list[int]:
    return part.played(_lexicons[part.length])
