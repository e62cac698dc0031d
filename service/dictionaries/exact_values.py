"""Results of exact play, computed beforehand: four tables beside the dictionaries.

`values.json` has lower and upper bounds of the misses that perfect play forces; `least.json` has
the misses of the best player against an honest dealer, summed over the words, and `expected.json`
those of the guesser `expected`. `best_letters.json` has the best player's letters at the positions
where `expected` cannot work them out in time. All are by fingerprint, because they are true of
exactly these words (in `least.json` also of their weights, if these differ), and then by length.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from service.dictionaries.errors import DictionaryError
from service.search.budget import Bounds

VALUES = "values.json"
LEAST = "least.json"
EXPECTED = "expected.json"
BEST_LETTERS = "best_letters.json"

Kept = TypeVar("Kept")


def values_in(folder: Path) -> dict[str, Mapping[int, Bounds]]:
    """The bounds in the `values.json` of a folder, by fingerprint. Raises DictionaryError."""
    return _read(folder / VALUES, lambda bounds: Bounds(*bounds))


def least_in(folder: Path) -> dict[str, Mapping[int, int]]:
    """The sums in the `least.json` of a folder, by fingerprint. Raises DictionaryError."""
    return _read(folder / LEAST, int)


def expected_in(folder: Path) -> dict[str, Mapping[int, int]]:
    """The sums in the `expected.json` of a folder, by fingerprint. Raises DictionaryError."""
    return _read(folder / EXPECTED, int)


def best_letters_in(folder: Path) -> dict[str, Mapping[int, Mapping[str, str]]]:
    """The letters in a folder's `best_letters.json`, by fingerprint. Raises DictionaryError."""
    return _read(folder / BEST_LETTERS, dict)


def put(path: Path, fingerprint: str, by_length: Mapping[int, object]) -> None:
    """Write values into the table at `path`, in place of older ones of the same lengths."""
    path.parent.mkdir(parents=True, exist_ok=True)
    table = json.loads(path.read_bytes()) if path.exists() else {}
    new = {str(length): value for length, value in by_length.items()}
    values = {**table.get(fingerprint, {}), **new}
    table[fingerprint] = dict(sorted(values.items(), key=lambda item: int(item[0])))
    path.write_text(json.dumps(table, indent=1) + "\n")


def _read(path: Path, made: Callable[[Any], Kept]) -> dict[str, Mapping[int, Kept]]:
    if not path.exists():
        return {}
    try:
        return {
            fingerprint: {int(length): made(value) for length, value in values.items()}
            for fingerprint, values in json.loads(path.read_bytes()).items()
        }
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise DictionaryError(f"{path}: no table of values") from error
