"""npm, the ordinary client of its registry: it fetches the archive of one package."""

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from service.cli.console import visible
from service.cli.failures import Failure

SECONDS: Final = 180  # npm tries again by itself
LARGEST: Final = 20_000_000  # bytes of an archive; Greek has 2.6 MB


def is_installed() -> bool:
    """Whether the shell would find npm."""
    return shutil.which("npm") is not None


def archive_of(name: str, version: str) -> bytes:
    """The archive of a package, in exactly this version. Raises Failure."""
    with TemporaryDirectory(prefix="hangman-npm-") as folder:
        _pack(f"{name}@{version}", folder)
        return bytes_of(Path(folder, f"{name}-{version}.tgz"))


def bytes_of(path: Path) -> bytes:
    """The bytes of an archive. Raises Failure if it is larger than LARGEST."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise Failure(f"{visible(str(path))}: {error.strerror or error}") from error
    if len(data) > LARGEST:
        raise Failure(f"{visible(path.name)}: it is larger than {LARGEST // 1_000_000} MB")
    return data


def _pack(package: str, folder: str) -> None:
    """Have npm write an archive into a folder; it runs nothing of the package. Raises Failure."""
    command = [shutil.which("npm") or "npm", "pack", package, "--ignore-scripts", "--silent"]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        try:
            _, errors = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired as error:
            process.kill()
            raise Failure(f"npm has not fetched {package} in {SECONDS} seconds") from error
    if process.returncode:
        lines = filter(None, map(str.strip, errors.decode(errors="replace").splitlines()))
        said = visible(next(lines, "it does not say why"))
        raise Failure(f"npm could not fetch {package}: {said:.200}")
