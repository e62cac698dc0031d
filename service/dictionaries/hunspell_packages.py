"""npm's packages of hunspell's dictionaries: which there are, and what is in one of them.

The table `hunspell_packages.json` fixes the version of each, and the hash of its archive.
"""

import json
import tarfile
import zlib
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha512
from io import BytesIO
from pathlib import Path
from typing import Final

from service.dictionaries.arrays import DictionaryError

TABLE: Final = Path(__file__).with_name("hunspell_packages.json")
LARGEST: Final = 64_000_000  # bytes of an archive when it is unpacked; Greek has 20 MB
DIC: Final = "package/index.dic"
AFF: Final = "package/index.aff"
LICENCE: Final = "package/license"
PERMISSIVE: Final = ("Apache-2.0", "BSD-3-Clause", "BSD-3-Clause OR CC-BY-3.0", "MIT")


@dataclass(frozen=True)
class Package:
    """A package of npm with a dictionary of hunspell, and what there is to know of its language.

    `integrity` is the hash of its archive, as npm writes it. `entries` counts the stems. `debian`
    is the same dictionary as Debian has it: the name of its package, and of its file. A word
    without one of the `vowels` is an abbreviation; a language of which that is not true has none.
    """

    language: str
    title: str
    name: str
    version: str
    integrity: str
    licence: str
    entries: int
    debian: tuple[str, str]
    vowels: str = ""
    drops_accents: bool = False
    has_capital_nouns: bool = False

    @property
    def file_name(self) -> str:
        """The name of its archive."""
        return f"{self.name}-{self.version}.tgz"

    @property
    def dictionary(self) -> str:
        """The name of the dictionary that its words become."""
        return self.language.lower()

    @property
    def is_permissive(self) -> bool:
        """Whether its words may be published with other data, under the licence of that."""
        return self.licence in PERMISSIVE

    @property
    def source(self) -> str:
        """What a dictionary says of where its words come from."""
        return f"{self.name} {self.version} (npm), {self.licence}"


@dataclass(frozen=True)
class Files:
    """The files of a package that are used; `licence` is its text."""

    dic: bytes
    aff: bytes
    licence: str


@cache
def packages() -> Mapping[str, Package]:
    """The packages by language tag."""
    rows = json.loads(TABLE.read_bytes())
    return {
        language: Package(language, **{**row, "debian": tuple(row["debian"])})
        for language, row in rows.items()
    }


def files_in(archive: bytes, package: Package) -> Files:
    """The files of a package, read in memory: nothing of the archive becomes a path.

    Raises DictionaryError if it is not the archive that the table means, is larger than LARGEST
    when unpacked, or lacks a file.
    """
    _check(archive, package)
    try:
        contents = _contents(archive)
    except (zlib.error, tarfile.TarError, EOFError) as error:
        raise DictionaryError(f"{package.file_name}: this is no archive of npm: {error}") from error
    if contents is None:
        most = f"{LARGEST // 1_000_000} MB"
        raise DictionaryError(f"{package.file_name}: unpacked, it is larger than {most}")
    for name in (DIC, AFF):
        if name not in contents:
            raise DictionaryError(f"{package.file_name}: {name} is missing")
    licence = contents.get(LICENCE, package.licence.encode()).decode("utf-8", "replace")
    return Files(contents[DIC], contents[AFF], licence)


def _check(archive: bytes, package: Package) -> None:
    """Raise DictionaryError if this is not the archive whose hash the table has."""
    integrity = f"sha512-{b64encode(sha512(archive).digest()).decode()}"
    if integrity != package.integrity:
        raise DictionaryError(
            f"{package.file_name}: the archive is not the one that we know: its hash is"
            f" {integrity:.27}…, not {package.integrity:.27}…; nothing was installed"
        )


def _contents(archive: bytes) -> dict[str, bytes] | None:
    """The contents of the files that are used; None if all are larger than LARGEST."""
    unzip = zlib.decompressobj(wbits=31)  # with gzip's header
    content = unzip.decompress(archive, LARGEST + 1)
    if len(content) > LARGEST:
        return None
    if not unzip.eof:
        raise EOFError("its end is missing")
    with tarfile.open(fileobj=BytesIO(content), mode="r:") as members:
        used = [each for each in members if each.isfile() and each.name in (DIC, AFF, LICENCE)]
        files = {each.name: members.extractfile(each) for each in used}
        return {name: file.read() for name, file in files.items() if file}
