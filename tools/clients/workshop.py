"""A folder to generate a client in, and the tools that are needed there."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tools.clients.page import Generator

HERE: Final = Path(__file__).parent
NODE: Final = "needs node and npm: apt-get install nodejs npm"
JAVA: Final = "needs a JDK: apt-get install default-jdk-headless"

by_make_clients = pytest.mark.skipif(
    not os.environ.get("CLIENTS"), reason="takes long: make clients runs it"
)


class Workshop:
    """A folder, the environment of commands that run there, and what they need."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = [str(Path(sys.executable).parent), *os.environ["PATH"].split(":")]

    def printed(self, *command: str) -> str:
        """What a command prints. It must succeed."""
        environ = {**os.environ, "PATH": ":".join(self.path), "PYTHONPATH": ""}
        ran = subprocess.run(command, cwd=self.folder, env=environ, capture_output=True, text=True)
        assert ran.returncode == 0, f"{' '.join(command)}\n{ran.stdout}{ran.stderr}"
        return ran.stdout

    def generate(self, generator: Generator) -> None:
        """Run the commands of a generator, and write its program beside the client."""
        for command in generator.commands:
            self.printed("bash", "-c", command)
        (self.folder / generator.file).write_text(generator.program)


def need(program: str, why: str) -> None:
    """Leave the test out if a program is missing; in CI it fails."""
    if shutil.which(program):
        return
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


def install(locked: Path) -> None:
    """Install the npm packages that are locked in a folder, or leave the test out."""
    ran = subprocess.run(
        ["npm", "ci", "--ignore-scripts"], cwd=locked, capture_output=True, text=True
    )
    if ran.returncode == 0:
        return
    if os.environ.get("CI"):
        pytest.fail(ran.stderr)
    pytest.skip(f"npm could not install what tools/clients/{locked.name} needs: npm ci says why")


def with_packages(workshop: Workshop, name: str) -> Workshop:
    """The workshop with the npm packages that are locked in the folder `name`."""
    need("npm", NODE)
    locked = HERE / name
    installed = locked / "node_modules" / ".package-lock.json"
    with (locked / "package-lock.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # npm deletes what a test of another process would use
        if not installed.exists() or installed.stat().st_mtime < os.fstat(lock.fileno()).st_mtime:
            install(locked)
    (workshop.folder / "node_modules").symlink_to(locked / "node_modules")
    (workshop.folder / "package.json").write_bytes((locked / "package.json").read_bytes())
    return workshop
