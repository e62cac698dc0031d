"""How often guessers win, by length, and which words they seldom find."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

import click
import numpy as np
from numpy.typing import NDArray

from hangman_lab.cli.checkpoint import Checkpoint, Wins
from hangman_lab.cli.plots import draw_wins
from hangman_lab.experiments.sampling import Part, played, services_of
from hangman_lab.experiments.wins import exact_wins
from service.cli.console import print_table, progress
from service.cli.failures import Interrupted
from service.cli.lookup import lexicons, named
from service.engine.guessers import Guesser, Random
from service.engine.lexicon import Lexicon
from service.registry import guessers as all_guessers

Lexicons: TypeAlias = Mapping[int, Lexicon]  # by length
Rates: TypeAlias = NDArray[np.float64]  # (words,): the share of the games at each word that is won

REPLAYED: Final = 2_000  # games at each of the hardest words


@dataclass(frozen=True)
class Terms:
    """What all games of a report have in common."""

    dictionary: str
    games: int
    max_misses: int
    seed: int


@dataclass(frozen=True)
class Record:
    """How a guesser did: its rates by length, and the words that it finds most seldom."""

    guesser: str
    exact: bool
    rates: Mapping[int, Rates]
    hardest: Sequence[tuple[str, float]]

    @property
    def overall(self) -> float:
        """The share of all games that it won."""
        return float(np.concatenate(list(self.rates.values())).mean())

    @property
    def by_length(self) -> dict[int, float]:
        """The share of the games that it won, at each length."""
        return {length: float(rates.mean()) for length, rates in self.rates.items()}

    @property
    def summary(self) -> str:
        """What a line can say beside the table."""
        if self.exact:
            return f"{self.guesser}: exact, every word counted"
        words = ", ".join(f"{word} ({rate:.1%})" for word, rate in self.hardest)
        return f"{self.guesser}, hardest: {words}"

    def as_json(self) -> dict[str, Any]:
        """All of it, but for the rates of single words."""
        return {
            "guesser": self.guesser,
            "exact": self.exact,
            "win_rate": self.overall,
            "by_length": self.by_length,
            "hardest": [{"word": word, "win_rate": rate} for word, rate in self.hardest],
        }


@dataclass(frozen=True)
class WinReport:
    """The records of some guessers on the same words."""

    terms: Terms
    words: Mapping[int, int]
    records: Sequence[Record]

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {
            "dictionary": self.terms.dictionary,
            "games": self.terms.games,
            "max_misses": self.terms.max_misses,
            "guessers": [record.as_json() for record in self.records],
        }

    def print(self) -> None:
        """Print a table by length, and a line for each guesser."""
        rows = [
            [str(n), f"{words:,}", *[f"{record.by_length[n]:.1%}" for record in self.records]]
            for n, words in self.words.items()
        ]
        overall = [f"{record.overall:.1%}" for record in self.records]
        rows.append(["all", f"{sum(self.words.values()):,}", *overall])
        print_table(["length", "words", *[record.guesser for record in self.records]], rows)
        for record in self.records:
            click.echo(f"\n{record.summary}")

    def draw(self, path: Path) -> None:
        """Draw a line for each guesser."""
        rates = {record.guesser: record.by_length for record in self.records}
        draw_wins(rates, f"{self.terms.dictionary}, {self.terms.max_misses} misses", path)


def win_report(
    terms: Terms,
    length: int | None,
    guessers: Iterable[str],
    hardest: int,
    checkpoint: Path | None,
) -> WinReport:
    """How often the guessers win, sampled under a progress bar if they leave it to chance."""
    dictionary = named(terms.dictionary)
    by_length = {lexicon.length: lexicon for lexicon in lexicons(dictionary, length)}
    players = all_guessers([dictionary])
    random = [guesser for guesser in guessers if isinstance(players[guesser], Random)]
    words, terms_of_part = by_length.values(), (terms.games, terms.max_misses, terms.seed)
    parts = [part for guesser in random for part in services_of(words, guesser, *terms_of_part)]
    wins = _sampled(parts, by_length, Checkpoint(checkpoint, terms.dictionary))
    records = [
        _sampled_record(guesser, by_length, wins, terms, hardest)
        if guesser in random
        else _exact_record(guesser, players[guesser], by_length, terms)
        for guesser in guessers
    ]
    return WinReport(terms, {n: len(lexicon) for n, lexicon in by_length.items()}, records)


def _sampled(parts: Sequence[Part], by_length: Lexicons, checkpoint: Checkpoint) -> Wins:
    """The wins of every part: those of the checkpoint, and the others, kept as they come."""
    ahead = [part for part in parts if part not in checkpoint.wins]
    try:
        with progress(len(ahead), f"games on {checkpoint.dictionary}") as bar:
            for part, wins in played(ahead, by_length) if ahead else ():
                checkpoint.keep(part, wins)
                bar.update(1)
    except Interrupted as interrupted:
        raise Interrupted(_how_to_go_on(checkpoint, len(parts))) from interrupted
    return checkpoint.wins


def _how_to_go_on(checkpoint: Checkpoint, parts: int) -> str:
    path = checkpoint.path
    how = f"the same command goes on from {path}" if path else "use --checkpoint"
    return f"interrupted after {len(checkpoint.wins)} of {parts} parts; {how}"


def _exact_record(guesser: str, player: Guesser, by_length: Lexicons, terms: Terms) -> Record:
    rates = {n: exact_wins(lexicon, player, terms.max_misses) for n, lexicon in by_length.items()}
    return Record(guesser, exact=True, rates=rates, hardest=[])


def _sampled_record(
    guesser: str, by_length: Lexicons, wins: Wins, terms: Terms, hardest: int
) -> Record:
    rates = {n: np.zeros(len(lexicon)) for n, lexicon in by_length.items()}
    for part, counts in wins.items():
        if part.guesser == guesser and part.length in rates:
            rates[part.length][part.first : part.last] = np.array(counts) / part.games
    record = Record(guesser, exact=False, rates=rates, hardest=[])
    return replace(record, hardest=_hardest(record, by_length, hardest, terms))


def _hardest(
    record: Record, by_length: Lexicons, count: int, terms: Terms
) -> list[tuple[str, float]]:
    """The words that are found most seldom, played again; hardest first."""
    lowest = sorted(
        (float(rate), length, word_id)
        for length, rates in record.rates.items()
        for word_id, rate in enumerate(rates)
    )[:count]
    replayed = [
        (by_length[n].word(word_id), _replayed(record.guesser, by_length[n], word_id, terms))
        for _, n, word_id in lowest
    ]
    return sorted(replayed, key=lambda pair: (pair[1], pair[0]))


def _replayed(guesser: str, lexicon: Lexicon, word_id: int, terms: Terms) -> float:
    """The share of REPLAYED games at one word that is won; not the games that chose the word."""
    seed = terms.seed + 1
    part = Part(guesser, lexicon.length, word_id, word_id + 1, REPLAYED, terms.max_misses, seed)
    [won] = part.played(lexicon)
    return won / REPLAYED
