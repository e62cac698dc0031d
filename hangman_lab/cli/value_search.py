"""The search for values, which continues earlier runs and writes proofs."""

import json
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hangman_lab.cli.lengths import BoundsFound, Measurement, Stopwatch
from hangman_lab.exact.certificates import dealers_table, players_tree, smallest
from hangman_lab.exact.minimization import within_size
from hangman_lab.exact.values import closer_and_closer
from hangman_lab.tables import refutations_bytes, write
from service.cli.environment import places
from service.dictionaries.dictionary import Dictionary
from service.dictionaries.exact_tables import REFUTATIONS
from service.engine.lexicon import Lexicon
from service.search.budget import Cancelled
from service.search.values import Search, Value


@dataclass(frozen=True)
class ValueSearch:
    """The search for values, each in `max_seconds`; it continues earlier runs unless `again`.

    It writes proofs to the folders for `certificates` and `tables`, if any. Making a refutation
    smaller may take `max_seconds` more.
    """

    dictionary: Dictionary
    max_seconds: float
    again: bool
    certificates: Path | None
    tables: Path | None

    def measure(self, lexicon: Lexicon) -> Measurement[BoundsFound]:
        """The value from an earlier run if it is exact and no proof is wanted, or a new search."""
        before = None if self.again else self._earlier().get(str(lexicon.length))
        if before and before["exact"] and not (self.certificates or self.tables):
            return _measurement(before)
        measurement = self._search(lexicon)
        if before:
            measurement = _together(_measurement(before), measurement)
        self._keep(measurement)
        return measurement

    @property
    def _path(self) -> Path:
        fingerprint = self.dictionary.description.fingerprint
        return places().state_folder / "values" / f"{fingerprint}.json"

    def _earlier(self) -> dict[str, Any]:
        """The results of earlier runs, by length."""
        found: dict[str, Any] = json.loads(self._path.read_bytes()) if self._path.exists() else {}
        return found

    def _keep(self, measurement: Measurement[BoundsFound]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        values = {**self._earlier(), str(measurement.length): measurement.as_json()}
        self._path.write_text(json.dumps(values))

    def _search(self, lexicon: Lexicon) -> Measurement[BoundsFound]:
        watch = Stopwatch(self.max_seconds)
        search = Search(lexicon, range(len(lexicon)), watch.budget())
        bounds = Value(0, len(lexicon) - 1)
        with suppress(Cancelled):
            for closer in closer_and_closer(search):
                bounds = closer
        nodes, seconds = search.budget.nodes, watch.seconds
        self._write_proofs(search, bounds)
        result = BoundsFound(bounds.lower, bounds.upper, bounds.exact)
        return Measurement(lexicon.length, len(lexicon), result, nodes, seconds)

    def _write_proofs(self, search: Search, bounds: Value) -> None:
        lexicon, refutation = search.lexicon, bounds.refutation
        if self.certificates:
            search.budget.go_on = lambda _: True
            tree = players_tree(search, search.root, bounds.upper)
            self._write("player", lexicon, bounds.upper, tree=tree)
        if refutation is None or not (self.certificates or self.tables):
            return
        refutation = smallest(lexicon, refutation, Stopwatch(self.max_seconds).goes_on)
        if self.certificates:
            self._write("dealer", lexicon, bounds.lower, **dealers_table(lexicon, refutation))
        if self.tables:
            fingerprint = self.dictionary.description.fingerprint
            path = REFUTATIONS.path(self.tables, fingerprint, lexicon.length)
            write(path, refutations_bytes(within_size(lexicon, refutation)))

    def _write(self, kind: str, lexicon: Lexicon, misses: int, **proof: Any) -> None:
        assert self.certificates
        certificate = {"misses": misses, "kind": kind, **proof}
        write_certificate(self.certificates, self.dictionary, lexicon.length, certificate)


def write_certificate(
    folder: Path, dictionary: Dictionary, length: int, certificate: dict[str, Any]
) -> None:
    """Write a certificate into a folder, with the dictionary and length that it is about."""
    name = dictionary.folder.name
    fingerprint = dictionary.description.fingerprint
    about = {"dictionary": name, "fingerprint": fingerprint, "length": length}
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{length}-{certificate['kind']}.json"
    path.write_text(json.dumps({**about, **certificate}, ensure_ascii=False) + "\n")


def _measurement(row: dict[str, Any]) -> Measurement[BoundsFound]:
    bounds = BoundsFound(row["lower"], row["upper"], row["exact"])
    return Measurement(row["length"], row["words"], bounds, row["nodes"], row["seconds"])


def _together(
    before: Measurement[BoundsFound], now: Measurement[BoundsFound]
) -> Measurement[BoundsFound]:
    """The results of two runs for one length, with the costs of both together."""
    lower = max(before.result.lower, now.result.lower)
    upper = min(before.result.upper, now.result.upper)
    bounds = BoundsFound(lower, upper, exact=lower == upper)
    nodes, seconds = before.nodes + now.nodes, before.seconds + now.seconds
    return replace(now, result=bounds, nodes=nodes, seconds=seconds)
