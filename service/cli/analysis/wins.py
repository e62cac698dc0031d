"""`hangman analyze wins`: how often guessers win, by length, and which words they seldom find."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from service.cli.failing import Failure
from service.cli.finding import lexicons, named
from service.cli.options import DICTIONARY, LENGTH
from service.cli.plots import draw_wins
from service.cli.progress import progress
from service.cli.tables import print_table
from service.engine.guessers import Deterministic
from service.engine.lexicon import Lexicon
from service.experiments.sampling import Part, parts_of, played
from service.experiments.wins import exact_wins
from service.play.help import GUESSER_NAMES
from service.rosters import GUESSERS

Rates = dict[int, NDArray[np.float64]]  # of the words of each length, the share of games won
REPLAYED = 2_000  # games at each of the hardest words


@dataclass(frozen=True)
class Record:
    """How a guesser did."""

    guesser: str
    exact: bool
    rates: Rates

    def rate(self, length: int) -> float:
        """The share of the games that it won, at one length."""
        return float(self.rates[length].mean())

    @property
    def overall(self) -> float:
        """The share of all games that it won."""
        return float(np.concatenate(list(self.rates.values())).mean())


@click.command()
@click.option("--guesser", "guessers", type=click.Choice(GUESSER_NAMES), multiple=True,
              default=("letter-frequency", "top-heavy"), show_default=True)  # fmt: skip
@DICTIONARY
@LENGTH
@click.option("--games", default=50, show_default=True, type=click.IntRange(1), help="Per word.")
@click.option("--max-misses", default=6, show_default=True, type=click.IntRange(1, 26))
@click.option("--seed", default=0, show_default=True, help="Where chance begins.")
@click.option("--hardest", default=10, show_default=True, type=click.IntRange(1), help="How many.")
@click.option("--checkpoint", type=click.Path(path_type=Path),
              help="Keep what is done in this file, and go on from it.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw it into a .png or .svg file.")
def wins(
    guessers: tuple[str, ...],
    name: str,
    length: int | None,
    games: int,
    max_misses: int,
    seed: int,
    hardest: int,
    checkpoint: Path | None,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Count how often guessers find the word with fewer than so many misses.

    Random guessers play each word GAMES times, and each of the hardest words 2,000 times more; for
    the others every word is won or lost, which is counted exactly.

    \b
    Examples:
      hangman analyze wins
      hangman analyze wins --guesser careful --guesser most-words
      hangman analyze wins --dictionary en-large --checkpoint wins.jsonl
    """
    by_length = {one.length: one for one in lexicons(named(name), length)}
    parts = [
        part
        for guesser in guessers
        if not isinstance(GUESSERS[guesser], Deterministic)
        for part in parts_of(by_length.values(), guesser, games, max_misses, seed)
    ]
    sampled = _sampled(parts, by_length, checkpoint, name)
    records = [_record(guesser, by_length, max_misses, sampled) for guesser in guessers]
    hard = {one.guesser: _hardest(one, by_length, hardest, max_misses, seed) for one in records}
    if plot:
        draw_wins(
            {one.guesser: {n: one.rate(n) for n in one.rates} for one in records},
            f"{name}, {max_misses} misses",
            plot,
        )
    if as_json:
        click.echo(json.dumps(_as_json(records, hard, name, games, max_misses)))
    else:
        _print(records, hard, by_length)


def _sampled(
    parts: Sequence[Part], lexicons: Mapping[int, Lexicon], checkpoint: Path | None, name: str
) -> dict[Part, list[int]]:
    """The wins of every part: those in the checkpoint, and then the others, kept as they come."""
    done = _kept(checkpoint, name)
    ahead = [part for part in parts if part not in done]
    with progress(len(ahead), f"games on {name}") as bar:
        try:
            for part, found in played(ahead, lexicons) if ahead else ():
                done[part] = found
                _keep(checkpoint, name, part, found)
                bar.update(1)
        except KeyboardInterrupt:
            how = (
                f"the same command goes on from {checkpoint}" if checkpoint else "use --checkpoint"
            )
            raise Failure(f"interrupted after {len(done)} of {len(parts)} parts; {how}") from None
    return done


