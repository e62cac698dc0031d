"""A dictionary: a folder with a description and one file a length."""

import json
import re
import tempfile
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from service.choices import WeightsName
from service.dictionaries import exact_tables
from service.dictionaries.arrays import DictionaryError, lexicon_bytes, lexicon_from
from service.dictionaries.exact_tables import values_in
from service.engine.cheat_list import WordIDs
from service.engine.indexing import lexicon_of
from service.engine.lexicon import LARGEST_ALPHABET, Lexicon
from service.engine.weights import WEIGHTS
from service.engine.writing import Writing, writing_of
from service.search.average_misses import FirstGuesses
from service.search.budget import Bounds
from service.search.figures import Figures
from service.search.game_values import misses_forced
from service.search.played_guesses import first_guesses
from service.search.refutation_table import RefutationTable

DESCRIPTION = "dictionary.json"
FIRST_GUESSES = "first_guesses.json"
LICENCE = "LICENSE"
LINE = re.compile("[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]{0,1000}")
ONE_LINE = "a text of one line, 1,000 characters at most, without control characters"
LENGTH = re.compile("[1-9][0-9]?")
LANGUAGE = re.compile(  # with script, region and variants: browsers refuse some other tags
    r"(?ai)[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(-(\d[a-z\d]{3}|[a-z\d]{5,8})){0,2}"
)
TEXTS: Final = {  # the pattern of each text in a description, and its explanation
    "name": (re.compile(r"[a-z0-9][a-z0-9-]{0,31}"), "of a-z, 0-9 and -, 32 characters at most"),
    "language": (LANGUAGE, "a language tag (BCP 47), such as de-AT"),
    "alphabet": (re.compile(rf"[^\W\d_]{{1,{LARGEST_ALPHABET}}}"), "the letters, as abcdef"),
    "source": (LINE, ONE_LINE),
    "fingerprint": (re.compile("[0-9a-f]{16}"), "16 hexadecimal digits"),
    "title": (LINE, ONE_LINE),
}


@dataclass(frozen=True)
class Description:
    """The content of `dictionary.json`.

    `fingerprint` is a hash of the words in the order of their IDs, and of how common they are.
    Stored games hold word IDs, which mean the right words only in a dictionary with the same
    fingerprint, and only there does a game end with the same word. `title` is its name for people.
    If it `drops_accents`, its words have lost the accents that the alphabet does not have. It is
    `reviewed` if somebody has read its words, and taken out what no child should be shown.
    """

    name: str
    language: str
    alphabet: str
    source: str
    fingerprint: str
    words_per_length: dict[int, int]
    title: str = ""
    drops_accents: bool = False
    reviewed: bool = False

    @property
    def writing(self) -> Writing:
        """How people write the letters of its alphabet."""
        return writing_of(self.alphabet, self.language, self.drops_accents)


@dataclass(frozen=True, eq=False)
class Dictionary:
    """A named word set of one language: its lexicons by length, shortest first.

    `folder` has its files; a dictionary that was made in memory has none. `first_guesses` has the
    misses to expect after each first letter, by weights and by length. Two results of perfect play
    were computed beforehand, by length: `misses_forced`, and the `refutation_tables` that `minimax`
    uses.
    """

    description: Description
    lexicons: Mapping[int, Lexicon]
    folder: Path = Path()
    first_guesses: Mapping[WeightsName, Mapping[int, FirstGuesses]] = field(default_factory=dict)
    misses_forced: Mapping[int, Bounds] = field(default_factory=dict)
    refutation_tables: Mapping[int, RefutationTable] = field(default_factory=dict)

    @property
    def writing(self) -> Writing:
        """How people write the letters of its words."""
        return self.description.writing

    def __len__(self) -> int:
        return sum(self.description.words_per_length.values())

    def misses_left(
        self, length: int, lists: Sequence[WordIDs], figures: Figures | None = None
    ) -> list[Bounds]:
        """The least and the greatest number of misses that each list of a game can still force.

        `figures` has what other games have found.
        """
        table, whole = self.refutation_tables.get(length), self.misses_forced.get(length)
        return misses_forced(self.lexicons[length], lists, table, whole, figures)

    @property
    def size_on_disk(self) -> int:
        """Bytes of all its files."""
        return sum(path.stat().st_size for path in self.folder.iterdir())


