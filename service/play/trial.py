"""A trial of a dealer: many games, what goes wrong in them, and how hard it is."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import mean
from traceback import extract_tb
from typing import Final

from service.choices import MOST_MISSES
from service.engine.errors import DealerFailed
from service.engine.game import Dealer, Game, guess_letter, start
from service.engine.guessers import MostWords
from service.engine.lexicon import Lexicon
from service.engine.possible_words import possible_words

GAMES: Final = 200
LENGTHS: Final = range(3, 13)
SLOW: Final = 0.05  # seconds of CPU, so a busy machine does not matter; players notice more


@dataclass
class Trial:
    """The results of a trial.

    `misses` has the misses of each game that `most-words` played to its end. `faults` counts each
    fault, and `first` names the game in which it happened first. `seconds` has the CPU time of each
    decision.
    """

    games: int = 0
    misses: list[int] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    first: dict[str, str] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)

    @property
    def mean_misses(self) -> float | None:
        """The misses that the dealer forces, on average; None if no game came to its end."""
        return mean(self.misses) if self.misses else None

    def complaints(self) -> Iterator[str]:
        """A text for each kind of fault, and one about slow decisions."""
        for fault, games in self.faults.most_common():
            first = self.first[fault]
            yield f"{fault}\n  in {games} of {self.games} games, first in one of {first}"
        if slow := [each for each in self.seconds if each > SLOW]:
            many, most = f"{len(slow)} of {len(self.seconds)}", f"{1000 * SLOW:.0f} ms of CPU"
            yield f"{many} decisions took over {most}, the slowest {1000 * max(slow):.0f} ms"


def trial_of(
    dealer: Dealer,
    lexicons: Mapping[int, Lexicon],
    progress: Callable[[int], object] = lambda _: None,
) -> Trial:
    """Play games of mixed lengths, each to its end or to a fault.

    `most-words` plays GAMES games, each with its own seed. One more game of each length guesses the
    letters of the alphabet in order. `progress` is called after each game of `most-words`.
    """
    trial = Trial()
    lengths = [length for length in LENGTHS if length in lexicons] or list(lexicons)
    for seed in range(GAMES):
        game = _play(dealer, lexicons[lengths[seed % len(lengths)]], seed, trial, _in_most_words)
        trial.misses += [game.transcript.misses] if game else []
        progress(1)
    for length in lengths:
        _play(dealer, lexicons[length], 0, trial, _next_in_order)
    return trial


def _in_most_words(game: Game) -> str:
    """The letter that `most-words` guesses."""
    possible = possible_words(game.lexicon, game.transcript)
    return game.lexicon.alphabet[MostWords().pick(possible, game.state.seed)]


def _next_in_order(game: Game) -> str:
    """The first letter of the alphabet that was not guessed."""
    guessed = game.transcript.guessed_letters
    return next(letter for letter in game.lexicon.alphabet if letter not in guessed)


def _play(
    dealer: Dealer, lexicon: Lexicon, seed: int, trial: Trial, guess: Callable[[Game], str]
) -> Game | None:
    """Play a game to its end, and note the results in the trial; None if there was a fault."""
    words, length = {lexicon.length: lexicon}, lexicon.length
    guesses: list[str] = []
    trial.games += 1
    try:
        game = start(words, dealer, length=length, max_misses=MOST_MISSES, seed=seed)
        while game.state.status == "in_progress":
            guesses.append(guess(game))
            began = time.thread_time()
            game = guess_letter(game, guesses[-1])
            trial.seconds.append(time.thread_time() - began)
    except DealerFailed as error:
        fault = f"{error.reason}{_place(error.__cause__)}"
        trial.faults[fault] += 1
        guessed = f"at the guess {' '.join(guesses)}" if guesses else "at its start"
        trial.first.setdefault(fault, f"{length} letters with seed {seed}, {guessed}")
        return None
    return game


def _place(error: BaseException | None) -> str:
    """The line of the program that raised an error."""
    frames = extract_tb(error.__traceback__) if error else []
    return f", in line {frames[-1].lineno} of {frames[-1].filename}" if frames else ""
