"""Shared by the commands of exact play: a result for the words of each length, and its cost."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from service.cli.console import print_json, print_table, progress
from service.search.budget import Budget

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from service.engine.lexicon import Lexicon

LOOKS: Final = 256  # nodes between looks at the clock

Outcome = TypeVar("Outcome")
Result = TypeVar("Result", bound="DataclassInstance", covariant=True)


@dataclass(frozen=True)
class BoundsFound:
    """Bounds on a number of misses."""

    lower: int
    upper: int
    exact: bool

    def __str__(self) -> str:
        return str(self.lower) if self.exact else f"{self.lower} to {self.upper}"


@dataclass(frozen=True)
class Measurement(Generic[Result]):
    """A result for the words of one length, with its nodes and seconds."""

    length: int
    words: int
    result: Result
    nodes: int
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """One object, with the fields of the result between its own."""
        about = {"length": self.length, "words": self.words}
        return {**about, **asdict(self.result), "nodes": self.nodes, "seconds": self.seconds}


class Stopwatch:
    """The time that a search may take, from its creation."""

    def __init__(self, max_seconds: float) -> None:
        self._began = time.monotonic()
        self._max_seconds = max_seconds

    @property
    def seconds(self) -> float:
        """The seconds until now."""
        return round(time.monotonic() - self._began, 3)

    def goes_on(self) -> bool:
        """Whether there is time."""
        return time.monotonic() < self._began + self._max_seconds

    def budget(self) -> Budget:
        """A budget that ends with the time."""
        return Budget(lambda nodes: nodes % LOOKS != 1 or self.goes_on())


def for_each(
    lexicons: "Sequence[Lexicon]", label: str, measure: "Callable[[Lexicon], Outcome]"
) -> list[Outcome]:
    """The outcome of `measure` for each lexicon, under a progress bar."""
    results = []
    with progress(len(lexicons), label) as bar:
        for lexicon in lexicons:
            results.append(measure(lexicon))
            bar(1)
    return results


def result_and_nodes(measurement: Measurement[Any]) -> list[str]:
    """The result in a word or two, and the number of nodes."""
    return [str(measurement.result), f"{measurement.nodes:,}"]


def show(
    measurements: Sequence[Measurement[Result]],
    heads: list[str],
    cells: Callable[[Measurement[Result]], list[str]] = result_and_nodes,
    *,
    as_json: bool,
    **about: str,
) -> None:
    """Print a row for each length, with `cells` under `heads`; or JSON, with `about` in each."""
    if as_json:
        print_json([{**about, **row.as_json()} for row in measurements])
        return
    rows = [
        [str(row.length), f"{row.words:,}", *cells(row), f"{row.seconds:,.1f}"]
        for row in measurements
    ]
    print_table(["length", "words", *heads, "seconds"], rows)


def put(path: Path, fingerprint: str, by_length: Mapping[int, object]) -> None:
    """Write values into the table at `path`, in place of older ones of the same lengths."""
    path.parent.mkdir(parents=True, exist_ok=True)
    table = json.loads(path.read_bytes()) if path.exists() else {}
    values = table.get(fingerprint, {}) | {str(length): x for length, x in by_length.items()}
    table[fingerprint] = dict(sorted(values.items(), key=lambda item: int(item[0])))
    path.write_text(json.dumps(table, indent=1) + "\n")
