"""Where an example is generated, compiled and run: a folder, and the packages that it needs."""

import fcntl
import os
import re
import shutil
from pathlib import Path
from subprocess import CompletedProcess
from typing import Final

from tests.support.programs import CALLERS, ROOT, environment, missing, printed, run

HERE: Final = Path(__file__).parent
EXAMPLES: Final = ROOT / "examples"
HOST: Final = "http://localhost:8000"
GENERATES: Final = re.compile(rf"^    (.*{HOST}/openapi.yaml.*?) +# (\S+)$", re.MULTILINE)
INSTALLING: Final = 900.0  # seconds: packages come from elsewhere
NODE: Final = "needs node and npm: apt-get install nodejs npm"
JAVA: Final = "needs a JDK: apt-get install default-jdk-headless"


def generators() -> dict[str, str]:
    """By program, as in `go/play.go`: the command of its README that generates a client."""
    return {
        f"{page.parent.name}/{file}": command
        for page in EXAMPLES.glob("*/README.md")
        for command, file in GENERATES.findall(page.read_text())
    }


class Workshop:
    """A folder, and the environment of the commands that run there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = environment(folder)["PATH"].split(":")

    def ran(self, *command: str, url: str = "") -> "CompletedProcess[str]":
        """Run a command, for a service at `url`."""
        return run(*command, folder=self.folder, environ=self.environ(url), seconds=INSTALLING)

    def printed(self, *command: str, url: str = "") -> str:
        """Run a command, which must succeed, and return its output."""
        return printed(*command, folder=self.folder, environ=self.environ(url), seconds=INSTALLING)

    def environ(self, url: str) -> dict[str, str]:
        return {**CALLERS, "HANGMAN_URL": url, "PATH": ":".join(self.path), "PYTHONPATH": ""}

    def copy(self, example: str, url: str = HOST) -> None:
        """Copy the programs of an example's folder, and generate the client of one of them."""
        for file in (EXAMPLES / example).parent.iterdir():
            if file.is_file() and not file.name.startswith("."):
                shutil.copy(file, self.folder)
        if command := generators().get(example):
            if "openapi-generator-cli" in command:
                need("javac", JAVA)
            command = command.removeprefix("npm ci && ").replace(HOST, url)
            self.printed("bash", "-c", command)


def need(program: str, why: str) -> None:
    """Skip the test if a program is missing; in CI it fails."""
    if not shutil.which(program, path=environment(HERE)["PATH"]):
        missing(why)


def need_packages(*packages: str) -> None:
    """Skip the test unless these packages of Debian are installed; in CI it fails."""
    if packages and run("env", "dpkg", "--status", *packages).returncode:
        missing(f"needs packages of Debian: apt-get install {' '.join(packages)}")


def install(locked: Path) -> None:
    """Install the npm packages that are locked in a folder, or skip the test."""
    command = ("npm", "ci", "--ignore-scripts")
    if run(*command, folder=locked, environ=CALLERS, seconds=INSTALLING).returncode:
        missing(f"npm could not install what {locked.relative_to(ROOT)} needs: npm ci says why")


def with_packages(workshop: Workshop, locked: Path) -> Workshop:
    """The workshop with the npm packages that are locked in a folder."""
    need("npm", NODE)
    installed = locked / "node_modules" / ".package-lock.json"
    with (locked / "package-lock.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # npm deletes what a test of another process would use
        if not installed.exists() or installed.stat().st_mtime < os.fstat(lock.fileno()).st_mtime:
            install(locked)
    (workshop.folder / "node_modules").symlink_to(locked / "node_modules")
    shutil.copy(locked / "package.json", workshop.folder)
    return workshop
