"""Files of lotteries: `lotteries/<fingerprint>/14.json`, beside the dictionaries.

Such a file has what is known of the best lottery for the words of one length, with their weights.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from service.dictionaries.errors import DictionaryError

FOLDER = "lotteries"


@dataclass(frozen=True)
class KnownLottery:
    """A lottery by the `weights` of its words, which are whole numbers.

    It forces `lower` misses, and none forces more than `upper`: the player mixes `strategies`.
    """

    lower: float
    upper: float
    strategies: int
    weights: Mapping[str, int]


def lottery_path(folder: Path, fingerprint: str, length: int) -> Path:
    """The path of the lottery for one length of a dictionary, in a folder of dictionaries."""
    return folder / FOLDER / fingerprint / f"{length:02}.json"


def lottery_in(path: Path) -> KnownLottery:
    """The lottery in a file. Raises DictionaryError if the file is damaged or cannot be read."""
    try:
        return KnownLottery(**json.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError) as error:
        raise DictionaryError(f"{path}: no lottery: {error}") from error


def write_lottery(path: Path, lottery: KnownLottery) -> None:
    """Write a lottery into its file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asdict(lottery), ensure_ascii=False, indent=1) + "\n")
