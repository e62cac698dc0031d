"""The commitment: a digest, shown at the start, of everything that decides how a game is dealt."""

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from secrets import token_bytes
from typing import Any, Final, get_args, get_type_hints

from service.choices import SEEDS
from service.engine.errors import HangmanError
from service.engine.game import Dealer
from service.store.record import Commitment, Record

VERSION: Final = 1
SALT: Final = 16  # bytes
UNBOUND: Final = Commitment(b"", b"", "", None, "")  # of a record that has none yet


class NotAnOpening(HangmanError):
    """A text that is not exactly an opening in the form of RFC 8785."""

    sentence = "Its opening is of another version, or not in the form of RFC 8785."


@dataclass(frozen=True)
class Opening:
    """Everything that decides how a game is dealt. The fields are in the order of RFC 8785."""

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

    @property
    def text(self) -> str:
        """The opening as RFC 8785 writes it: the commitment is the SHA-256 of this text."""
        return json.dumps(vars(self), separators=(",", ":"), ensure_ascii=False)


def with_commitment(record: Record, dealer: Dealer) -> Record:
    """The record of a new game, with the commitment to how this dealer will deal it."""
    salt, word = token_bytes(SALT), record.state.word
    commitment = Commitment(b"", salt, record.fingerprint, dealer.budget, word)
    opening = opening_of(replace(record, commitment=commitment), dealer)
    return replace(record, commitment=commitment._replace(digest=commitment_to(opening)))


def opening_of(record: Record, dealer: Dealer) -> str:
    """The text of a game's opening."""
    commitment, state = record.commitment, record.state
    return Opening(
        budget=commitment.budget,
        dealer=record.dealer,
        dictionary=record.dictionary,
        fingerprint=commitment.fingerprint,
        length=state.transcript.length,
        max_misses=state.max_misses,
        salt=commitment.salt.hex(),
        seed=state.seed,
        version=VERSION,
        word=commitment.word if dealer.is_honest else None,
    ).text


def opening_in(text: str) -> Opening:
    """Parse an opening. Raises NotAnOpening unless the text is exactly in the form of RFC 8785.

    So every member occurs exactly once. Backslashes are refused: no name or word needs an escape.
    """
    try:
        opening = Opening(**json.loads(text))
    except (TypeError, ValueError, RecursionError) as error:
        raise NotAnOpening from error
    members, kinds = vars(opening), get_type_hints(Opening)
    typed = all(is_of_kind(members[name], kind) for name, kind in kinds.items())
    if not typed or not opening.max_misses or opening.version != VERSION:
        raise NotAnOpening
    if "\\" in text or opening.text != text:
        raise NotAnOpening
    return opening


def is_of_kind(member: object, kind: Any) -> bool:
    """Whether a member has this type and, if it is an integer, every JSON reader keeps it exact."""
    exact = not isinstance(member, int) or 0 <= member < SEEDS
    return exact and type(member) in (kind, *get_args(kind))


def commitment_to(opening: str) -> bytes:
    """The SHA-256 of the text of an opening."""
    return sha256(opening.encode()).digest()
