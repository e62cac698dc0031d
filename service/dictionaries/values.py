"""How many misses perfect play forces, as worked out beforehand: `values.json` beside dictionaries.

By fingerprint, for they are true of exactly these words; then by length, the lower and upper bound.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from service.dictionaries.errors import DictionaryError

FILE = "values.json"


@dataclass(frozen=True)
class MissesForced:
    """At least and at most so many; the same where it is known exactly."""

    lower: int
    upper: int


def values_in(folder: Path) -> dict[str, Mapping[int, MissesForced]]:
    """The values that a folder of dictionaries has, by fingerprint. Raises DictionaryError."""
    path = folder / FILE
    if not path.exists():
        return {}
    try:
        return {
            fingerprint: {int(length): MissesForced(*bounds) for length, bounds in of.items()}
            for fingerprint, of in json.loads(path.read_bytes()).items()
        }
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise DictionaryError(f"{path}: no table of values") from error
