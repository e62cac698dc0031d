"""The confession: when the game is over, what the dealer did at each guess."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice

from service.engine.cheat_list import WordIDs
from service.engine.game import Game
from service.engine.lexicon import Lexicon, Positions, places
from service.engine.transcript import Answer, LetterAnswer, WordAnswer
from service.play.commitment import OpeningView, opening_of
from service.play.odds import OddsView, odds_of
from service.play.views import LetterView, WordView, answers_seen, commitment_seen
from service.registry import has_word
from service.search.budget import Bounds, Budget
from service.search.refutation_table import RefutationTable
from service.search.values import value_bounds
from service.store.record import Record

FAMILIES_CONFESSED = 3
EXAMPLES_CONFESSED = 5  # of the words dropped, and of those kept, unless somebody asks for more
MOST_EXAMPLES = 200
NODES_CONFESSED = 150  # the budget of all bounds in a confession
LONGEST_BOUNDED = 4000  # words of the longest list to bound; longer ones take too long
SHRUNK = 0.75  # compute bounds again when the list has at most this share of its former words


@dataclass(frozen=True)
class FamilyView:
    """A word family that the dealer could have kept."""

    positions: list[int]
    words: int


@dataclass(frozen=True)
class ConfessedView:
    """What the dealer did at one guess."""

    guess: LetterView | WordView
    words_before: int
    words_after: int
    families: int
    largest_families: list[FamilyView]
    dropped: list[str]
    kept: list[str]
    misses_forced: Bounds


@dataclass(frozen=True)
class ConfessionView:
    """What the dealer did in the whole game."""

    id: str
    dealer: str
    honest: bool
    seed: int
    word: str
    fingerprint: str
    commitment: str | None
    opening: OpeningView | None
    odds: OddsView
    guesses: list[ConfessedView]


def confessed(
    game_id: str,
    game: Game,
    record: Record,
    table: RefutationTable | None,
    value: Bounds | None,
    examples: int,
) -> ConfessionView:
    """What the dealer did at each guess of a game that is over.

    `table` has the refutations of the game's lexicon, `value` the misses that the whole lexicon
    forces. Both make the bounds closer; each may be None. At each guess, up to `examples` words
    that were dropped are shown, and as many that were kept.
    """
    lists = list(_lists(game.lexicon, record))
    bounds = monotone(list(_bounds(game.lexicon, lists, table, value)))
    steps = _steps(game.lexicon, record, lists, bounds, examples)
    said, most = record.state.transcript, record.state.max_misses
    return ConfessionView(
        id=game_id,
        dealer=record.dealer,
        honest=has_word(game.dealer),
        seed=record.state.seed,
        word=record.state.word,
        fingerprint=record.fingerprint,
        commitment=commitment_seen(record),
        opening=opening_of(record, game.dealer),
        odds=odds_of(game.lexicon, said, most, same_answers=len(lists[-1])),
        guesses=list(steps),
    )


def monotone(bounds: Sequence[Bounds]) -> list[Bounds]:
    """Bounds on numbers that never grow, each narrowed by the bounds before and after it.

    In a game, the misses that the words left can force never grow, because no word comes back.
    (9, 12), (4, 10), (6, 15) become (9, 12), (6, 10), (6, 10).
    """
    lowers = list(accumulate([one.lower for one in reversed(bounds)], max))
    uppers = accumulate([one.upper for one in bounds], min)
    return [Bounds(*pair) for pair in zip(reversed(lowers), uppers, strict=True)]


def _lists(lexicon: Lexicon, record: Record) -> Iterator[WordIDs]:
    """The words that fitted after each guess, (size,) int64 each."""
    ids = lexicon.everything
    for answer in record.state.transcript.answers:
        ids = ids.compress(answer.fits(lexicon).take(ids))
        yield ids


def _bounds(
    lexicon: Lexicon, lists: Sequence[WordIDs], table: RefutationTable | None, value: Bounds | None
) -> Iterator[Bounds]:
    """Bounds on the misses that each list forces; each list is a part of the one before.

    A list that is too long, or hardly shorter than the last list bounded, is not searched: it gets
    0 and the last upper bound.
    """
    upper, size = value.upper if value else len(lexicon) - 1, len(lexicon)
    budget = Budget(lambda seen: seen <= NODES_CONFESSED)
    for ids in lists:
        if len(ids) > min(LONGEST_BOUNDED, SHRUNK * size):
            yield Bounds(0, upper)
            continue
        bounds = value_bounds(lexicon, ids, 0, budget, table)
        upper, size = min(upper, bounds.upper), len(ids)
        yield bounds


def _steps(
    lexicon: Lexicon,
    record: Record,
    lists: Sequence[WordIDs],
    bounds: Sequence[Bounds],
    examples: int,
) -> Iterator[ConfessedView]:
    answers, views = record.state.transcript.answers, answers_seen(record)
    befores = [lexicon.everything, *lists[:-1]]
    for answer, view, before, after, bound in zip(
        answers, views, befores, lists, bounds, strict=True
    ):
        families = _families(lexicon, answer, before, after)
        dropped = before.compress(~answer.fits(lexicon).take(before))
        yield ConfessedView(
            guess=view,
            words_before=len(before),
            words_after=len(after),
            families=len(families),
            largest_families=_largest(families),
            dropped=lexicon.commonest(dropped, examples),
            kept=lexicon.commonest(after, examples),
            misses_forced=bound,
        )


def _largest(families: Mapping[Positions, int]) -> list[FamilyView]:
    ranked = sorted(families.items(), key=lambda family: -family[1])
    return [
        FamilyView(places(positions), size)
        for positions, size in islice(ranked, FAMILIES_CONFESSED)
    ]


def _families(
    lexicon: Lexicon, answer: Answer, before: WordIDs, after: WordIDs
) -> dict[Positions, int]:
    """How many words the dealer could have kept, by the positions that it would have shown."""
    if isinstance(answer, LetterAnswer):
        if answer.letter not in lexicon.alphabet:
            return {0: len(before)}  # the dictionary has changed since
        families = lexicon.families(answer.letter, lexicon.cheat_list(before))
        return {family.positions: family.size for family in families}
    everywhere = WordAnswer(answer.word, hit=True).positions
    word = 1 if answer.hit else len(before) - len(after)
    sizes = {0: len(before) - word, everywhere: word}
    return {positions: size for positions, size in sizes.items() if size}
