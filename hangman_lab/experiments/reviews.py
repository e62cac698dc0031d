"""What reviews say that guesses cost, beside what they are proven to cost."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Final

from service.engine.guessers import Guesser
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords, possible_words
from service.engine.solving import solved
from service.engine.transcript import Answer, Transcript
from service.engine.weights import even
from service.registry import GUESSERS
from service.search.average_misses import (
    GuessMisses,
    first_guesses,
    judgements,
    verdict_on,
)

PLAYERS: Final = ("most-words", "entropy", "smallest-remainder", "letter-frequency", "top-heavy")
LONGEST: Final = 250  # words of a list whose costs are proven
STEPS: Final = 300_000  # of a proof


@dataclass(frozen=True)
class ReviewedLength:
    """Reviews of games of one length: guesses whose costs are proven, and the luck of all games.

    `difference` is the mean between the cost said and the cost proven, in misses; `same_verdict`
    the share of the guesses for which both give the same verdict.
    """

    length: int
    guesses: int
    difference: float
    same_verdict: float
    games: int
    mean_luck: float
    known: float  # the share of all guesses with a cost


@dataclass(frozen=True)
class ReviewedGame:
    """A game, the words that were possible before each guess and at the end, and the worths."""

    answers: Sequence[Answer]
    lists: Sequence[PossibleWords]
    worths: Sequence[GuessMisses]


def reviewed_length(lexicon: Lexicon, games: int, proven: int, seed: int) -> ReviewedLength:
    """Reviews of honest games, in the first `proven` of which costs are proven."""
    reviewed = list(_games(lexicon, games, seed))
    costs = [pair for game in reviewed[:proven] for pair in _costs(game)]
    worths = [worth for game in reviewed for worth in game.worths]
    lucks = [[worth.bad_luck for worth in game.worths] for game in reviewed]
    return ReviewedLength(
        length=lexicon.length,
        guesses=len(costs),
        difference=fmean(abs(said - proof) for said, proof in costs),
        same_verdict=fmean(verdict_on(said) == verdict_on(proof) for said, proof in costs),
        games=games,
        mean_luck=fmean(sum(map(float, luck)) for luck in lucks if None not in luck),
        known=fmean(worth.cost is not None for worth in worths),
    )


def _games(lexicon: Lexicon, games: int, seed: int) -> Iterator[ReviewedGame]:
    """Honest games of several players, with their reviews."""
    random, weights = Random(f"{seed} {lexicon.length}"), even(lexicon)
    known = first_guesses(lexicon, weights)
    for number in range(games):
        word = lexicon.word(random.randrange(len(lexicon)))
        answers = _answers(lexicon, word, GUESSERS[PLAYERS[number % len(PLAYERS)]], number)
        transcripts = [Transcript(lexicon.length, answers[:end]) for end in range(len(answers) + 1)]
        lists = [possible_words(lexicon, transcript) for transcript in transcripts]
        judged = judgements(lists, answers, weights, known)
        yield ReviewedGame(answers, lists, list(_worths(answers, lists, judged)))


def _answers(lexicon: Lexicon, word: str, player: Guesser, seed: int) -> tuple[Answer, ...]:
    *_, last = solved(lexicon, word, player, max_misses=len(lexicon.alphabet), seed=seed)
    return last.transcript.answers