def dictionary_of(
    name: str,
    commonness: Mapping[str, int],
    *,
    alphabet: str,
    language: str,
    source: str,
    title: str = "",
    drops_accents: bool = False,
    reviewed: bool = False,
) -> Dictionary:
    """The dictionary of some words, without first guesses; `commonness` has their SCOWL sizes.

    The words are in letters of the alphabet; `drops_accents` says whether they have lost accents,
    and `reviewed` whether somebody has read them.
    Raises DictionaryError if a text of its description is not allowed.
    """
    texts = _checked({
        "name": name,
        "language": language,
        "alphabet": alphabet,
        "source": source,
        "title": title,
    })  # fmt: skip
    by_length: dict[int, dict[str, int]] = {}
    for word in commonness:
        by_length.setdefault(len(word), {})[word] = commonness[word]
    lexicons = {length: lexicon_of(by_length[length], alphabet) for length in sorted(by_length)}
    description = Description(
        **texts,
        fingerprint=fingerprint_of(lexicons.values()),
        words_per_length={length: len(lexicon) for length, lexicon in lexicons.items()},
        drops_accents=drops_accents,
        reviewed=reviewed,
    )
    return Dictionary(description, _as_written(lexicons, description))


def files_of(
    dictionary: Dictionary, count: Callable[[float], None] = lambda _: None
) -> dict[str, bytes]:
    """The files of a dictionary, by file name: the same words give the same bytes.

    Most of the time goes into playing every first guess. Meanwhile, `count` gets the number of
    words just played, as a share of all letters; each word is played once for each of WEIGHTS.
    """
    files = {DESCRIPTION: _description_text(dictionary.description).encode()}
    guesses: dict[WeightsName, dict[int, FirstGuesses]] = {name: {} for name in WEIGHTS}
    with ThreadPoolExecutor(1) as pool:
        for length, lexicon in dictionary.lexicons.items():
            content = pool.submit(lexicon_bytes, lexicon)  # zlib lets this thread run meanwhile
            for name, misses in _first_guesses_of(lexicon, count).items():
                guesses[name][length] = misses
            files[_file_name(length)] = content.result()
    files[FIRST_GUESSES] = (json.dumps(guesses, ensure_ascii=False) + "\n").encode()
    return files


def _description_text(description: Description) -> str:
    """The content of `dictionary.json`; what is false is not in it."""
    members = {name: value for name, value in asdict(description).items() if value is not False}
    return json.dumps(members, ensure_ascii=False, indent=2) + "\n"


def _as_written(lexicons: Mapping[int, Lexicon], description: Description) -> dict[int, Lexicon]:
    """The lexicons, with how people write the letters of this dictionary."""
    writing = description.writing
    return {length: replace(lexicon, writing=writing) for length, lexicon in lexicons.items()}


def _first_guesses_of(
    lexicon: Lexicon, count: Callable[[float], None]
) -> dict[WeightsName, FirstGuesses]:
    """The misses of all first letters, summed over the words: by weights and letter."""
    by_name: dict[WeightsName, FirstGuesses] = {}
    by_weights: dict[bytes, FirstGuesses] = {}
    for name, weigh in WEIGHTS.items():
        weights = weigh(lexicon)
        # A word list without commonness has the same weights twice: play it once.
        if (misses := by_weights.get(weights.tobytes())) is None:
            misses = by_weights[weights.tobytes()] = first_guesses(lexicon, weights, count)
        else:
            count(len(lexicon))
        by_name[name] = misses
    return by_name


