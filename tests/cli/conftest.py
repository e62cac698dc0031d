"""Files and fixtures for the tests of several commands."""

import json
from pathlib import Path

import pytest

from service.cli import remote_service
from tests.support.plug_ins import PLUG_INS

FILES: dict[str, str | bytes] = {
    "mine.py": PLUG_INS,
    "file.json": json.dumps({"length": 7, "guesses": []}),
    # The words left to the dealer before the last moves of Moertel's sample game.
    "four.txt": "crumbs\ntrucks\ntrumps\ntruths\n",
    "eight.txt": "ally\nbeta\ncool\ndeal\nelse\nflew\ngood\nhope",
    "wörter.txt": "Straße\nSCHÖNE\nAllee\nAnna's\n",
    "turkish.txt": "ağaç\nağa\n",
    "latin1.env": "NAME=ÿ".encode("latin1"),
    "wrong.env": "NAME",
    "no-names.txt": "# 7b\r\n\r\n",
    "twice.txt": "Ann  B.\nbob\n\nann b.\n",
    "prose.txt": "All happy families are alike; " * 5,
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder of commands, with plug-ins, a transcript, and word lists."""
    for name, text in FILES.items():
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def tried_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retry failed requests without a pause."""
    monkeypatch.setattr(remote_service, "RETRIES", remote_service.RETRIES.new(backoff_factor=0))
