"""Results of perfect play that were computed beforehand, in files beside the dictionaries.

They are filed by the fingerprint of a dictionary, because they hold for exactly these words, and by
length. `values.json` has bounds on the misses that perfect play forces. Tables of refutations have
one file for each length, such as `refutations/FINGERPRINT/05.refutations`: arrays in the format of
`arrays`, in the order of their fields.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import numpy as np

from service.dictionaries.arrays import ArrayReader, DictionaryError, unpacked
from service.search.refutation_table import RefutationTable

REFUTATIONS_FORMAT: Final = b"evil-hangman refutations 1"
VALUES: Final = "values.json"

Value = TypeVar("Value")
Table = TypeVar("Table")


def values_in(
    folders: Sequence[Path], name: str, value_from: Callable[[Any], Value]
) -> Mapping[str, Mapping[int, Value]]:
    """The values in the files `name` of some folders, decoded; by fingerprint, then by length.

    If several folders have a value, the first one's counts.
    """
    found: dict[str, dict[int, Value]] = {}
    for folder in reversed(folders):
        for fingerprint, values in _values(folder / name, value_from).items():
            found.setdefault(fingerprint, {}).update(values)
    return found


def _values(path: Path, value_from: Callable[[Any], Value]) -> dict[str, Mapping[int, Value]]:
    try:
        content = json.loads(path.read_bytes()) if path.exists() else {}
        return {
            fingerprint: {int(length): value_from(value) for length, value in values.items()}
            for fingerprint, values in content.items()
        }
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise DictionaryError(f"{path}: this is not a table of values") from error


@dataclass(frozen=True)
class TableFiles(Generic[Table]):
    """The files of one kind of table: their `folder`, and how bytes become a table."""

    name: str
    folder: str
    suffix: str
    table_from: Callable[[bytes], Table]

    def path(self, folder: Path, fingerprint: str, length: int) -> Path:
        """The path of the table for one length of a dictionary, in a folder of dictionaries."""
        return folder / self.folder / fingerprint / f"{length:02}{self.suffix}"

    def read(self, path: Path) -> Table:
        """The table in a file. Raises DictionaryError if it is damaged or cannot be read."""
        try:
            return self.table_from(path.read_bytes())
        except (OSError, ValueError, TypeError) as error:
            raise DictionaryError(f"{path}: no {self.name}: {error}") from error


def _refutations(
    take: ArrayReader, *, words: int, refutations: int, groups: int
) -> RefutationTable:
    across = -(-words // 64)
    return RefutationTable(
        words=take(np.int64, words),
        refutations=take(np.uint64, across * refutations).reshape(across, refutations),
        forced=take(np.uint8, refutations),
        groups=take(np.uint64, across * groups).reshape(across, groups),
    )


REFUTATIONS: Final = TableFiles(
    "table of refutations",
    "refutations",
    ".refutations",
    lambda data: unpacked(REFUTATIONS_FORMAT, data, _refutations),
)


def tables_of(
    folders: Sequence[Path], fingerprint: str, lengths: Iterable[int], files: TableFiles[Table]
) -> dict[int, Table]:
    """The tables of one kind that some folders have for a dictionary, by length.

    If several folders have a table, the first one's counts.
    """
    tables = {}
    for length in lengths:
        paths = [files.path(folder, fingerprint, length) for folder in folders]
        if path := next(filter(Path.exists, paths), None):
            tables[length] = files.read(path)
    return tables
