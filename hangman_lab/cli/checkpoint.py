"""The parts of a sample that are done, in a file of JSON lines, so that a run can go on."""

import json
from dataclasses import asdict
from pathlib import Path

from hangman_lab.experiments.sampling import Part
from service.cli.failures import Failure

Wins = dict[Part, list[int]]  # of each word of a part, the games won


class Checkpoint:
    """The parts of one dictionary that are done; without a file they are only remembered."""

    def __init__(self, path: Path | None, dictionary: str) -> None:
        self.path = path
        self.dictionary = dictionary
        self.wins = self._read(path) if path and path.exists() else {}

    def keep(self, part: Part, wins: list[int]) -> None:
        """Add a part that is done."""
        self.wins[part] = wins
        if self.path:
            line = {"dictionary": self.dictionary, "part": asdict(part), "wins": wins}
            with self.path.open("a") as file:
                file.write(json.dumps(line) + "\n")

    def _read(self, path: Path) -> Wins:
        try:
            lines = [json.loads(line) for line in path.read_text().splitlines()]
            ours = [line for line in lines if line["dictionary"] == self.dictionary]
            return {Part(**line["part"]): line["wins"] for line in ours}
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Failure(f"{path}: no checkpoint of ours; name another file") from error
