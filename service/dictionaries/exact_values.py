"""What exact play comes to, as worked out beforehand: two tables beside dictionaries.

By fingerprint, for they are true of exactly these words; then by length: in `values.json` the lower
and upper bound of the misses that perfect play forces, in `least.json` the misses of the best
player against an honest dealer, summed over the words.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from service.dictionaries.errors import DictionaryError
from service.exact.bounds import Bounds

VALUES = "values.json"
LEAST = "least.json"

Kept = TypeVar("Kept")


def values_in(folder: Path) -> dict[str, Mapping[int, Bounds]]:
    """What a folder of dictionaries knows to be forced. Raises DictionaryError."""
    return _read(folder / VALUES, lambda bounds: Bounds(*bounds))


def least_in(folder: Path) -> dict[str, Mapping[int, int]]:
    """The least misses that a folder of dictionaries knows. Raises DictionaryError."""
    return _read(folder / LEAST, int)


def put(path: Path, fingerprint: str, by_length: Mapping[int, object]) -> None:
    """Add to a table, or replace what it has."""
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
