"""Claims: after a cheat has won, each request gets another word that still fitted."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import Lexicon
from service.play.catalogue import StoredGame
from service.play.ids import operation_for
from service.play.refusals import AllWordsClaimed, DictionaryUnknown, NoWordsToClaim
from service.store.game_store import Claims, GameStore

FEWEST_WORDS: Final = 3  # with fewer there is hardly a word for anybody else
WORDS_LISTED: Final = 50
LAST: Final = np.uint64(2**64 - 1)  # the greatest hash


@dataclass(frozen=True)
class ClaimedWordView:
    """A word that still fitted when the dealer won. Each request gets another one."""

    word: str
    """The word."""
    number: int
    """The place of the word among those claimed: 1 for the first."""
    word_count: int
    """The number of words that still fitted when the dealer won."""


@dataclass(frozen=True)
class ClaimedWordsView:
    """The claimed words, among those that still fitted when the dealer won."""

    claimed_count: int
    """The number of claimed words."""
    word_count: int
    """The number of words that still fitted when the dealer won."""
    words: list[str]
    """The first 50 claimed words, in this order."""


def claim(
    store: GameStore, watch_id: str, stored: StoredGame, key: str | None
) -> tuple[ClaimedWordView, bool]:
    """A word for a request with this idempotency key, and whether the key came before.

    Raises NoWordsToClaim, AllWordsClaimed, DictionaryUnknown.
    """
    ids, claims = _in_order(stored), Claims(store.commands)
    life = store.life.of(stored.record)  # so the claims outlive the game
    operation = operation_for(key) if key else b""
    number, replayed = claims.claim(watch_id, len(ids), life, operation)
    if not 0 < number <= len(ids):  # a stored number may be anything
        raise AllWordsClaimed(len(ids))
    [word] = stored.game.lexicon.written(ids[number - 1 : number])
    return ClaimedWordView(word, number, len(ids)), replayed


def claimed(store: GameStore, watch_id: str, stored: StoredGame) -> ClaimedWordsView:
    """The claimed words. Raises NoWordsToClaim, DictionaryUnknown."""
    ids, number = _in_order(stored), Claims(store.commands).claimed(watch_id)
    words = stored.game.lexicon.written(ids[: min(number, WORDS_LISTED)])
    return ClaimedWordsView(number, len(ids), words)


def _in_order(stored: StoredGame) -> WordIDs:
    """The words that still fitted, (size,) int64, in the order in which they are claimed.

    The word that the player was shown comes last. Raises NoWordsToClaim, DictionaryUnknown.
    """
    game, record = stored.game, stored.record
    # The numbers mean words of the game's own dictionary: others would be told to two people, or
    # listed though nobody got them.
    if stored.is_rebuilt:
        raise DictionaryUnknown(record.dictionary)
    if game.dealer.is_honest or len(game.ids) < FEWEST_WORDS:
        raise NoWordsToClaim
    hashes = _keyed_hashes(game.lexicon, game.ids, record.commitment.salt)
    hashes[game.ids == game.lexicon.id_of(record.state.word)] = LAST
    return game.ids[np.argsort(hashes)]


def _keyed_hashes(lexicon: Lexicon, ids: WordIDs, salt: bytes) -> NDArray[np.uint64]:
    """A hash of each word by its letters alone, (size,) uint64 (Zobrist, 1970).

    Each letter has a random number at each position, and a word's hash is the XOR of its numbers.
    So words keep their order when the dictionary changes.
    """
    hashes = np.zeros(len(ids), dtype=np.uint64)
    for position in range(lexicon.length):
        # The random number of each letter of the alphabet at this position.
        texts = [f"{position} {letter}".encode() for letter in lexicon.alphabet]
        digests = [blake2b(text, digest_size=8, key=salt, person=b"words") for text in texts]
        numbers = [int.from_bytes(digest.digest()) for digest in digests]
        letters = lexicon.spellings[:, position].take(ids)
        hashes ^= np.array(numbers, dtype=np.uint64).take(letters)
    return hashes
