"""Results of the laboratory, in files beside the dictionaries or in `data`.

They are filed by the fingerprint of a dictionary, because they hold for exactly these words, and by
length. `least.json` has the misses of the best player against an honest dealer, summed over the
words (each times its weight, by a fingerprint of its own). `expected.json` has those of the guesser
`expected`, and `best_letters.json` the best player's letters where `expected` cannot compute them
in time. `lotteries` and `mixtures` have a file for each length.
"""

import json
import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeVar

import numpy as np

from hangman_lab.tree_mixture import TreeMixture
from service.choices import WeightsName
from service.dictionaries.arrays import ArrayReader, packed, unpacked
from service.dictionaries.dictionary import Dictionary
from service.dictionaries.exact_tables import (
    REFUTATIONS_FORMAT,
    TableFiles,
    tables_of,
    values_in,
)
from service.engine.lexicon import Lexicon
from service.engine.weights import PER_MILLION
from service.search.refutation_table import RefutationTable
from service.settings import Places

DATA: Final = Path(__file__).parent / "data"
MIXTURE_FORMAT: Final = b"evil-hangman mixture 1"
LEAST: Final = "least.json"
EXPECTED: Final = "expected.json"
BEST_LETTERS: Final = "best_letters.json"

Table = TypeVar("Table")


@dataclass(frozen=True)
class KnownLottery:
    """A lottery by the `weights` of its words, which are whole numbers.

    It forces `lower` misses. A player who mixes `strategies` keeps every lottery to `upper`.
    """

    lower: float
    upper: float
    strategies: int
    weights: Mapping[str, int]


def write(path: Path, content: bytes) -> None:
    """Write the content of a table into its file; the same table gives the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def refutations_bytes(table: RefutationTable) -> bytes:
    """The content of the file of a table of refutations."""
    refutations, groups = table.refutations.shape[1], table.groups.shape[1]
    header = {"words": len(table.words), "refutations": refutations, "groups": groups}
    arrays = (table.words, table.refutations, table.forced, table.groups)
    return packed(REFUTATIONS_FORMAT, header, arrays)


def lottery_bytes(lottery: KnownLottery) -> bytes:
    """The content of the file of a lottery."""
    return (json.dumps(asdict(lottery), ensure_ascii=False, indent=1) + "\n").encode()


def mixture_bytes(mixture: TreeMixture) -> bytes:
    """The content of the file of a mixture."""
    positions, letters = len(mixture.keys), len(mixture.letters)
    header = {"misses": mixture.misses, "positions": positions, "letters": letters}
    arrays = (mixture.keys, mixture.counts, mixture.letters, mixture.parts)
    return packed(MIXTURE_FORMAT, header, arrays)


def _mixture(take: ArrayReader, *, misses: float, positions: int, letters: int) -> TreeMixture:
    return TreeMixture(
        misses=misses,
        keys=take(np.uint64, positions),
        counts=take(np.uint8, positions),
        letters=take(np.uint8, letters),
        parts=take(np.uint16, letters),
    )


MIXTURES: Final = TableFiles(
    "mixture of trees",
    "mixtures",
    ".mixture",
    lambda data: unpacked(MIXTURE_FORMAT, data, _mixture),
)
LOTTERIES: Final = TableFiles(
    "lottery",
    "lotteries",
    ".json",
    lambda data: KnownLottery(**json.loads(data)),
)


def lotteries(dictionary: Dictionary) -> Mapping[int, KnownLottery]:
    """The lotteries of a dictionary, by length. Raises BadSetting, DictionaryError."""
    return tables_of(_folders(), dictionary.description.fingerprint, dictionary.lexicons, LOTTERIES)


def mixtures(dictionary: Dictionary) -> Mapping[int, TreeMixture]:
    """The mixtures of a dictionary, by length. Raises BadSetting, DictionaryError."""
    return tables_of(_folders(), dictionary.description.fingerprint, dictionary.lexicons, MIXTURES)


def best_letters(dictionary: Dictionary) -> Mapping[int, Mapping[str, str]]:
    """The best letters by position, by length. Raises BadSetting, DictionaryError."""
    known = values_in(_folders(), BEST_LETTERS, dict[str, str])
    return known.get(dictionary.description.fingerprint, {})


def least_misses(dictionary: Dictionary, weights: WeightsName) -> Mapping[int, int]:
    """The misses of the best player, summed over the words, each times its weight; by length."""
    return values_in(_folders(), LEAST, int).get(fingerprint_with(weights, dictionary), {})


def fingerprint_with(weights: WeightsName, dictionary: Dictionary) -> str:
    """The fingerprint of a dictionary, hashed with the weights if these differ; 16 hex digits."""
    if weights == "even":
        return dictionary.description.fingerprint
    digest = sha256(f"{dictionary.description.fingerprint} {dict(PER_MILLION)}".encode())
    return digest.hexdigest()[:16]


def misses_of_expected(dictionary: Dictionary) -> Mapping[int, int]:
    """The misses of `expected`, summed over the words, by length."""
    return values_in(_folders(), EXPECTED, int).get(dictionary.description.fingerprint, {})


def by_lexicon(
    dictionaries: Collection[Dictionary], tables: Callable[[Dictionary], Mapping[int, Table]]
) -> dict[Lexicon, Table]:
    """The tables of some dictionaries by their lexicons."""
    return {
        dictionary.lexicons[length]: table
        for dictionary in dictionaries
        for length, table in tables(dictionary).items()
    }


def _folders() -> list[Path]:
    """Where tables are: in the folders of dictionaries, then in ours."""
    places = Places.from_environ(os.environ)
    places.check_folders()
    return [*places.dictionary_folders, DATA]
