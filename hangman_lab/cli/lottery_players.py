"""The tables of lotteries against guessers, and of honest dealers against `unexploitable`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click

from hangman_lab.cli.lottery_table import bounds_cell
from hangman_lab.experiments.duels import HonestDuels, honest_duels, sample_of_word
from hangman_lab.lottery.dealer import Lottery
from hangman_lab.tables import KnownLottery
from hangman_lab.tables import lotteries as lotteries_of
from service.cli.console import print_json, print_table, progress
from service.cli.environment import named, use_plugins
from service.cli.failures import Failure
from service.registry import dealers, guessers

if TYPE_CHECKING:
    from service.dictionaries.dictionary import Dictionary

MIXED: Final = "unexploitable"


@dataclass(frozen=True)
class PlayersOfLength:
    """The duels of one length by guesser, and games at the worst-case word of `unexploitable`.

    Every guesser has at least `lower` misses with the lottery; the best one has at most `upper`.
    """

    length: int
    lower: float
    upper: float
    duels: Mapping[str, HonestDuels]
    games: Mapping[str, float]


def show_players(name: str, length: int | None, games: int, seed: int, *, as_json: bool) -> None:
    """Play and print the duels of one length, or of all whose lottery forces misses."""
    use_plugins()
    dictionary = named(name)
    lotteries = {
        each: lottery
        for each, lottery in lotteries_of(dictionary).items()
        if each == length or (length is None and lottery.lower > 0)
    }
    if not lotteries:
        raise Failure(f"{name} has no lottery for words of {length} letters")
    rows = list(_rows(dictionary, lotteries, games, seed))
    if as_json:
        print_json(rows)
    else:
        _print(rows)


def _print(rows: Sequence[PlayersOfLength]) -> None:
    click.echo("What the dealer lottery forces:\n")
    print_table(["length", "lottery", "least", "from", "most", "from"], list(map(_forced, rows)))
    click.echo("\nWhat honest dealers get from unexploitable, and from expected:\n")
    heads = ["length", "even", "lottery", "any", "worst-case word", "in games", "expected: any"]
    print_table(heads, list(map(_paid, rows)))


def _rows(
    dictionary: "Dictionary", lotteries: dict[int, KnownLottery], games: int, seed: int
) -> Iterator[PlayersOfLength]:
    dealer, players = dealers([dictionary])["lottery"], guessers([dictionary])
    assert isinstance(dealer, Lottery)
    with progress(len(lotteries) * len(players), "duels with lotteries") as bar:
        for length, lottery in lotteries.items():
            lexicon, duels = dictionary.lexicons[length], {}
            for name, player in players.items():
                duels[name] = honest_duels(lexicon, dealer, player, games, seed)
                bar(1)
            word = duels[MIXED].word or ""
            played = sample_of_word(lexicon, word, players[MIXED], games, seed)
            of_word = {"games": games, "mean_misses": played.mean_misses, "error": played.error}
            yield PlayersOfLength(length, lottery.lower, lottery.upper, duels, of_word)


def _forced(row: PlayersOfLength) -> list[str]:
    ranked = sorted(row.duels, key=lambda name: row.duels[name].lottery)
    ends = [cell for name in (ranked[0], ranked[-1]) for cell in (_figure(row.duels[name]), name)]
    return [str(row.length), bounds_cell(row.lower, row.upper), *ends]


def _figure(duel: HonestDuels) -> str:
    return f"{duel.lottery:.4f}" if not duel.error else f"{duel.lottery:.2f} ± {duel.error:.2f}"


def _paid(row: PlayersOfLength) -> list[str]:
    mixed, expected = row.duels[MIXED], row.duels["expected"]
    games = f"{row.games['mean_misses']:.2f} ± {row.games['error']:.2f}"
    figures = [
        f"{paid:.4f}" for paid in (mixed.even, mixed.lottery, mixed.worst_case) if paid is not None
    ]
    return [str(row.length), *figures, mixed.word or "", games, f"{expected.worst_case:.0f}"]
