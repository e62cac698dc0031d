"""Dictionaries, and what people write for their letters: one table for the service and the page."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from service.engine.writing import Direction, Writing, writing_of


@dataclass(frozen=True)
class WritingCase:
    """A dictionary's letters: texts with their letters, and texts with what it does not have."""

    name: str
    language: str
    alphabet: str
    drops_accents: bool
    direction: Direction
    reads: dict[str, str]
    refuses: dict[str, str]
    written: dict[str, str]
    capitals: dict[str, str]

    @property
    def writing(self) -> Writing:
        """How its letters are written."""
        return writing_of(self.alphabet, self.language, self.drops_accents)


TABLE: Final = Path(__file__).with_suffix(".json")
CASES: Final = [WritingCase(**case) for case in json.loads(TABLE.read_text())]
