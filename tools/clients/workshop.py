"""The generators of docs/clients.md, a folder to run one in, and the packages that it needs."""

import fcntl
import os
import re
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tests.support.programs import CALLERS, environment, missing, printed, run

HERE: Final = Path(__file__).parent
PAGE: Final = HERE.parents[1] / "docs" / "clients.md"
HOST: Final = "http://localhost:8000"
ROW: Final = re.compile(
    r"^\| [^|]* \| \[(?P<file>\S+)\]\((?P<program>\S+)\) \| [^|]* \| `(?P<command>[^`]*)` \|",
    re.MULTILINE,
)
INSTALLING: Final = 900.0  # seconds: packages come from elsewhere
NODE: Final = "needs node and npm: apt-get install nodejs npm"
JAVA: Final = "needs a JDK: apt-get install default-jdk-headless"


@dataclass(frozen=True)
class Generator:
    """The command that generates a client, a program that plays with it, and the service's URL."""

    command: str
    file: str
    program: str
    url: str = HOST

    def at(self, url: str) -> "Generator":
        """The same for a service at `url`."""
        return replace(self, command=self.command.replace(HOST, url), url=url)


def generators() -> dict[str, Generator]:
    """All generators of the page's table, by the files of their programs."""
    return {
        row["file"]: Generator(
            row["command"], row["file"], (PAGE.parent / row["program"]).read_text()
        )
        for row in ROW.finditer(PAGE.read_text())
    }


class Workshop:
    """A folder, and the environment of the commands that run there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = ""
        self.path = environment(folder)["PATH"].split(":")

    def printed(self, *command: str) -> str:
        """Run a command, which must succeed, and return its output."""
        environ = {
            **CALLERS,
            "HANGMAN_URL": self.url,
            "PATH": ":".join(self.path),
            "PYTHONPATH": "",
        }
        return printed(*command, folder=self.folder, environ=environ, seconds=INSTALLING)

    def generate(self, generator: Generator) -> None:
        """Run the command of a generator, and write its program beside the client."""
        if "openapi-generator-cli" in generator.command:
            need("javac", JAVA)
        self.url = generator.url
        self.printed("bash", "-c", generator.command)
        (self.folder / generator.file).write_text(generator.program)


def need(program: str, why: str) -> None:
    """Skip the test if a program is missing; in CI it fails."""
    if not shutil.which(program):
        missing(why)


def need_packages(*packages: str) -> None:
    """Skip the test unless these packages of Debian are installed; in CI it fails."""
    if run("env", "dpkg", "--status", *packages).returncode:
        missing(f"needs packages of Debian: apt-get install {' '.join(packages)}")


def install(locked: Path) -> None:
    """Install the npm packages that are locked in a folder, or skip the test."""
    command = ("npm", "ci", "--ignore-scripts")
    if run(*command, folder=locked, environ=CALLERS, seconds=INSTALLING).returncode:
        missing(f"npm could not install what tools/clients/{locked.name} needs: npm ci says why")


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
