"""A tournament: the misses that dealers force on guessers."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from statistics import mean
from typing import Any

from hangman_lab.cli.reports import draw_tournament
from hangman_lab.experiments.duels import HANGED_AT, Duel, duel
from service.cli.console import print_table, progress
from service.cli.environment import lexicons
from service.cli.failures import Failure
from service.dictionaries.dictionary import Dictionary
from service.registry import dealers as all_dealers
from service.registry import guessers as all_guessers


@dataclass(frozen=True)
class TournamentReport:
    """The duels of dealers with guessers, at some lengths."""

    dictionary: str
    lengths: int
    duels: Sequence[Duel]

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {"dictionary": self.dictionary, "duels": self.duels}

    def print(self) -> None:
        """Print a row for each dealer and guesser."""
        heads = ["dealer", "guesser", "misses", "±", *[f"wins at {limit}" for limit in HANGED_AT]]
        rows = [
            [dealer, guesser, *_cells(duels)]
            for dealer, by_guesser in self._pairs().items()
            for guesser, duels in by_guesser.items()
        ]
        print_table(heads, rows)

    def draw(self, path: Path) -> None:
        """Draw bars, one for each dealer and guesser: the misses on average over the lengths."""
        misses = {
            dealer: {name: mean(row.mean_misses for row in rows) for name, rows in pairs.items()}
            for dealer, pairs in self._pairs().items()
        }
        guessers = list(dict.fromkeys(row.guesser for row in self.duels))
        draw_tournament(misses, guessers, f"{self.dictionary}, {self.lengths} lengths", path)

    def _pairs(self) -> dict[str, dict[str, list[Duel]]]:
        """The duels at all lengths, by dealer and guesser."""
        pairs: dict[str, dict[str, list[Duel]]] = {}
        for row in self.duels:
            pairs.setdefault(row.dealer, {}).setdefault(row.guesser, []).append(row)
        return pairs


def tournament_report(
    dictionary: Dictionary,
    lengths: range,
    chosen: Collection[str],
    games: int,
    seed: int,
    budget: int,
) -> TournamentReport:
    """The duels of the chosen dealers, or of all, with all guessers, under a progress bar.

    Dealers that search look at `budget` nodes for each guess.
    """
    name = dictionary.folder.name
    words = [lexicon for lexicon in lexicons(dictionary, None) if lexicon.length in lengths]
    if not words:
        raise Failure(f"{name} has no words of {lengths.start} to {lengths.stop - 1} letters")
    dealers = all_dealers([dictionary], budget)
    guessers = all_guessers([dictionary]).values()
    pairs = list(product([dealers[name] for name in chosen or dealers], guessers))
    duels = []
    with progress(len(words) * len(pairs), f"duels on {name}") as bar:
        for lexicon in words:
            for dealer, guesser in pairs:
                duels.append(duel(lexicon, dealer, guesser, games, seed))
                bar(1)
    return TournamentReport(name, len(words), duels)


def _cells(duels: Sequence[Duel]) -> list[str]:
    """The means over the lengths."""
    error = sum(duel.error**2 for duel in duels) ** 0.5 / len(duels)
    wins = [mean(duel.dealer_wins[limit] for duel in duels) for limit in HANGED_AT]
    misses = mean(duel.mean_misses for duel in duels)
    return [f"{misses:.2f}", f"{error:.2f}", *[f"{share:.0%}" for share in wins]]
