"""How often guessers win, by length, and which words they seldom find."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import click
import numpy as np
from numpy.typing import NDArray

from hangman_lab.cli.reports import draw_by_length
from hangman_lab.experiments.misses import is_computable
from hangman_lab.experiments.sampling import Part, parts_of, played
from hangman_lab.experiments.wins import exact_wins
from service.cli.console import print_table, progress
from service.cli.environment import lexicons, named
from service.cli.failures import Failure
from service.engine.errors import Interrupted
from service.engine.lexicon import Lexicon
from service.registry import guessers as all_guessers

Rates: TypeAlias = NDArray[np.float64]  # (words,): the share of the games at each word that is won

REPLAYED: Final = 2_000  # games at each of the hardest words


@dataclass(frozen=True)
class Record:
    """The results of a guesser: its rates by length, and the words that it finds least often.

    If the rates were computed, they are exact, and no words are named.
    """

    guesser: str
    rates: Mapping[int, Rates]
    hardest: Sequence[tuple[str, float]] | None = None

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
        """The line below the table."""
        if self.hardest is None:
            return f"{self.guesser}: exact, every word counted"
        words = ", ".join(f"{word} ({rate:.1%})" for word, rate in self.hardest)
        return f"{self.guesser}, hardest: {words}"

    def as_json(self) -> dict[str, Any]:
        """All of it without the rates of single words."""
        return {
            "guesser": self.guesser,
            "exact": self.hardest is None,
            "win_rate": self.overall,
            "by_length": self.by_length,
            "hardest": [{"word": word, "win_rate": rate} for word, rate in self.hardest or []],
        }


@dataclass(frozen=True)
class WinReport:
    """The records of some guessers on the same words, each played in `games` games."""

    dictionary: str
    words: Mapping[int, int]  # by length
    games: int
    max_misses: int
    records: Sequence[Record]

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {
            "dictionary": self.dictionary,
            "games": self.games,
            "max_misses": self.max_misses,
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
        title = f"{self.dictionary}, {self.max_misses} misses"
        shares = {
            record.guesser: {n: 100 * rate for n, rate in record.by_length.items()}
            for record in self.records
        }
        draw_by_length(shares, "games won, %", title, path)


def win_report(
    name: str,
    length: int | None,
    guessers: Iterable[str],
    games: int,
    max_misses: int,
    seed: int,
    hardest: int,
    checkpoint: Path | None,
) -> WinReport:
    """How often the guessers win; random ones are sampled under a progress bar."""
    dictionary = named(name)
    words, players = lexicons(dictionary, length), all_guessers([dictionary])
    random = [each for each in guessers if not is_computable(players[each])]
    parts = [part for each in random for part in parts_of(words, each, games, max_misses, seed)]
    sample = _Sample({x.length: x for x in words}, parts, _Checkpoint(checkpoint, name))
    sample.play()
    records = [
        sample.record(each, hardest)
        if each in random
        else Record(each, {x.length: exact_wins(x, players[each], max_misses) for x in words})
        for each in guessers
    ]
    return WinReport(name, {x.length: len(x) for x in words}, games, max_misses, records)


class _Checkpoint:
    """The parts of one dictionary that are done; without a file they are only in memory."""

    def __init__(self, path: Path | None, dictionary: str) -> None:
        self.path = path
        self.dictionary = dictionary
        self.wins = self._read(path) if path and path.exists() else {}

    def keep(self, part: Part, wins: list[int]) -> None:
        """Add a part that is done."""
        self.wins[part] = wins
        if self.path:
            line = {"dictionary": self.dictionary, "part": asdict(part), "wins": wins}
            with self.path.open("a") as file:
                file.write(json.dumps(line) + "\n")

    def _read(self, path: Path) -> dict[Part, list[int]]:
        try:
            lines = [json.loads(line) for line in path.read_text().splitlines()]
            ours = [line for line in lines if line["dictionary"] == self.dictionary]
            return {Part(**line["part"]): line["wins"] for line in ours}
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Failure(f"{path}: no checkpoint of ours; name another file") from error


@dataclass(frozen=True)
class _Sample:
    """The games of all random guessers, in parts."""

    by_length: Mapping[int, Lexicon]
    parts: Sequence[Part]
    checkpoint: _Checkpoint

    def play(self) -> None:
        """Play the parts that the checkpoint does not have, and keep each when it is done."""
        ahead = [part for part in self.parts if part not in self.checkpoint.wins]
        try:
            with progress(len(ahead), f"games on {self.checkpoint.dictionary}") as bar:
                for part, wins in played(ahead, self.by_length) if ahead else ():
                    self.checkpoint.keep(part, wins)
                    bar(1)
        except Interrupted as interrupted:
            path, done = self.checkpoint.path, len(self.checkpoint.wins)
            how = f"the same command goes on from {path}" if path else "use --checkpoint"
            message = f"interrupted after {done} of {len(self.parts)} parts; {how}"
            raise Interrupted(message) from interrupted

    def record(self, guesser: str, hardest: int) -> Record:
        """The results of a guesser; the words with the lowest rates are played again."""
        rates = {n: np.zeros(len(lexicon)) for n, lexicon in self.by_length.items()}
        parts = [part for part in self.parts if part.guesser == guesser]
        for part in parts:
            wins = np.array(self.checkpoint.wins[part])
            rates[part.length][part.first : part.last] = wins / part.games
        lowest = sorted(
            (float(rate), length, word_id)
            for length, of_length in rates.items()
            for word_id, rate in enumerate(of_length)
        )[:hardest]
        again = [self._replayed(parts[0], length, word_id) for _, length, word_id in lowest]
        return Record(guesser, rates, sorted(again, key=lambda pair: (pair[1], pair[0])))

    def _replayed(self, like: Part, length: int, word_id: int) -> tuple[str, float]:
        """A word, and the share won of REPLAYED new games: those that chose the word are biased."""
        lexicon = self.by_length[length]
        part = Part(
            like.guesser, length, word_id, word_id + 1, REPLAYED, like.max_misses, like.seed + 1
        )
        [won] = part.played(lexicon)
        return lexicon.word(word_id), won / REPLAYED
