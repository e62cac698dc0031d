"""The append-only file of our own store, and its repair, which cuts damaged commands out.

Each command in this file writes one whole game or deletes one. So the commands after the damage are
still good, and stay. `valkey-check-aof --fix` would drop them (and in Valkey 9.1 it calls every
manifest damaged).
"""

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, pairwise
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from service.engine.errors import HangmanError

COMMAND: Final = re.compile(rb"\*(\d{1,9})\r\n")  # RESP: how many arguments a command has
ARGUMENT: Final = re.compile(rb"\$(\d{1,9})\r\n")  # and how many bytes an argument has
START: Final = re.compile(rb"\*\d{1,9}\r\n\$\d{1,9}\r\n[A-Za-z]+\r\n")
UNKNOWN: Final = re.compile(r"nknown command '([^']+)'")  # in the log: a command that it refuses
FILE: Final = re.compile(r"appendonly\.aof(?:\.\w+)*")  # in the log: a file that it refuses
PARTS: Final = (".aof", ".rdb")
MANIFEST: Final = "appendonly.aof.manifest"
SNAPSHOTS: Final = (b"REDIS", b"VALKEY")  # a file with this start begins with no commands


class Unusable(HangmanError):
    """Store files that no server can use; `str(error)` says why, and what to do."""


@dataclass(frozen=True)
class Repair:
    """How many bytes were cut out of a file, and where a copy of the damaged file is."""

    file: Path
    cut: int
    copy: Path

    def __str__(self) -> str:
        return (
            f"{self.cut:,} damaged bytes were cut out of {self.file}, and with them a guess or more"
            f" may be lost; the file as it was is kept beside it as {self.copy.name}"
        )


def check_files(folder: Path) -> None:
    """Check that a server could write in `folder` and would find its games. Raises Unusable."""
    parts = _parts_folder(folder)
    files = [file for file in sorted(parts.glob("appendonly.aof.*")) if file.suffix in PARTS]
    manifest = parts / MANIFEST
    for place in (folder, parts) if parts.exists() else (folder,):
        _check_place(place)
    for file in (folder / "server.log", folder / "appendonly.aof", manifest, *files):
        _check_file(file)
    named = manifest.read_text(errors="replace") if manifest.exists() else ""
    for file in files:  # a server would overwrite a file that its manifest does not name
        if file.name not in named and _may_have_games(file):
            raise Unusable(
                f"{manifest} is missing or damaged: it does not name {file.name}; {_remedy(parts)}"
            )


def repair(folder: Path, log: str) -> list[Repair]:
    """Cut the damage out of the append-only files in `folder`, and keep a copy of each such file.

    `log` is the log of the server that did not start. Raises OSError.
    """
    unknown = frozenset(name.lower().encode() for name in UNKNOWN.findall(log))
    files = [folder / "appendonly.aof", *sorted(_parts_folder(folder).glob("*.aof"))]
    repairs = [_repair(file, unknown) for file in files if file.exists()]
    return [repair for repair in repairs if repair]


def beyond_repair(folder: Path, log: str) -> str | None:
    """Which file the server refused, and what to do; None if its log names no file."""
    parts = _parts_folder(folder)
    complaints = "\n".join(line for line in log.splitlines() if " # " in line)
    names = FILE.findall(complaints)
    names += [MANIFEST] if "manifest file" in complaints or "AOF manifest" in complaints else []
    names += [file.name for file in parts.glob("*.base.rdb")] if "RDB" in complaints else []
    if not names:
        return None
    file = next((part for part in folder.rglob(names[0])), parts / names[0])
    state = "damaged beyond repair" if file.exists() else "missing"
    return f"{file} is {state}; {_remedy(parts)}"


def damage(data: bytes, unknown: frozenset[bytes] = frozenset()) -> Iterator[tuple[int, int]]:
    """The start and end of each damaged stretch of an append-only file.

    A stretch ends where a command starts, or at the end of the file. A command that is `unknown` to
    the server counts as damage.
    """
    place = 0
    while place < len(data):
        end = _end_of_unit(data, place, unknown)
        if end is None:
            start = START.search(data, place + 1)
            end = start.start() if start else len(data)
            yield place, end
        place = end


def _end_of_unit(data: bytes, place: int, unknown: frozenset[bytes]) -> int | None:
    """The end of the command or transaction that starts at `place`; None if it is not whole."""
    name, end = _command(data, place)
    if name != b"multi":
        return None if name == b"exec" or name in unknown else end
    while end is not None:
        name, end = _command(data, end)
        if name == b"exec":
            return end
        if name == b"multi" or name in unknown:
            return None
    return None


def _command(data: bytes, place: int) -> tuple[bytes, int | None]:
    """The name and the end of the command that starts at `place`; no end if it is not whole."""
    head = COMMAND.match(data, place)
    if not head:
        return b"", None
    name, end = b"", head.end()
    for number in range(int(head[1])):
        argument = ARGUMENT.match(data, end)
        if not argument:
            return name, None
        start, end = argument.end(), argument.end() + int(argument[1])
        if data[end : end + 2] != b"\r\n":
            return name, None
        name = name if number else data[start:end].lower()
        end += 2
    return name, end


def _repair(file: Path, unknown: frozenset[bytes]) -> Repair | None:
    data = file.read_bytes()
    if data.startswith(SNAPSHOTS):
        return None
    cuts = list(damage(data, unknown))
    if not cuts:
        return None
    copy = next(name for name in _copies(file) if not name.exists())
    shutil.copy2(file, copy)
    whole = file.with_name(f"{file.name}.whole")
    with whole.open("wb") as output:
        for (_, start), (end, _) in pairwise([(0, 0), *cuts, (len(data), 0)]):
            output.write(data[start:end])
        output.flush()
        os.fsync(output.fileno())
    whole.replace(file)
    return Repair(file, sum(end - start for start, end in cuts), copy)


def _copies(file: Path) -> Iterator[Path]:
    return (file.with_name(f"{file.name}.damaged-{number}") for number in count(1))


def _parts_folder(folder: Path) -> Path:
    return folder / "appendonlydir"


def _may_have_games(file: Path) -> bool:
    """Whether it may have games: a server that dies at its first start leaves files without any."""
    return file.stat().st_size > 0 and ".1.base." not in file.name


def _check_place(folder: Path) -> None:
    try:
        TemporaryFile(dir=folder).close()
    except OSError as error:
        raise _unwritable(folder, error) from error


def _check_file(file: Path) -> None:
    try:
        file.open("r+b").close()
    except FileNotFoundError:
        return
    except OSError as error:
        raise _unwritable(file, error) from error


def _unwritable(place: Path, error: OSError) -> Unusable:
    return Unusable(
        f"{place} cannot be written ({error.strerror}); give yourself the right to, or set"
        " XDG_STATE_HOME to another folder, or REDIS_URL to a store"
    )


def _remedy(parts: Path) -> str:
    return (
        f"put it back from a backup, or move {parts} away to start without its games, or set"
        " REDIS_URL to another store"
    )
