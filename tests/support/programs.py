"""Programs that tests run: where they are, how to get them, and the environment that they see."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NoReturn

import pytest

from tests.support.waiting import PATIENCE

ROOT: Final = Path(__file__).parents[2]
CALLERS: Final = dict(os.environ)  # installers need its registries and certificates
# What Python or NumPy will take away is an error, in the programs that tests start, too.
WARNINGS: Final = "error::DeprecationWarning,error::FutureWarning,error::PendingDeprecationWarning"
SBIN = ("/usr/sbin", "/usr/local/sbin", "/sbin")  # not on an ordinary user's PATH
CURL = (7, 84)  # knows --json and %header{…}


@dataclass(frozen=True)
class Place:
    """Where a server runs: its address, and the command that starts a program there."""

    address: str = "127.0.0.1"
    entry: tuple[str, ...] = ()


HERE: Final = Place()


def environment(home: Path, **named: str) -> dict[str, str]:
    """The environment of a tested program; of the caller's, it has only the path of programs."""
    return {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), CALLERS["PATH"]]),
        "PYTHONPATH": str(ROOT),  # this checkout, whatever is installed
        "LANG": "C.UTF-8",
        "PYTHONWARNINGS": WARNINGS,
        "HOME": str(home),
        **named,
    }


def run(
    *command: str | Path,
    folder: Path = ROOT,
    environ: dict[str, str] | None = None,
    given: str | None = None,
    seconds: float = PATIENCE,
    encoding: str = "utf-8",
) -> "subprocess.CompletedProcess[str]":
    """Run a program in a folder, with `given` as its input; it must end in so many seconds.

    Its environment is `environ`, or by default one with a new home.
    """
    with TemporaryDirectory() as home:
        return subprocess.run(
            command,
            cwd=folder,
            env=environ or environment(Path(home)),
            input=given,
            timeout=seconds,
            capture_output=True,
            encoding=encoding,
        )


def printed(*command: str | Path, **how: Any) -> str:
    """Run a program, which must succeed, and return what it prints; `how` goes to `run`."""
    ran = run(*command, **how)
    assert ran.returncode == 0, f"{' '.join(map(str, command))}\n{ran.stdout}{ran.stderr}"
    return ran.stdout


def program(package: str, *names: str) -> str:
    """The path of the first of these programs that is installed; Debian has them in `package`."""
    path = os.pathsep.join([CALLERS.get("PATH", os.defpath), *SBIN])
    for name in names:
        if place := shutil.which(name, path=path):
            return place
    return missing(f"{names[0]} is not here: apt-get install {package}")


def curl() -> str:
    """The path of a curl that is new enough."""
    place = program("curl", "curl")
    version = re.match(r"curl (\d+)\.(\d+)", printed(place, "--version"))
    if not version or (int(version[1]), int(version[2])) < CURL:
        missing("curl is too old: install {}.{} or a newer one".format(*CURL))
    return place


def missing(what: str) -> NoReturn:
    """Skip the test, or in CI fail it; the summary has one line for all with the same reason."""
    if CALLERS.get("CI"):
        pytest.fail(what)
    pytest.skip(what)
