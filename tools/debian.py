"""Bare Debian systems, made by debootstrap, and the settings of pip that go into them."""

import ast
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from tests.support import programs
from tests.support.programs import ROOT

LIMIT: Final = 1200  # seconds for a command
BASE: Final = re.compile(r"^FROM (\S+-(\w+)) AS base$", re.MULTILINE)


class Failed(Exception):
    """A command failed; `str(error)` says which and why."""


def image_base() -> tuple[str, str]:
    """The image that ours starts from, and its Debian release."""
    [(image, release)] = BASE.findall((ROOT / "Dockerfile").read_text())
    return image, release


def run(*command: str, seconds: float = LIMIT) -> str:
    """The output of a command; prints the command and its seconds to stderr. Raises Failed."""
    begun = time.monotonic()
    try:
        ran = programs.run(*command, environ=dict(os.environ), seconds=seconds)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failed(str(error)) from error
    print(f"{time.monotonic() - begun:4.0f} s {' '.join(command)[:80]}", file=sys.stderr)
    if ran.returncode:
        raise Failed(f"{' '.join(command)}\n{ran.stdout}{ran.stderr}".strip())
    return ran.stdout.strip()


def make_system(folder: Path, release: str, *packages: str) -> None:
    """Make a system with its Python and these packages in a new folder. Raises Failed."""
    if os.geteuid():
        raise Failed("debootstrap needs root")
    # In these namespaces, the mounts and processes of debootstrap end with it, however it ends.
    alone = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
    included = ",".join(["python3", "python3-venv", *packages])
    bare = ("debootstrap", "--variant=minbase", f"--include={included}", release)
    run(*alone, *bare, str(folder), seconds=600)


def handed_to_pip(folder: Path) -> dict[str, str]:
    """What gives pip there the settings, certificates and folders of pip here.

    By the path here, the path there; the settings are written into `folder`. Raises Failed.
    """
    listed = run(sys.executable, "-m", "pip", "config", "list")
    lines = re.findall(r"^(?:global|install|:env:)\.([\w-]+)=(.+)$", listed, re.MULTILINE)
    settings = {name: ast.literal_eval(value).split() for name, value in reversed(lines)}
    words = [word.removeprefix("file://") for value in settings.values() for word in value]
    # The pages of an index, “simple”, link to files beside them: take the folder of both.
    places = {Path(word).parent if word.endswith("/simple") else Path(word) for word in words}
    handed = {str(place): str(place) for place in places if place.is_absolute() and place.exists()}
    configuration = folder / "pip.conf"
    rows = [f"{name} = {' '.join(words)}\n" for name, words in settings.items()]
    configuration.write_text("[global]\n" + "".join(rows))
    return {**handed, str(configuration): "/etc/pip.conf"}
