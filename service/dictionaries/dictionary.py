"""A dictionary: a folder with a description and one file a length."""

import json
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from service.choices import WeightsName
from service.dictionaries import exact_tables
from service.dictionaries.errors import DictionaryError
from service.dictionaries.exact_tables import values_in
from service.dictionaries.lexicon_file import lexicon_bytes, lexicon_from
from service.engine.cheat_list import WordIDs
from service.engine.indexing import lexicon_of
from service.engine.lexicon import Lexicon
from service.engine.weights import PER_MILLION, WEIGHTS
from service.search.average_misses import FirstGuesses, first_guesses
from service.search.budget import Bounds
from service.search.game_values import misses_forced
from service.search.refutation_table import RefutationTable

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
DESCRIPTION = "dictionary.json"
FIRST_GUESSES = "first_guesses.json"


@dataclass(frozen=True)
class Description:
    """What `dictionary.json` says of a dictionary.

    `fingerprint` is a hash of the words in the order of their IDs. A stored game has word IDs; they
    mean the right words only in a dictionary with the same fingerprint. `title` is its name for
    people.
    """

    name: str
    language: str
    alphabet: str
    source: str
    fingerprint: str
    words_per_length: dict[int, int]
    title: str = ""


@dataclass(frozen=True, eq=False)
class Dictionary:
    """A named word set of one language: its lexicons by length, shortest first.

    `first_guesses` has the misses to expect after each first letter, by weights and by length. Of
    perfect play two things were computed beforehand, by length: `misses_forced`, and
    `refutation_tables`, by which `minimax` plays.
    """

    description: Description
    lexicons: Mapping[int, Lexicon]
    folder: Path
    first_guesses: Mapping[WeightsName, Mapping[int, FirstGuesses]] = field(default_factory=dict)
    misses_forced: Mapping[int, Bounds] = field(default_factory=dict)
    refutation_tables: Mapping[int, RefutationTable] = field(default_factory=dict)

    def __len__(self) -> int:
        return sum(self.description.words_per_length.values())

    def misses_left(self, length: int, lists: Sequence[WordIDs]) -> list[Bounds]:
        """The least and the greatest number of misses that each list of a game can still force."""
        table, whole = self.refutation_tables.get(length), self.misses_forced.get(length)
        return misses_forced(self.lexicons[length], lists, table, whole)

    def fingerprint(self, weights: WeightsName) -> str:
        """A hash of the words, and of their weights if these differ; 16 hexadecimal digits."""
        if weights == "even":
            return self.description.fingerprint
        digest = sha256(f"{self.description.fingerprint} {dict(PER_MILLION)}".encode())
        for lexicon in self.lexicons.values():
            digest.update(lexicon.commonness.tobytes())
        return digest.hexdigest()[:16]

    @property
    def size_on_disk(self) -> int:
        """Bytes of all its files."""
        return sum(path.stat().st_size for path in self.folder.iterdir())


def build(
    name: str,
    commonness: Mapping[str, int],
    *,
    alphabet: str,
    language: str,
    source: str,
    title: str = "",
    count: Callable[[int], None] = lambda _: None,
) -> dict[str, bytes]:
    """The files of a dictionary, by file name; `commonness` has its words and their SCOWL sizes.

    The same words give the same bytes. `count` is told how many words more are done. Raises
    DictionaryError if the name is not allowed.
    """
    if not NAME.fullmatch(name):
        raise DictionaryError(f"name: “{name}” is not of a-z, 0-9 and -, 32 characters at most")
    by_length: dict[int, dict[str, int]] = {}
    for word in commonness:
        by_length.setdefault(len(word), {})[word] = commonness[word]
    lexicons = {}
    for length in sorted(by_length):
        lexicons[length] = lexicon_of(by_length[length], alphabet)
        count(len(by_length[length]))
    description = Description(
        name=name,
        language=language,
        alphabet=alphabet,
        source=source,
        fingerprint=fingerprint_of(lexicons.values()),
        words_per_length={length: len(lexicon) for length, lexicon in lexicons.items()},
        title=title,
    )
    text = json.dumps(asdict(description), ensure_ascii=False, indent=2) + "\n"
    files = {_file_name(length): lexicon_bytes(lexicon) for length, lexicon in lexicons.items()}
    return {DESCRIPTION: text.encode(), FIRST_GUESSES: _first_guesses_bytes(lexicons), **files}


