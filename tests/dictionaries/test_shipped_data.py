"""The shipped dictionaries are what their sources make: byte for byte, word for word."""

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from service.dictionaries.dictionary import Dictionary

SCOWL = Path(os.environ.get("SCOWL", "/usr/share/dict/scowl"))
needs_scowl = pytest.mark.skipif(
    not SCOWL.exists() and not os.environ.get("CI"),
    reason="needs SCOWL's lists: apt-get install scowl, or SCOWL=folder",
)


@needs_scowl
def test_rebuild_from_the_same_lists_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    subprocess.run(["data/rebuild", SCOWL, tmp_path], check=True, capture_output=True)

    for name in ("en-small", "en", "en-large"):
        assert contents(tmp_path / name) == contents(Path("data", name))


@needs_scowl
@pytest.mark.parametrize(("name", "size"), [("en-small", 35), ("en", 50), ("en-large", 80)])
def test_words_are_those_of_the_lists_less_the_hidden_ones(
    dictionaries: Mapping[str, Dictionary], name: str, size: int
) -> None:
    lists = [
        path
        for kind in ("english", "american")
        for path in SCOWL.glob(f"{kind}-words.*")
        if int(path.suffix[1:]) <= size
    ]
    lines = {line for path in lists for line in path.read_text("latin-1").split("\n")}
    hidden = Path("data/hidden_words.txt").read_text().split("\n")

    shipped = {
        word
        for lexicon in dictionaries[name].lexicons.values()
        for word in lexicon.words(lexicon.everything)
    }

    assert shipped == {line for line in lines if re.fullmatch("[a-z]{2,}", line)} - set(hidden)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}
