"""What tests of several commands start from."""

import json
from pathlib import Path

import pytest

from service.cli import remote

PLUG_INS = '''
from service.engine.dealers import Cheat
from service.engine.guessers import MostWords

class Mine(Cheat):
    """Keep the first family, which lacks the letter if any does."""

    name, title = "mine", "Mine"

    def keep(self, game, families):
        return list(families)[:1]

class Broken(Mine):
    name = "broken"

    def keep(self, game, families):
        return []

class Guesses(MostWords):
    name, title = "guesses", "Guesses"

class Stubborn(MostWords):
    name, title = "stubborn", "Stubborn"

    def pick(self, possible, seed):
        return 4

    def preferences(self, possible):
        raise KeyError("e")

class Quits(Mine):
    name = "quits"

    def keep(self, game, families):
        exit()

class Writes(Mine):
    name = "writes"

    def keep(self, game, families):
        for family in families:
            family.ids[:] = 0
        return families
'''
FILES: dict[str, str | bytes] = {
    "mine.py": PLUG_INS,
    "file.json": json.dumps({"length": 7, "guesses": []}),
    # The words that were left to Moertel's dealer before the last moves of his sample game.
    "four.txt": "crumbs\ntrucks\ntrumps\ntruths\n",
    "eight.txt": "ally\nbeta\ncool\ndeal\nelse\nflew\ngood\nhope",
    "wörter.txt": "Straße\nSCHÖNE\nAllee\nAnna's\n",
    "turkish.txt": "ağaç\nağa\n",
    "latin1.env": "NAME=ÿ".encode("latin1"),
    "wrong.env": "NAME",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where commands are given: a folder with plug-ins, a transcript, and lists of words."""
    for name, text in FILES.items():
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def tried_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that fails is retried without a pause."""
    monkeypatch.setattr(remote, "RETRIES", remote.RETRIES.new(backoff_factor=0))
