"""Bytes of a game in the store along simulated play, at length 8 on en-large."""

import random
from collections.abc import Iterator
from dataclasses import replace
from secrets import token_bytes
from statistics import mean, quantiles

from rich.table import Table

from service.engine.game import Game, guess_letter, start
from service.engine.lexicon import Lexicon
from service.play.commitment import UNBOUND, with_commitment
from service.registry import DEALERS
from service.store.record import OPERATION, Move, Record, record_bytes

GAMES = 100  # of each dealer
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


def table(lexicon: Lexicon) -> Table:
    found = Table(
        "player", "states", "cheat list: mean", "median", "99 %", "whole record: mean",
        title=f"Bytes a game, {len(lexicon):,} words of {lexicon.length} letters, 8 misses",
    )  # fmt: skip
    for player, weights in PLAYERS.items():
        games = list(states(lexicon, weights))
        lists = [len(game.state.cheat_list.data) for game in games]
        records = [len(record_bytes(record_of(game))) for game in games]
        shares = quantiles(lists, n=100)
        row = [len(games), mean(lists), shares[49], shares[98], mean(records)]
        found.add_row(player, *[f"{value:,.0f}" for value in row])
    return found


def states(lexicon: Lexicon, weights: dict[str, int]) -> Iterator[Game]:
    """Every game as it stands after each guess of some players."""
    for dealer in DEALERS.values():
        for seed in range(GAMES):
            chance = random.Random(seed)
            game = start(
                {lexicon.length: lexicon}, dealer, length=lexicon.length, max_misses=8, seed=seed
            )
            for letter in letters_of(chance, weights):
                game = guess_letter(game, letter)
                yield game
                if game.state.status != "in_progress":
                    break


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
