"""The odds: how likely an honest dealer would have been to answer so, and to hang the player."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from service.engine.lexicon import Lexicon, letter_set
from service.engine.transcript import Answer, Transcript, WordAnswer

DIGITS = 4


@dataclass(frozen=True)
class OddsView:
    """What an honest dealer would have done, if each word of the length were as likely."""

    same_answers: int
    words: int
    hanged_share: float


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
