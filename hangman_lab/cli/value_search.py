"""The search for values, which goes on from earlier runs and writes proofs."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from hangman_lab.cli.kept_values import KeptValues
from hangman_lab.cli.lengths import BoundsFound, Measurement, Stopwatch
from hangman_lab.cli.proofs import Proofs
from service.cli.lookup import settings
from service.dictionaries.dictionary import Dictionary
from service.engine.lexicon import Lexicon
from service.search.budget import Cancelled
from service.search.values import Search, Value
from service.search.values import value as closer_and_closer


class ValueSearch:
    """Values of a dictionary, each in `max_seconds`, from those that are kept unless `again`.

    Proofs are put into the folders for `certificates` and `tables`, if any.
    """

    def __init__(
        self,
        dictionary: Dictionary,
        max_seconds: float,
        *,
        again: bool,
        certificates: Path | None,
        tables: Path | None,
    ) -> None:
        fingerprint = dictionary.description.fingerprint
        self._kept = KeptValues(settings().state_folder / "values" / f"{fingerprint}.json")
        self._again = again
        self._max_seconds = max_seconds
        self._proofs = Proofs(dictionary, max_seconds, certificates, tables)

    def measure(self, lexicon: Lexicon) -> Measurement[BoundsFound]:
        """The kept value of a length, if it is exact and no proof is wanted; else search again."""
        before = None if self._again else self._kept.get(lexicon.length)
        if before and before.result.exact and not self._proofs.wanted:
            return before
        measurement = self._search(lexicon)
        if before:
            measurement = _together(before, measurement)
        self._kept.keep(measurement)
        return measurement

    def _search(self, lexicon: Lexicon) -> Measurement[BoundsFound]:
        watch = Stopwatch(self._max_seconds)
        search = Search(lexicon, range(len(lexicon)), watch.budget())
        bounds = _best_bounds(search)
        nodes, seconds = search.budget.seen, watch.seconds
        self._proofs.write(search, bounds)
        result = BoundsFound(bounds.lower, bounds.upper, bounds.exact)
        return Measurement(lexicon.length, len(lexicon), result, nodes, seconds)


def _best_bounds(search: Search) -> Value:
    """The closest bounds that the search's budget allows."""
    bounds = Value(0, len(search.lexicon) - 1)
    with suppress(Cancelled):
        for closer in closer_and_closer(search):
            bounds = closer
    return bounds


def _together(
    before: Measurement[BoundsFound], now: Measurement[BoundsFound]
) -> Measurement[BoundsFound]:
    """What two runs have found out about one length, and what both have cost."""
    lower = max(before.result.lower, now.result.lower)
    upper = min(before.result.upper, now.result.upper)
    bounds = BoundsFound(lower, upper, exact=lower == upper)
    nodes, seconds = before.nodes + now.nodes, before.seconds + now.seconds
    return replace(now, result=bounds, nodes=nodes, seconds=seconds)