def _first_guesses_bytes(lexicons: Mapping[int, Lexicon]) -> bytes:
    """The misses of all first letters, summed over the words: by weights, length and letter."""
    by_weights = {
        name: {length: first_guesses(each, weigh(each)) for length, each in lexicons.items()}
        for name, weigh in WEIGHTS.items()
    }
    lines = [
        f'  "{name}": {{\n'
        + ",\n".join(
            f'    "{length}": {json.dumps(misses, ensure_ascii=False)}'
            for length, misses in by_length.items()
        )
        + "\n  }"
        for name, by_length in by_weights.items()
    ]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def fingerprint_of(lexicons: Iterable[Lexicon]) -> str:
    """A hash of the words of some lexicons and their order, 16 hexadecimal digits."""
    digest = sha256()
    for lexicon in lexicons:
        digest.update(f"{lexicon.length} {lexicon.alphabet}\n".encode())
        digest.update(lexicon.spellings.tobytes())
    return digest.hexdigest()[:16]


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Replace the dictionary in `folder` by these files.

    They are written to a new folder, which then takes the old one's name, so a failure leaves the
    old dictionary whole. Raises DictionaryError if the files cannot be written, or if the old
    folder has others than those of a dictionary.
    """
    try:
        _check_own(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as beside:
            new, old = Path(beside, "new"), Path(beside, "old")
            new.mkdir()
            for name, content in files.items():
                (new / name).write_bytes(content)
            _swap(folder, new, old)
    except OSError as error:
        raise DictionaryError(f"{folder}: {error.strerror or error}") from error


def load(folder: Path) -> Dictionary:
    """The dictionary in a folder. Raises DictionaryError if a file is missing or damaged."""
    try:
        description = _description(json.loads((folder / DESCRIPTION).read_bytes()))
        lexicons = {
            length: _lexicon(folder / _file_name(length)) for length in description.words_per_length
        }
    except OSError as error:
        raise DictionaryError(f"{error.filename}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DictionaryError(f"{folder / DESCRIPTION}: no description of a dictionary") from error
    return Dictionary(description, lexicons, folder, _first_guesses(folder / FIRST_GUESSES))


def load_all(folders: Sequence[Path]) -> dict[str, Dictionary]:
    """The dictionaries in some folders, by name. Raises DictionaryError."""
    return load_with_tables(folders_by_name(folders).values(), folders)


def folders_by_name(folders: Iterable[Path]) -> dict[str, Path]:
    """The folder of each dictionary in some folders; of two with the same name, the first counts.

    Folders that do not exist are skipped.
    """
    places: dict[str, Path] = {}
    for folder in folders:
        for path in folder.glob(f"[!.]*/{DESCRIPTION}"):
            places.setdefault(path.parent.name, path.parent)
    return dict(sorted(places.items()))


def load_with_tables(places: Iterable[Path], folders: Sequence[Path]) -> dict[str, Dictionary]:
    """The dictionaries in `places`, by name, with the tables of exact play in `folders`.

    Raises DictionaryError.
    """
    values = values_in(folders, exact_tables.VALUES, lambda bounds: Bounds(*bounds))
    return {
        each.folder.name: replace(
            each,
            refutation_tables=exact_tables.tables_of(
                folders, each.description.fingerprint, each.lexicons, exact_tables.REFUTATIONS
            ),
            misses_forced=values.get(each.description.fingerprint, {}),
        )
        for each in map(load, places)
    }


def _check_own(folder: Path) -> None:
    """Raise DictionaryError if there is a file in the folder that no dictionary has."""
    for file in folder.iterdir() if folder.exists() else ():
        if file.name not in (DESCRIPTION, FIRST_GUESSES) and file.suffix != ".lexicon":
            raise DictionaryError(f"{folder}: {file.name} is no part of a dictionary; it would go")


def _swap(folder: Path, new: Path, old: Path) -> None:
    if not folder.exists():
        new.rename(folder)
        return
    folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        old.rename(folder)
        raise


def _file_name(length: int) -> str:
    return f"{length:02}.lexicon"


def _lexicon(path: Path) -> Lexicon:
    try:
        return lexicon_from(path.read_bytes())
    except DictionaryError as error:
        raise DictionaryError(f"{path}: {error}") from error


def _first_guesses(path: Path) -> dict[WeightsName, dict[int, FirstGuesses]]:
    """What the file says, nothing if there is none. Raises DictionaryError."""
    try:
        content = json.loads(path.read_bytes()) if path.exists() else {}
        return {
            name: {int(length): dict(misses) for length, misses in content.get(name, {}).items()}
            for name in WEIGHTS
        }
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise DictionaryError(f"{path}: no misses of first guesses") from error


def _description(content: dict[str, object]) -> Description:
    counts = content.pop("words_per_length")
    lengths = {int(length): int(words) for length, words in counts.items()}  # type: ignore[attr-defined]  # `load` catches AttributeError
    return Description(**content, words_per_length=lengths)  # type: ignore[arg-type]  # `load` catches TypeError
