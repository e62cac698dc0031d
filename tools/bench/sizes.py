"""How people guess, and the record of a game in which they did."""

import random
from dataclasses import replace
from secrets import token_bytes

from service.engine.game import Game
from service.play.commitment import UNBOUND, with_commitment
from service.store.record import OPERATION, Move, Record

# How often each letter stands in English text, in per mille: people guess the common ones first.
ENGLISH = dict(
    zip(
        "etaoinshrdlcumwfgypbvkjxqz",
        [127, 91, 82, 75, 70, 67, 63, 61, 60, 43, 40, 28, 28, 24, 24, 22, 20, 20, 19, 15, 10, 8,
         2, 2, 1, 1],
        strict=True,
    )
)  # fmt: skip


PLAYERS = {
    "letters drawn by frequency": ENGLISH,
    "letters drawn at random": dict.fromkeys(ENGLISH, 1),
}


def letters_of(chance: random.Random, weights: dict[str, int]) -> list[str]:
    """All letters, drawn one after another by weight."""
    return sorted(weights, key=lambda letter: -(chance.random() ** (1 / weights[letter])))


def record_of(game: Game) -> Record:
    guesses = len(game.transcript.answers)
    new = Record(
        dictionary="en-large",
        fingerprint="0" * 16,
        dealer="largest-family",
        insight="none",
        created_at=1_800_000_000_000,
        moves=(),
        state=game.state,
        commitment=UNBOUND,
    )
    record = with_commitment(new, game.dealer)
    times = [record.created_at + 5_000 * (1 + index) for index in range(guesses)]
    return replace(record, moves=tuple(Move(token_bytes(OPERATION), time) for time in times))
