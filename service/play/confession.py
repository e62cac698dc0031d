"""The confession: when the game is over, what the dealer did at each guess."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from service.engine.game import Game
from service.engine.lexicon import Lexicon, Positions, letter_set, places
from service.engine.transcript import Answer, LetterAnswer, Transcript, WordAnswer
from service.play.commitment import OpeningView, opening_of
from service.play.turns import Turn, misses_forced, turns
from service.play.views import LetterView, WordView, answer_views, commitment_in_hex
from service.registry import has_word
from service.search.budget import Bounds, Budget
from service.search.refutation_table import RefutationTable
from service.store.record import Record

FAMILIES_CONFESSED = 3
EXAMPLES_CONFESSED = 5  # of the words dropped, and of those kept, unless somebody asks for more
MOST_EXAMPLES = 200
STEPS = 3500  # the budget of all bounds in a confession
DIGITS = 4  # of the odds


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
class OddsView:
    """What an honest dealer would have done, if each word of the length were as likely."""

    same_answers: int
    words: int
    hanged_share: float


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


def confess(
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
    every = list(turns(game.lexicon, Transcript(game.lexicon.length), game.transcript.answers))
    lists = [turn.after.ids for turn in every]
    bounds = misses_forced(game.lexicon, lists, Budget(steps=STEPS), table, value)
    return ConfessionView(
        id=game_id,
        dealer=record.dealer,
        honest=has_word(game.dealer),
        seed=record.state.seed,
        word=record.state.word,
        fingerprint=record.fingerprint,
        commitment=commitment_in_hex(record),
        opening=opening_of(record, game.dealer),
        odds=odds_of(
            game.lexicon, game.transcript, game.state.max_misses, same_answers=len(lists[-1])
        ),
        guesses=list(_steps(record, every, bounds, examples)),
    )


def _steps(
    record: Record, turns: Sequence[Turn], bounds: Sequence[Bounds], examples: int
) -> Iterator[ConfessedView]:
    for turn, view, bound in zip(turns, answer_views(record), bounds, strict=True):
        lexicon, before, after = turn.before.lexicon, turn.before.ids, turn.after.ids
        families = _families(turn)
        yield ConfessedView(
            guess=view,
            words_before=len(before),
            words_after=len(after),
            families=len(families),
            largest_families=_largest(families),
            dropped=lexicon.commonest(np.setdiff1d(before, after, assume_unique=True), examples),
            kept=lexicon.commonest(after, examples),
            misses_forced=bound,
        )


def _largest(families: Mapping[Positions, int]) -> list[FamilyView]:
    ranked = sorted(families.items(), key=lambda family: -family[1])
    return [
        FamilyView(places(positions), size)
        for positions, size in islice(ranked, FAMILIES_CONFESSED)
    ]


def _families(turn: Turn) -> dict[Positions, int]:
    """How many words the dealer could have kept, by the positions that it would have shown."""
    before, answer = turn.before, turn.answer
    if isinstance(answer, LetterAnswer):
        if answer.letter not in before.lexicon.alphabet:
            return {0: len(before)}  # the dictionary has changed since
        families = before.families(before.lexicon.alphabet.index(answer.letter))
        return {family.positions: family.size for family in families}
    everywhere = WordAnswer(answer.word, hit=True).positions
    word = 1 if answer.hit else len(before) - len(turn.after)
    sizes = {0: len(before) - word, everywhere: word}
    return {positions: size for positions, size in sizes.items() if size}


def odds_of(
    lexicon: Lexicon, transcript: Transcript, max_misses: int | None, same_answers: int
) -> OddsView:
    """The odds of a game; `same_answers` of the words of its lexicon fit its answers."""
    share = float(hanged(lexicon, transcript, max_misses).mean())
    return OddsView(same_answers, len(lexicon), round(share, DIGITS))


def hanged(lexicon: Lexicon, transcript: Transcript, max_misses: int | None) -> NDArray[np.bool_]:
    """For each word, whether an honest dealer who dealt it would have hanged the player; (words,).

    The player makes the guesses of the transcript in their order, until the word is found.
    """
    hidden = lexicon.presence.copy()
    misses = np.zeros(len(lexicon), dtype=np.int64)
    most = np.inf if max_misses is None else max_misses
    for answer in transcript.answers:
        shown = _shown(lexicon, answer)
        misses += (hidden != 0) & (shown == 0)
        hidden &= ~shown
    return misses >= most


def _shown(lexicon: Lexicon, answer: Answer) -> NDArray[np.uint64]:
    """The letters of each word that the honest dealer who dealt it would show, (words,) uint64."""
    if isinstance(answer, WordAnswer):
        return np.where(lexicon.everything == lexicon.id_of(answer.word), lexicon.presence, 0)
    return lexicon.presence & np.uint64(letter_set(answer.letter, lexicon.alphabet))