def _kept(checkpoint: Path | None, name: str) -> dict[Part, list[int]]:
    if checkpoint is None or not checkpoint.exists():
        return {}
    try:
        lines = [json.loads(line) for line in checkpoint.read_text().splitlines()]
        return {Part(**line["part"]): line["wins"] for line in lines if line["dictionary"] == name}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Failure(f"{checkpoint}: no checkpoint of ours; name another file") from error


def _keep(checkpoint: Path | None, name: str, part: Part, found: list[int]) -> None:
    if checkpoint is not None:
        with checkpoint.open("a") as file:
            file.write(json.dumps({"dictionary": name, "part": asdict(part), "wins": found}) + "\n")


def _record(
    guesser: str,
    lexicons: Mapping[int, Lexicon],
    max_misses: int,
    sampled: Mapping[Part, list[int]],
) -> Record:
    one = GUESSERS[guesser]
    if isinstance(one, Deterministic):
        exact = {n: exact_wins(lexicons[n], one, max_misses).astype(np.float64) for n in lexicons}
        return Record(guesser, exact=True, rates=exact)
    rates = {n: np.zeros(len(lexicon)) for n, lexicon in lexicons.items()}
    for part, found in sampled.items():
        if part.guesser == guesser and part.length in rates:
            rates[part.length][part.first : part.last] = np.array(found) / part.games
    return Record(guesser, exact=False, rates=rates)


def _hardest(
    record: Record, lexicons: Mapping[int, Lexicon], many: int, max_misses: int, seed: int
) -> list[tuple[str, float]]:
    """The words that are found most seldom, replayed where chance had a part; hardest first."""
    if record.exact:
        return []
    found = sorted(
        (float(rate), length, word_id)
        for length, rates in record.rates.items()
        for word_id, rate in enumerate(rates)
    )[:many]
    replayed = [
        (lexicons[n].word(i), _replayed(record.guesser, lexicons[n], i, max_misses, seed))
        for _, n, i in found
    ]
    return sorted(replayed, key=lambda one: (one[1], one[0]))


def _replayed(guesser: str, lexicon: Lexicon, word_id: int, max_misses: int, seed: int) -> float:
    part = Part(guesser, lexicon.length, word_id, word_id + 1, REPLAYED, max_misses, seed)
    [won] = replace(part, seed=seed + 1).played(lexicon)  # other games than those that chose it
    return won / REPLAYED


def _print(
    records: Sequence[Record],
    hard: Mapping[str, list[tuple[str, float]]],
    lexicons: Mapping[int, Lexicon],
) -> None:
    rows = [
        [str(n), f"{len(lexicon):,}", *[f"{one.rate(n):.1%}" for one in records]]
        for n, lexicon in lexicons.items()
    ]
    rows.append(["all", f"{sum(map(len, lexicons.values())):,}",
                 *[f"{one.overall:.1%}" for one in records]])  # fmt: skip
    print_table(["length", "words", *[one.guesser for one in records]], rows)
    for one in records:
        if one.exact:
            click.echo(f"\n{one.guesser}: exact, every word counted")
        else:
            words = ", ".join(f"{word} ({rate:.1%})" for word, rate in hard[one.guesser])
            click.echo(f"\n{one.guesser}, hardest: {words}")


def _as_json(
    records: Sequence[Record],
    hard: Mapping[str, list[tuple[str, float]]],
    name: str,
    games: int,
    max_misses: int,
) -> dict[str, Any]:
    return {
        "dictionary": name,
        "games": games,
        "max_misses": max_misses,
        "guessers": [
            {
                "guesser": one.guesser,
                "exact": one.exact,
                "win_rate": one.overall,
                "by_length": {n: one.rate(n) for n in one.rates},
                "hardest": [{"word": w, "win_rate": rate} for w, rate in hard[one.guesser]],
            }
            for one in records
        ],
    }
