"""The search for a lottery, which continues earlier runs and writes proofs."""

import json
from contextlib import suppress
from dataclasses import dataclass
from math import ceil, floor, log2
from pathlib import Path
from typing import Any, Final

from hangman_lab.cli.lengths import Stopwatch
from hangman_lab.cli.value_search import write_certificate
from hangman_lab.lottery.certificates import (
    lottery_certificate,
    mixture_certificate,
    tree_mixture,
    trees_mixed,
)
from hangman_lab.lottery.records import as_json, progress_in
from hangman_lab.lottery.search import CLOSED, LotterySearch, Progress
from hangman_lab.tables import (
    LOTTERIES,
    MIXTURES,
    KnownLottery,
    lottery_bytes,
    mixture_bytes,
    write,
)
from service.cli.console import progress as progress_bar
from service.cli.environment import lexicons, named, places
from service.search.budget import Budget, Cancelled

MILLION: Final = 10**6  # a bound is shown to one millionth of a miss


@dataclass(frozen=True)
class LotteryFound:
    """Bounds on the misses, the lottery that forces the lower one, and the mixture's size."""

    length: int
    dictionary: str
    words: int
    lower: float
    upper: float
    lottery: list[dict[str, Any]]
    strategies: int


class LotteryCommand:
    """The search for the words of one length; it continues earlier runs unless `again`."""

    def __init__(self, name: str, length: int, *, again: bool) -> None:
        self._dictionary = named(name)
        [self._lexicon] = lexicons(self._dictionary, length)
        fingerprint = self._dictionary.description.fingerprint
        self._file = places().state_folder / "lotteries" / f"{fingerprint}-{length}.json"
        before = None if again or not self._file.exists() else self._file.read_bytes()
        start = progress_in(json.loads(before)) if before else None
        self._watch = Stopwatch(0)
        self._search = LotterySearch(self._lexicon, Budget(lambda _: self._watch.goes_on()), start)
        self._progress = self._search.now()

    def search(self, max_seconds: float) -> None:
        """Search until the bounds are close or time is up; each step is kept."""
        self._watch = Stopwatch(max_seconds)
        label = f"lottery of {self._lexicon.length} letters"
        halvings = _halvings(self._progress)
        with progress_bar(halvings, label) as bar, suppress(Cancelled):
            for progress in self._search.progress():
                self._progress = progress
                self._keep()
                bar(max(halvings - _halvings(progress), 0))
                halvings = min(halvings, _halvings(progress))

    def found(self) -> LotteryFound:
        """The results until now."""
        drawn = self._progress.lottery
        weights = drawn.weights / drawn.weights.sum()
        pairs = zip(self._lexicon.words(drawn.ids), weights.tolist(), strict=True)
        return LotteryFound(
            self._lexicon.length,
            self._dictionary.description.name,
            len(self._lexicon),
            floor(self._progress.lower * MILLION) / MILLION,
            ceil(self._progress.upper * MILLION) / MILLION,
            [
                {"word": word, "chance": chance}
                for word, chance in sorted(pairs, key=lambda pair: (-pair[1], pair[0]))
            ],
            trees_mixed(self._search.table, self._progress),
        )

    def prove(self, folder: Path) -> None:
        """Write a certificate of each bound."""
        for certificate in (
            lottery_certificate(self._search.table, self._progress),
            mixture_certificate(self._search.table, self._progress),
        ):
            write_certificate(folder, self._dictionary, self._lexicon.length, certificate)

    def save(self, folder: Path) -> None:
        """Write the lottery, and the mixture, beside the dictionaries in a folder."""
        found, drawn = self.found(), self._progress.lottery
        weights = zip(self._lexicon.words(drawn.ids), drawn.weights.tolist(), strict=True)
        fingerprint = self._dictionary.description.fingerprint
        lottery = KnownLottery(found.lower, found.upper, found.strategies, dict(sorted(weights)))
        write(LOTTERIES.path(folder, fingerprint, found.length), lottery_bytes(lottery))
        mixture = tree_mixture(self._search.table, self._progress)
        write(MIXTURES.path(folder, fingerprint, found.length), mixture_bytes(mixture))

    def _keep(self) -> None:
        """Write the progress to a new file, which then replaces the old, so that Ctrl-C is safe."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self._file.with_suffix(".unfinished")
        unfinished.write_text(json.dumps(as_json(self._progress)))
        unfinished.replace(self._file)


def _halvings(progress: Progress) -> int:
    """About how often the distance between the bounds must still be halved."""
    return max(0, ceil(log2(max(progress.upper - progress.lower, CLOSED) / CLOSED)))
