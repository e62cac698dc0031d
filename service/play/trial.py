"""A trial of a dealer: many games against `most-words`, what goes wrong, and how hard it is."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import mean
from traceback import extract_tb
from typing import Final

from service.choices import MOST_MISSES
from service.engine.errors import DealerFailed
from service.engine.game import Dealer, guess_letter, start
from service.engine.guessers import MostWords
from service.engine.lexicon import Lexicon
from service.engine.possible_words import possible_words

GAMES: Final = 200
LENGTHS: Final = range(3, 13)
SLOW: Final = 0.05  # seconds of CPU, which a busy machine does not change: players notice more


@dataclass
class Trial:
    """How some games went.

    `misses` are those of each game that came to its end; `faults` counts each fault, and `first`
    says in which game it came first. `seconds` are those of CPU that each decision took.
    """

    misses: list[int] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    first: dict[str, str] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)

    @property
    def mean_misses(self) -> float | None:
        """The misses that the dealer forces, on average; None if no game came to its end."""
        return mean(self.misses) if self.misses else None

    def complaints(self) -> Iterator[str]:
        """What is wrong with the dealer, in words."""
        for fault, games in self.faults.most_common():
            yield f"{fault}\n  in {games} of {GAMES} games, first in one of {self.first[fault]}"
        if slow := [each for each in self.seconds if each > SLOW]:
            many, most = f"{len(slow)} of {len(self.seconds)}", f"{1000 * SLOW:.0f} ms of CPU"
            yield f"{many} decisions took over {most}, the slowest {1000 * max(slow):.0f} ms"


def trial_of(
    dealer: Dealer,
    lexicons: Mapping[int, Lexicon],
    progress: Callable[[int], object] = lambda _: None,
) -> Trial:
    """Games of mixed lengths, each with its own seed, to their ends or to a fault.

    `progress` hears of each game that is played.
    """
    trial = Trial()
    lengths = [length for length in LENGTHS if length in lexicons] or list(lexicons)
    for seed in range(GAMES):
        _play(dealer, lexicons[lengths[seed % len(lengths)]], seed, trial)
        progress(1)
    return trial


def _play(dealer: Dealer, lexicon: Lexicon, seed: int, trial: Trial) -> None:
    """Play a game, and put into the trial what happens."""
    words, length = {lexicon.length: lexicon}, lexicon.length
    guesses: list[str] = []
    try:
        game = start(words, dealer, length=length, max_misses=MOST_MISSES, seed=seed)
        while game.state.status == "in_progress":
            possible = possible_words(game.lexicon, game.transcript)
            guesses.append(lexicon.alphabet[MostWords().pick(possible, seed)])
            began = time.thread_time()
            game = guess_letter(game, guesses[-1])
            trial.seconds.append(time.thread_time() - began)
    except DealerFailed as error:
        fault = f"{error.reason}{_place(error.__cause__)}"
        trial.faults[fault] += 1
        guessed = f"at the guess {' '.join(guesses)}" if guesses else "at its start"
        trial.first.setdefault(fault, f"{length} letters with seed {seed}, {guessed}")
    else:
        trial.misses.append(game.transcript.misses)


def _place(error: BaseException | None) -> str:
    """The line of the program that raised an error."""
    frames = extract_tb(error.__traceback__) if error else []
    return f", in line {frames[-1].lineno} of {frames[-1].filename}" if frames else ""
