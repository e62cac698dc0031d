"""The values that earlier runs have found, in a file for each dictionary."""

import json
from pathlib import Path
from typing import Any

from hangman_lab.cli.lengths import BoundsFound, Measurement


class KeptValues:
    """The measurements of one dictionary's values, by length, in the file at `path`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept: dict[str, dict[str, Any]] = (
            json.loads(path.read_bytes()) if path.exists() else {}
        )

    def get(self, length: int) -> Measurement[BoundsFound] | None:
        """What is kept of a length."""
        kept = self._kept.get(str(length))
        if kept is None:
            return None
        bounds = BoundsFound(kept["lower"], kept["upper"], kept["exact"])
        return Measurement(length, kept["words"], bounds, kept["nodes"], kept["seconds"])

    def keep(self, measurement: Measurement[BoundsFound]) -> None:
        """Write a measurement into the file, in place of what it has of this length."""
        self._kept[str(measurement.length)] = measurement.as_json()
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps(self._kept))
