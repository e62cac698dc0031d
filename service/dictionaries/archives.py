"""Archives: the one text file that is packed in a .gz, .zip, .bz2 or .xz."""

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import PurePosixPath
from typing import Final
from zipfile import BadZipFile, ZipFile, ZipInfo

from service.dictionaries.arrays import DictionaryError

MOST_UNPACKED: Final = 100_000_000  # bytes
XZ_MEMORY: Final = 128 << 20  # bytes, more than xz -9 needs: a file may ask for gigabytes
SHOWN: Final = 3  # names of an archive that has too many files
OF_MACOS: Final = ("__MACOSX/", ".DS_Store")  # macOS adds them to every .zip
OF_OFFICE: Final = {"[Content_Types].xml", "mimetype"}
DAMAGED: Final = (EOFError, OSError, zlib.error, lzma.LZMAError, BadZipFile, NotImplementedError)


@dataclass(frozen=True)
class Unpacked:
    """The bytes of a file; `packing` says what it was in: “gzip”, “words.txt in a zip archive”."""

    data: bytes
    packing: str = ""


def unpacked(data: bytes) -> Unpacked:
    """The bytes of a file, unpacked if it is an archive.

    Raises DictionaryError if the archive is damaged, has other than one file, or too much in it.
    """
    for start, unpack in UNPACKERS.items():
        if data.startswith(start):
            try:
                result = unpack(data)
            except DAMAGED as error:
                raise DictionaryError("the archive is damaged, or of an unknown kind") from error
            if len(result.data) > MOST_UNPACKED:
                most = f"{MOST_UNPACKED // 1_000_000} MB"
                raise DictionaryError(f"unpacked, it is larger than {most}, the most that we read")
            return result
    return Unpacked(data)


def _gzip(data: bytes) -> Unpacked:
    with gzip.GzipFile(fileobj=BytesIO(data)) as file:
        return Unpacked(file.read(MOST_UNPACKED + 1), "gzip")


def _bzip2(data: bytes) -> Unpacked:
    with bz2.BZ2File(BytesIO(data)) as file:
        return Unpacked(file.read(MOST_UNPACKED + 1), "bzip2")


def _xz(data: bytes) -> Unpacked:
    file = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=XZ_MEMORY)
    content = file.decompress(data, MOST_UNPACKED + 1)
    if not file.eof and len(content) <= MOST_UNPACKED:
        raise EOFError
    return Unpacked(content, "xz")


def _zip(data: bytes) -> Unpacked:
    with ZipFile(BytesIO(data)) as archive:
        member = _only_file(archive.infolist())
        with archive.open(member) as file:
            return Unpacked(file.read(MOST_UNPACKED + 1), f"{member.filename} in a zip archive")


def _only_file(members: list[ZipInfo]) -> ZipInfo:
    """The one file of an archive. Raises DictionaryError."""
    files = [each for each in members if not each.is_dir() and not _is_of_macos(each.filename)]
    names = [each.filename for each in files]
    if outside := next(filter(_leads_outside, names), None):
        raise DictionaryError(f"the archive has a path that leads outside of it: {outside!r:.60}")
    if not OF_OFFICE.isdisjoint(names):
        raise DictionaryError("it looks like the document of an office program; save it as text")
    if len(files) != 1:
        shown = ", ".join(names[:SHOWN]) + (", …" if len(names) > SHOWN else "")
        raise DictionaryError(
            f"the archive has {len(files)} files ({shown}); unpack it, and name one"
            if files
            else "the archive has no file"
        )
    if files[0].flag_bits & 1:
        raise DictionaryError("the archive needs a password; unpack it, and name the file in it")
    return files[0]


def _leads_outside(name: str) -> bool:
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or ":" in path.parts[0]


def _is_of_macos(name: str) -> bool:
    first, last = OF_MACOS
    return name.startswith(first) or name.endswith(last)


UNPACKERS: Final[dict[bytes, Callable[[bytes], Unpacked]]] = {  # by the first bytes
    b"\x1f\x8b": _gzip,
    b"PK\x03\x04": _zip,
    b"PK\x05\x06": _zip,  # without any file
    b"BZh": _bzip2,
    b"\xfd7zXZ\x00": _xz,
}
