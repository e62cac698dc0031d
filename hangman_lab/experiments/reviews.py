"""The costs of guesses in reviews, compared with their proven costs."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import isnan
from random import Random
from statistics import fmean
from typing import Final

from hangman_lab.exact.least_misses import LeastMisses
from service.choices import MOST_MISSES
from service.engine.guessers import Guesser, solved
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords, possible_words
from service.engine.transcript import Answer, Transcript
from service.engine.weights import even
from service.registry import GUESSERS
from service.search.average_misses import GameMisses, game_misses, verdict_of
from service.search.budget import Budget, Cancelled
from service.search.played_guesses import first_guesses

PLAYERS: Final = ("most-words", "entropy", "smallest-remainder", "letter-frequency", "top-heavy")
LONGEST: Final = 250  # words of a list whose costs are proven
PROOF_STEPS: Final = 300_000  # of a proof


@dataclass(frozen=True)
class ReviewedLength:
    """Reviews of games of one length.

    `difference` is the mean difference between the cost in the review and the proven cost of
    `guesses` guesses, in misses. Both give the same verdict on the share `same_verdict` of them.
    `judged` is the share of the guesses of all `games` for which the review has a cost.
    """

    length: int
    guesses: int
    difference: float
    same_verdict: float
    games: int
    mean_luck: float
    judged: float


@dataclass(frozen=True)
class ReviewedGame:
    """A game, the words that were possible before each guess and at the end, and its review."""

    answers: Sequence[Answer]
    lists: Sequence[PossibleWords]
    misses: GameMisses


def reviewed_length(lexicon: Lexicon, games: int, proven: int, seed: int) -> ReviewedLength:
    """Reviews of honest games; costs are proven in the first `proven` of them."""
    reviewed = list(_games(lexicon, games, seed))
    pairs = [pair for game in reviewed[:proven] for pair in _with_proofs(game)]
    lucks = [game.misses.bad_luck for game in reviewed]
    return ReviewedLength(
        length=lexicon.length,
        guesses=len(pairs),
        difference=fmean(abs(cost - proven) for cost, proven in pairs),
        same_verdict=fmean(verdict_of(cost) == verdict_of(proven) for cost, proven in pairs),
        games=len(reviewed),
        mean_luck=fmean(luck for luck in lucks if not isnan(luck)),
        judged=fmean(not isnan(guess.cost) for game in reviewed for guess in game.misses.guesses),
    )


def _games(lexicon: Lexicon, games: int, seed: int) -> Iterator[ReviewedGame]:
    """Honest games of several players, each with another word, and their reviews."""
    random, weights = Random(f"{seed} {lexicon.length}"), even(lexicon)
    known = first_guesses(lexicon, weights)
    for number, word_id in enumerate(random.sample(range(len(lexicon)), min(games, len(lexicon)))):
        player = GUESSERS[PLAYERS[number % len(PLAYERS)]]()
        answers = _answers(lexicon, lexicon.word(word_id), player, number)
        transcripts = [Transcript(lexicon.length, answers[:end]) for end in range(len(answers) + 1)]
        lists = [possible_words(lexicon, transcript) for transcript in transcripts]
        yield ReviewedGame(answers, lists, game_misses(lists, answers, weights, known))


def _answers(lexicon: Lexicon, word: str, player: Guesser, seed: int) -> tuple[Answer, ...]:
    *_, last = solved(lexicon, word, player, max_misses=MOST_MISSES, seed=seed)
    return last.transcript.answers


def _with_proofs(game: ReviewedGame) -> Iterator[tuple[float, float]]:
    """The cost of each guess in the review, and its proven cost, if that is found in time."""
    guesses = zip(game.answers, game.lists, game.lists[1:], game.misses.guesses, strict=False)
    for answer, words, after, reviewed in guesses:
        if len(after) < len(words) <= LONGEST and not isnan(reviewed.cost):
            with suppress(Cancelled):
                yield reviewed.cost, _proven_cost(words, answer.guess)


def _proven_cost(words: PossibleWords, letter: str) -> float:
    """The misses that a letter costs beyond the best one, on average. Raises Cancelled."""
    least = LeastMisses(words.lexicon, words.ids.tolist(), Budget(steps=PROOF_STEPS))
    misses = least.misses_after(words.lexicon.alphabet.index(letter), least.everything)
    return (misses - least.misses(least.everything)) / len(words)
