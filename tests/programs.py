"""Programs that some tests need and a bare machine lacks: where they are, and how to get them."""

import os
import re
import shutil
import subprocess
from typing import NoReturn

import pytest

SBIN = ("/usr/sbin", "/usr/local/sbin", "/sbin")  # not on an ordinary user's PATH
CURL = (7, 84)  # knows --json and %header{…}


def program(package: str, *names: str) -> str:
    """The path of the first of some programs that is here; they are in this package of Debian."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *SBIN])
    for name in names:
        if place := shutil.which(name, path=path):
            return place
    return missing(f"{names[0]} is not here: apt-get install {package}")


def curl() -> str:
    """The path of a curl that is new enough."""
    place = program("curl", "curl")
    said = subprocess.run([place, "--version"], capture_output=True, text=True, check=True).stdout
    version = re.match(r"curl (\d+)\.(\d+)", said)
    if not version or (int(version[1]), int(version[2])) < CURL:
        missing("curl is too old: install {}.{} or a newer one".format(*CURL))
    return place


def missing(what: str) -> NoReturn:
    """Leave the test out, with one line for all such tests; in CI, fail it."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)
