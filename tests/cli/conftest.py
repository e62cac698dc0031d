"""What tests of several commands start from."""

import json
from pathlib import Path

import pytest

from service.cli import remote
from tests.support.plug_ins import PLUG_INS

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
