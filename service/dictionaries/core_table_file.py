"""Files of core tables: `cores/<fingerprint>/05.cores`, beside the dictionaries.

A file has a line that names the format, a line of JSON, and then the arrays words, cores, forced
and stars, deflated.
"""

import json
import zlib
from pathlib import Path

import numpy as np

from service.dictionaries.arrays import Taker, little_endian
from service.dictionaries.errors import DictionaryError
from service.exact.core_table import CoreTable

FORMAT = b"evil-hangman cores 1"
FOLDER = "cores"


def core_table_path(folder: Path, fingerprint: str, length: int) -> Path:
    """The path of the table for one length of a dictionary, in a folder of dictionaries."""
    return folder / FOLDER / fingerprint / f"{length:02}.cores"


def core_table_in(path: Path) -> CoreTable:
    """The table in a file. Raises DictionaryError if the file is damaged or cannot be read."""
    try:
        kind, line, body = path.read_bytes().split(b"\n", 2)
        if kind != FORMAT:
            raise ValueError("it is of another format")
        return _core_table(zlib.decompress(body), **json.loads(line))
    except (OSError, ValueError, TypeError, zlib.error) as error:
        raise DictionaryError(f"{path}: no table of cores: {error}") from error


def core_table_bytes(table: CoreTable) -> bytes:
    """The content of a table's file; the same table gives the same bytes."""
    header = {
        "words": len(table.words),
        "cores": table.cores.shape[1],
        "stars": table.stars.shape[1],
    }
    content = little_endian([table.words, table.cores, table.forced, table.stars])
    return b"\n".join([FORMAT, json.dumps(header).encode(), zlib.compress(content, 9)])


def _core_table(content: bytes, *, words: int, cores: int, stars: int) -> CoreTable:
    take = Taker(content)
    across = -(-words // 64)
    return take.all(
        CoreTable(
            words=take(np.int64, words),
            cores=take(np.uint64, across * cores).reshape(across, cores),
            forced=take(np.uint8, cores),
            stars=take(np.uint64, across * stars).reshape(across, stars),
        )
    )
