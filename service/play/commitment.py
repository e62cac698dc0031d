"""The commitment: a digest, shown at the start, of all that decides how a game is dealt."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from secrets import token_bytes
from typing import Final, TypeAlias

from service.engine.game import Dealer
from service.store.record import Commitment, Record

VERSION: Final = 1
SALT: Final = 16  # bytes
UNBOUND: Final = Commitment(b"", b"", "", None, "")  # of a record that is being made

Member: TypeAlias = str | int | None


@dataclass(frozen=True)
class OpeningView:
    """All that decides how a game is dealt. The fields stand in the order of RFC 8785."""

    budget: int | None
    dealer: str
    dictionary: str
    fingerprint: str
    length: int
    max_misses: int
    salt: str
    seed: int
    version: int
    word: str | None


def with_commitment(record: Record, dealer: Dealer) -> Record:
    """The record of a new game, with the commitment to how this dealer will deal it."""
    salt, word = token_bytes(SALT), record.state.word
    commitment = Commitment(b"", salt, record.fingerprint, dealer.budget, word)
    digest = commitment_to(asdict(_opening(record, dealer, commitment)))
    return replace(record, commitment=commitment._replace(digest=digest))


def opening_of(record: Record, dealer: Dealer) -> str:
    """The opening of a game, as text."""
    return _text(asdict(_opening(record, dealer, record.commitment)))


def commitment_to(opening: Mapping[str, Member]) -> bytes:
    """The SHA-256 of an opening."""
    return sha256(_text(opening).encode()).digest()


def _text(opening: Mapping[str, Member]) -> str:
    """An opening as RFC 8785 writes it.

    RFC 8785 sorts keys by UTF-16 units; for keys in ASCII, Python's order is the same.
    """
    return json.dumps(opening, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _opening(record: Record, dealer: Dealer, commitment: Commitment) -> OpeningView:
    return OpeningView(
        budget=commitment.budget,
        dealer=record.dealer,
        dictionary=record.dictionary,
        fingerprint=commitment.fingerprint,
        length=record.state.transcript.length,
        max_misses=record.state.max_misses,
        salt=commitment.salt.hex(),
        seed=record.state.seed,
        version=VERSION,
        word=commitment.word if dealer.is_honest else None,
    )
