"""A file of words as people have it: from its bytes to its entries."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from service.dictionaries.archives import unpacked
from service.dictionaries.arrays import DictionaryError
from service.dictionaries.commonness import Numbers
from service.dictionaries.entries import Dropped, Entries, Entry, numbered_lines
from service.dictionaries.file_signatures import binary_kind, text_kind
from service.dictionaries.list_forms import entries_of
from service.dictionaries.text_encoding import Decoded, decoded

LARGEST: Final = 64_000_000  # bytes of a file: some six million words


@dataclass(frozen=True)
class WordFile:
    """The entries of a file, and how it was understood.

    `encoding` names the encoding of its text; `packing` says what the text was packed in, if it
    was.
    """

    path: Path
    read: Entries
    encoding: str
    packing: str = ""

    @property
    def description(self) -> str:
        """What the file was taken for: “hunspell dictionary, 49,569 entries, UTF-8”."""
        number = sum(each.dropped is not Dropped.COMMENT for each in self.read.entries)
        count = f"{number:,} {'entry' if number == 1 else 'entries'}"
        return ", ".join(filter(None, [self.read.form, count, self.encoding, self.packing]))

    @property
    def entries(self) -> list[Entry]:
        """What may be words."""
        return self.read.entries

    @property
    def numbers(self) -> Numbers:
        """What the numbers beside words mean."""
        return self.read.numbers


def word_file(path: Path, alphabets: Collection[str] = ()) -> WordFile:
    """What is in a file; `alphabets` has the letters of languages that it may be in.

    Raises DictionaryError, with the path, if the file cannot be read, is larger than LARGEST, or is
    nothing that has words.
    """
    with _naming(path):
        archive = unpacked(_bytes_of(path))
        text = _text_in(archive.data, alphabets)
        entries = entries_of(text.text, is_dic=".dic" in path.suffixes)
        return WordFile(path, entries, text.encoding, archive.packing)


def lines_of(path: Path, alphabets: Collection[str] = ()) -> list[tuple[int, str]]:
    """The lines of a file that are not blank, in any encoding, and their numbers from 1.

    Raises DictionaryError, as `word_file` does.
    """
    with _naming(path):
        text = _text_in(unpacked(_bytes_of(path)).data, alphabets)
        return [*numbered_lines(text.text)]


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Name a file in the errors of reading it. Raises DictionaryError."""
    try:
        yield
    except OSError as error:
        raise DictionaryError(f"{path}: {error.strerror or error}") from error
    except DictionaryError as error:
        raise DictionaryError(f"{path}: {error}") from error


def _bytes_of(path: Path) -> bytes:
    """The bytes of a file. Raises DictionaryError, OSError."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)  # a device or a pipe may never end
    if len(data) > LARGEST:
        raise DictionaryError(
            f"the file is larger than {LARGEST // 1_000_000} MB, the most that we read"
        )
    return data


def _text_in(data: bytes, alphabets: Collection[str]) -> Decoded:
    """The text in some bytes. Raises DictionaryError if they are nothing that has words."""
    _refuse(binary_kind(data))
    text = decoded(data, alphabets)
    _refuse(text_kind(text.text))
    return text


def _refuse(kind: str | None) -> None:
    if kind:
        raise DictionaryError(f"it looks like {kind}, not like a list of words")
