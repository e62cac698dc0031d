"""Honest dealers against guessers: what the lottery forces, and what the worst-case word costs."""

from dataclasses import dataclass

from hangman_lab.experiments.duels import Played, sample
from hangman_lab.experiments.misses import can_be_worked_out, chances_of_words
from hangman_lab.walk import expected
from service.engine.dealers import Lottery
from service.engine.guessers import Guesser
from service.engine.lexicon import Lexicon


@dataclass(frozen=True)
class HonestDuels:
    """What honest dealers get from a guesser with words of one length, in misses.

    `lottery`: the one who draws by the best lottery; `even`: the one who draws evenly. None gets
    more than `worst_case`, what the worst_case `word` costs. If games are sampled, `error` is the
    standard error of `lottery`, and the rest is not known.
    """

    lottery: float
    error: float
    even: float | None
    worst_case: float | None
    word: str | None


def honest_duels(
    lexicon: Lexicon, dealer: Lottery, guesser: Guesser, games: int, seed: int
) -> HonestDuels:
    """Exact, but for guessers that draw letters by weights: the lottery plays `games` with them."""
    if not can_be_worked_out(guesser):
        played = sample(lexicon, dealer, guesser, range(seed, seed + games))
        return HonestDuels(played.mean_misses, played.error, None, None, None)
    costs = expected(chances_of_words(lexicon, guesser))
    worst_case = int(costs.round(9).argmax())  # the first of several
    return HonestDuels(
        float(costs @ dealer.chances(lexicon)),
        0.0,
        float(costs.mean()),
        float(costs[worst_case]),
        lexicon.word(worst_case),
    )


def sample_of_word(lexicon: Lexicon, word: str, guesser: Guesser, games: int, seed: int) -> Played:
    """Games in which the dealer deals this word."""
    return sample(lexicon, Lottery({lexicon: {word: 1}}), guesser, range(seed, seed + games))
