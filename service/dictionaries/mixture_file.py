"""Files of mixtures of trees: `mixtures/<fingerprint>/14.mixture`, beside the dictionaries.

A file has a line that names the format, a line of JSON, and then the arrays keys, counts, letters
and parts, deflated.
"""

import json
import zlib
from pathlib import Path

import numpy as np

from service.dictionaries.arrays import Taker, little_endian
from service.dictionaries.errors import DictionaryError
from service.exact.tree_mixture import TreeMixture

FORMAT = b"evil-hangman mixture 1"
FOLDER = "mixtures"


def mixture_path(folder: Path, fingerprint: str, length: int) -> Path:
    """The path of the mixture for one length of a dictionary, in a folder of dictionaries."""
    return folder / FOLDER / fingerprint / f"{length:02}.mixture"


def mixture_in(path: Path) -> TreeMixture:
    """The mixture in a file. Raises DictionaryError if the file is damaged or cannot be read."""
    try:
        kind, line, body = path.read_bytes().split(b"\n", 2)
        if kind != FORMAT:
            raise ValueError("it is of another format")
        return _mixture(zlib.decompress(body), **json.loads(line))
    except (OSError, ValueError, TypeError, zlib.error) as error:
        raise DictionaryError(f"{path}: no mixture of trees: {error}") from error


def write_mixture(path: Path, mixture: TreeMixture) -> None:
    """Write a mixture into its file."""
    header = {
        "misses": mixture.misses,
        "positions": len(mixture.keys),
        "letters": len(mixture.letters),
    }
    content = little_endian([mixture.keys, mixture.counts, mixture.letters, mixture.parts])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\n".join([FORMAT, json.dumps(header).encode(), zlib.compress(content, 9)]))


def _mixture(content: bytes, *, misses: float, positions: int, letters: int) -> TreeMixture:
    take = Taker(content)
    return take.all(
        TreeMixture(
            misses=misses,
            keys=take(np.uint64, positions),
            counts=take(np.uint8, positions),
            letters=take(np.uint8, letters),
            parts=take(np.uint16, letters),
        )
    )
