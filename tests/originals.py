"""The original word lists, read without the service: what its dictionaries must hold."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.support.programs import CALLERS, ROOT

SCOWL = Path(CALLERS.get("SCOWL", "/usr/share/dict/scowl"))
SIZES = {"en-small": 35, "en": 50, "en-large": 80}

needed = pytest.mark.usefixtures("scowl")


@cache
def words_in(dictionary: str) -> Mapping[str, int]:
    """The words that a shipped dictionary must hold, each with the smallest size that lists it."""
    lists = [
        (int(path.suffix[1:]), path)
        for kind in ("english", "american")
        for path in SCOWL.glob(f"{kind}-words.*")
    ]
    files = [ROOT / "data" / name for name in ("hidden_words.txt", "not_words.txt")]
    left_out = {line for path in files for line in path.read_text().split("\n")}
    return {
        word: size
        for size, path in sorted(lists, reverse=True)  # a smaller size replaces a larger one
        if size <= SIZES[dictionary]
        for word in path.read_text("latin-1").split("\n")
        if word not in left_out and re.fullmatch("[a-z]{2,}", word)
    }