def fingerprint_of(lexicons: Iterable[Lexicon]) -> str:
    """A hash of the words of some lexicons, how common they are, and their order, 16 hex digits."""
    digest = sha256()
    for lexicon in lexicons:
        digest.update(f"{lexicon.length} {lexicon.alphabet}\n".encode())
        digest.update(lexicon.spellings.tobytes() + lexicon.commonness.tobytes())
    return digest.hexdigest()[:16]


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Replace the dictionary in `folder` by these files.

    They are written to a new folder, which then gets the old one's name, so a failure leaves the
    old dictionary whole. Raises DictionaryError if the files cannot be written, or if the old
    folder has files that are not part of a dictionary.
    """
    try:
        check_place(folder)
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
        description = _description(folder / DESCRIPTION)
        lexicons = {
            length: _lexicon(folder / _file_name(length), (description.alphabet, length, words))
            for length, words in description.words_per_length.items()
        }
    except OSError as error:
        raise DictionaryError(f"{error.filename}: {error.strerror}") from error
    first = _first_guesses(folder / FIRST_GUESSES)
    return Dictionary(description, _as_written(lexicons, description), folder, first)


def load_all(folders: Sequence[Path], names: Container[str] | None = None) -> dict[str, Dictionary]:
    """The dictionaries in some folders by name: all, or those of `names`.

    Raises DictionaryError.
    """
    places = folders_by_name(folders)
    chosen = [place for name, place in places.items() if names is None or name in names]
    return load_with_tables(chosen, folders)


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


def check_place(folder: Path) -> None:
    """Raise DictionaryError unless a dictionary may be written here.

    We replace no symbolic link, and no folder that holds anything but a dictionary. Raises OSError.
    """
    if folder.is_symlink():
        raise DictionaryError(
            f"{folder} is a symbolic link, which would be replaced; remove it, or name another"
            " folder with --into"
        )
    for file in folder.iterdir() if folder.exists() else ():
        if file.name not in (DESCRIPTION, FIRST_GUESSES, LICENCE) and file.suffix != ".lexicon":
            raise DictionaryError(
                f"{folder}: {file.name} is not a part of a dictionary; it would be deleted"
            )


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


def _lexicon(path: Path, described: tuple[str, int, int]) -> Lexicon:
    """The lexicon in a file, with the alphabet, length and words that the description has."""
    try:
        lexicon = lexicon_from(path.read_bytes())
    except DictionaryError as error:
        raise DictionaryError(f"{path}: {error}") from error
    if (lexicon.alphabet, lexicon.length, len(lexicon)) != described:
        raise DictionaryError(f"{path}: not as {DESCRIPTION} says; build the dictionary again")
    return lexicon


def _description(path: Path) -> Description:
    """The description in a file. Raises DictionaryError, OSError."""
    try:
        content = json.loads(path.read_bytes())
        texts = {name: content.get(name) for name in TEXTS} | {"title": content.get("title", "")}
        lengths = _by_length(content.get("words_per_length"))
        name = _checked({"name": path.parent.name})  # of the folder, which may be a copy
        return Description(
            **_checked(texts) | name,
            words_per_length=lengths,
            drops_accents=_truth("drops_accents", content),
            reviewed=_truth("reviewed", content),
        )
    except (ValueError, AttributeError, RecursionError) as error:
        raise DictionaryError(f"{path}: not a JSON object with {', '.join(TEXTS)}") from error
    except DictionaryError as error:
        raise DictionaryError(f"{path}: {error}") from error


def _first_guesses(path: Path) -> dict[WeightsName, dict[int, FirstGuesses]]:
    """The first guesses in a file, or none if it does not exist. Raises DictionaryError."""
    try:
        content = json.loads(path.read_bytes()) if path.exists() else {}
        return {
            name: {int(length): dict(misses) for length, misses in content.get(name, {}).items()}
            for name in WEIGHTS
        }
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise DictionaryError(f"{path}: it has no misses of first guesses") from error


def _checked(texts: dict[str, Any]) -> dict[str, Any]:
    """The texts of a description. Raises DictionaryError if one does not match `TEXTS`."""
    for name, text in texts.items():
        pattern, right = TEXTS[name]
        if not (isinstance(text, str) and pattern.fullmatch(text)):
            raise DictionaryError(f"{name}: {text!r:.60} is not {right}")
    return texts


def _truth(name: str, content: Mapping[str, Any]) -> bool:
    """A member that is true or false; false if it is not there. Raises DictionaryError."""
    member = content.get(name, False)
    if not isinstance(member, bool):
        raise DictionaryError(f"{name}: {member!r:.60} is not true or false")
    return member


def _by_length(counts: Any) -> dict[int, int]:
    """How many words of each length there are. Raises DictionaryError."""
    members = counts.items() if isinstance(counts, dict) else ()
    if not members or not all(LENGTH.fullmatch(n) and type(words) is int for n, words in members):
        wanted = 'numbers of words by length, as {"5": 1200}'
        raise DictionaryError(f"words_per_length: {counts!r:.60} is not {wanted}")
    return {int(length): words for length, words in members}
