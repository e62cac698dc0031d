"""The confession: when the game is over, what the dealer did at each guess."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from service.choices import LONGEST_LIST
from service.engine.errors import NoWordFits
from service.engine.game import Game
from service.engine.lexicon import Lexicon, Positions, letter_set
from service.engine.possible_words import Turn, turns
from service.engine.transcript import Answer, Transcript, places, word_answer
from service.play.catalogue import Catalogue
from service.play.commitment import opening_of
from service.play.views import GuessView, guess_views
from service.search.budget import Bounds
from service.store.record import Record

FAMILIES_CONFESSED = 3
MOST_KEPT = 32  # confessions in a worker's cache: usually 50 kB each, 700 kB at most
ODDS_DIGITS: Final = 4


@dataclass(frozen=True)
class FamilyView:
    """A word family, the words that have the guessed letter at the same positions.

    A guessed word makes two families: the word, and all others.
    """

    positions: list[int]
    """The positions of the letter, counted from 0; empty if these words do not have it."""
    word_count: int
    """The number of words in the family."""


@dataclass(frozen=True)
class ChoiceView:
    """What the dealer could choose at one guess, and what it chose."""

    words_before: int
    """The number of words that fitted before the guess."""
    words_left: int
    """The number of words that fitted after the answer."""
    family_count: int
    """The number of word families that the dealer could choose from."""
    largest_families: list[FamilyView]
    """The three largest word families, or all if there are fewer."""
    dropped: list[str]
    """The commonest words that the answer ruled out, up to `words` of them."""
    kept: list[str]
    """The commonest words that still fitted after the answer, up to `words` of them."""


@dataclass(frozen=True)
class ConfessedView(ChoiceView, GuessView):
    """What the dealer did at one guess."""

    misses_forced_after: Bounds
    """How many more misses a perfect dealer would have forced after the answer."""


@dataclass(frozen=True)
class OddsView:
    """What an honest dealer would have done, if each word of the length were equally likely."""

    same_answers: int
    """The number of words with which an honest dealer would have given all of these answers."""
    word_count: int
    """The number of words of this length in the dictionary."""
    hanged_share: float
    """The share of them with which an honest dealer would have hanged the player."""


@dataclass(frozen=True)
class ConfessionView:
    """What the dealer did in a game that is over."""

    dealer: str
    """The name of the dealer."""
    honest: bool
    """Whether the dealer chose the word at the start and kept to it."""
    seed: int
    """The seed, from which every draw of the game follows."""
    word: str
    """The word that was shown at the end, as people write it."""
    fingerprint: str
    """The fingerprint of the dictionary that this was computed with; the `opening` has that of the
    start."""
    commitment: str
    """The commitment, as the game has shown it from the start."""
    opening: str
    """The text whose SHA-256 is the commitment. It decides how the game was dealt: JSON in UTF-8
    (RFC 8785) with budget, dealer, dictionary, fingerprint, length, max_misses, salt, seed, version
    and the word of an honest dealer."""
    odds: OddsView
    """How an honest dealer would have fared with the same guesses."""
    guesses: list[ConfessedView]
    """What the dealer did at each guess, in order."""

    def with_words(self, most: int) -> "ConfessionView":
        """The confession with up to `most` words dropped and as many kept at each guess."""
        guesses = [
            replace(each, dropped=each.dropped[:most], kept=each.kept[:most])
            for each in self.guesses
        ]
        return replace(self, guesses=guesses)


class Confessions:
    """The last confessions. Each is computed once, however many requests come at the same time."""

    def __init__(self) -> None:
        self._futures: dict[bytes, Future[ConfessionView]] = {}

    def once(self, record: Record, work: Callable[[], ConfessionView]) -> ConfessionView:
        """The result of `work`, cached by game."""
        key = record.commitment.digest + record.identity
        ours: Future[ConfessionView] = Future()
        first = self._futures.setdefault(key, ours)
        if first is ours:
            if len(self._futures) > MOST_KEPT:
                del self._futures[next(iter(self._futures))]
            try:
                ours.set_result(work())
            except BaseException as error:  # requests that wait must get every error
                self._futures.pop(key, None)
                ours.set_exception(error)
        return first.result()


def confess(catalogue: Catalogue, record: Record, keeps_figures: bool = False) -> ConfessionView:
    """The confession of a game that is over, with as many words as a request may ask for.

    If it does not keep its figures, it leaves nothing behind that makes other work faster.

    Raises DictionaryUnknown, DictionaryGone, DealerGone, NoWordFits.
    """
    game, dictionary = catalogue.game_of(record).game, catalogue.dictionaries[record.dictionary]
    length = game.lexicon.length
    every = turns(game.lexicon, Transcript(length), game.transcript.answers)
    lists = [turn.after.ids for turn in every]
    if not len(lists[-1]):
        raise NoWordFits
    figures = catalogue.figures_for(keeps=keeps_figures)
    bounds = dictionary.misses_left(length, lists, figures)
    return ConfessionView(
        dealer=record.dealer,
        honest=game.dealer.is_honest,
        seed=record.state.seed,
        word=game.lexicon.writing.written(record.state.word),
        fingerprint=dictionary.description.fingerprint,
        commitment=record.commitment.digest.hex(),
        opening=opening_of(record, game.dealer),
        odds=odds_of(game, same_answers=len(lists[-1])),
        guesses=[
            ConfessedView(
                **vars(view), **vars(choice_at(turn, LONGEST_LIST)), misses_forced_after=bound
            )
            for turn, view, bound in zip(every, guess_views(record), bounds, strict=True)
        ],
    )


def choice_at(turn: Turn, limit: int) -> ChoiceView:
    """What the dealer could choose at a turn, and chose, with up to `limit` words in each list."""
    lexicon, before, after = turn.before.lexicon, turn.before.ids, turn.after.ids
    families = _families(turn)
    largest = families.most_common(FAMILIES_CONFESSED)
    return ChoiceView(
        words_before=len(before),
        words_left=len(after),
        family_count=len(families),
        largest_families=[FamilyView(places(positions), size) for positions, size in largest],
        dropped=lexicon.commonest(np.setdiff1d(before, after, assume_unique=True), limit),
        kept=lexicon.commonest(after, limit),
    )


def _families(turn: Turn) -> Counter[Positions]:
    """The size of each word family at a turn, by the positions that the dealer would have shown."""
    before, answer = turn.before, turn.answer
    if not answer.is_word:
        if answer.guess not in before.lexicon.alphabet:
            return Counter({0: len(before)})  # the dictionary has changed since the guess
        families = before.families(before.lexicon.alphabet.index(answer.guess))
        return Counter({family.positions: family.size for family in families})
    everywhere = word_answer(answer.guess, hit=True).positions
    word = 1 if answer.hit else len(before) - len(turn.after)
    return +Counter({0: len(before) - word, everywhere: word})  # without an empty family


def odds_of(game: Game, same_answers: int) -> OddsView:
    """The odds of a game; `same_answers` of the words of its lexicon fit its answers."""
    share = float(hanged(game.lexicon, game.transcript, game.state.max_misses).mean())
    return OddsView(same_answers, len(game.lexicon), round(share, ODDS_DIGITS))


def hanged(lexicon: Lexicon, transcript: Transcript, max_misses: int) -> NDArray[np.bool_]:
    """For each word, whether an honest dealer who dealt it would have hanged the player; (words,).

    The player makes the guesses of the transcript in their order, until the word is found.
    """
    hidden = lexicon.presence.copy()
    misses = np.zeros(len(lexicon), dtype=np.int64)
    for answer in transcript.answers:
        shown = _shown(lexicon, answer)
        misses += (hidden != 0) & (shown == 0)
        hidden &= ~shown
    return misses >= max_misses


def _shown(lexicon: Lexicon, answer: Answer) -> NDArray[np.uint64]:
    """The letters of each word that the honest dealer who dealt it would show, (words,) uint64."""
    if answer.is_word:
        return np.where(lexicon.everything == lexicon.id_of(answer.guess), lexicon.presence, 0)
    return lexicon.presence & np.uint64(letter_set(answer.guess, lexicon.alphabet))
