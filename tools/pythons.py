"""Run the tests with every Python that is here, and print a row for each.

    python -m tools.pythons
    python -m tools.pythons --brief
    python -m tools.pythons --debian testing

Each Python has an environment of its own, such as .venv-3.13. `--brief` runs what CI runs besides
all tests with one Python, a part of them: with the newest Python, then with the oldest and the
lowest versions that pyproject.toml allows, then with the newest Python and the newest versions. If
no Python is newer than the oldest that we support, it takes Debian's, of the release that the image
uses. `--debian` takes the Python of another release, and no other one; both need root and
debootstrap. The exit code is 1 if a test failed, or if a Python or its packages could not be had.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias
from xml.etree import ElementTree

from tests.support.programs import ROOT
from tools.debian import Failed, handed_to_pip, image_base, make_system, run

Release: TypeAlias = tuple[int, ...]  # (3, 13)

PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
[OLDEST] = re.findall(r"^>=(\S+)$", PROJECT["requires-python"])
TRIED: Final = re.findall(r"(?<=:: )3\.\d+$", "\n".join(PROJECT["classifiers"]), re.MULTILINE)
PROGRAM: Final = re.compile(r"python(3\.\d+)")
ASKED: Final = "import ensurepip, platform; print(platform.python_version())"
NUMPY: Final = "import numpy; print(numpy.__version__)"
RESULTS: Final = ROOT / "build" / "pythons"
RESOLUTIONS: Final[Mapping[str, str]] = {"lowest": "lowest-direct", "newest": "highest"}
LOCKED: Final = "locked"
ALL, PART = ("test", "test-lab"), ("test-part",)  # of the Makefile
HEAD: Final = ("Python", "packages", "NumPy", "passed", "failed", "seconds")
WIDTHS: Final = (8, 9, 8, 7, 7, 8)
# What tests run, besides Python and what its packages bring.
DEBIAN: Final = ("make", "curl", "git", "procps")
SHARED: Final = ("/dev", "/proc", "/sys", "/etc/hosts", "/etc/resolv.conf")


@dataclass(frozen=True)
class Python:
    """A Python: its version, its program, and what runs commands where it is."""

    version: str
    program: str
    within: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Its release: 3.13."""
        return self.version.rpartition(".")[0]

    def run(self, *command: str) -> str:
        """The output of a command where it is. Raises Failed."""
        return run(*self.within, *command)


@dataclass(frozen=True)
class Row:
    """The tests with one Python; without counts if its packages could not be installed."""

    python: str
    packages: str
    numpy: str = "-"
    passed: int = 0
    failed: int = 0
    seconds: int = 0

    @property
    def is_good(self) -> bool:
        """Whether tests ran and none failed."""
        return self.passed > 0 and self.failed == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--brief", action="store_true", help="run the part that CI runs")
    parser.add_argument("--debian", metavar="RELEASE", help="the Python of a Debian release")
    arguments = parser.parse_args()
    shutil.rmtree(RESULTS, ignore_errors=True)
    RESULTS.mkdir(parents=True)
    with TemporaryDirectory(dir="/var/tmp") as folder:  # /tmp may be in memory
        try:
            here = [debian(Path(folder), arguments.debian)] if arguments.debian else pythons()
            if arguments.brief and not [python for python in here if python.name != OLDEST]:
                here.append(debian(Path(folder), image_base()[1]))
        except Failed as error:
            print(f"There is no Python to test with: {error}", file=sys.stderr)
            return 1
        plan = [(python, LOCKED) for python in here]
        if arguments.brief:
            plan = [(here[-1], LOCKED), (here[0], "lowest"), (here[-1], "newest")]
        rows = [tested(*trial, PART if arguments.brief else ALL) for trial in plan]
    print(*table(rows, here), sep="\n")
    return 0 if all(row.is_good for row in rows) else 1


def pythons() -> list[Python]:
    """The Pythons that we support and that are here, one of each release, the oldest first."""
    found: dict[Release, Python] = {}
    for path in programs():
        release = _release(path.name.removeprefix("python"))
        if release >= _release(OLDEST) and release not in found:
            # A program of pyenv's may start none, and Debian's Python may lack python3-venv.
            with suppress(Failed):
                found[release] = Python(run(str(path), "-c", ASKED), str(path))
    return [found[release] for release in sorted(found)]


def programs() -> Iterator[Path]:
    """Everything that is called python3.N: on the PATH, of Debian, and of pyenv, newest first."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    versions = sorted(pyenv.glob("3.*"), key=lambda each: _release(each.name), reverse=True)
    folders = [*map(Path, os.get_exec_path()), Path("/usr/bin"), *(v / "bin" for v in versions)]
    for folder in folders:
        yield from (path for path in folder.glob("python3.*") if PROGRAM.fullmatch(path.name))


def _release(version: str) -> Release:
    return tuple(map(int, re.findall(r"\d+", version)))


def debian(folder: Path, release: str) -> Python:
    """The Python of a Debian release, in a system that is made in a folder. Raises Failed."""
    system = folder / release
    make_system(system, release, *DEBIAN)
    shared = {each: each for each in (*SHARED, str(ROOT))} | handed_to_pip(folder)
    mounts = []
    for here, there in shared.items():
        inside = system / there.removeprefix("/")
        (inside if Path(here).is_dir() else inside.parent).mkdir(parents=True, exist_ok=True)
        if not Path(here).is_dir():
            inside.touch()
        mounts.append(shlex.join(["mount", "--rbind", here, str(inside)]))
    enter = folder / f"enter-{release}"
    enter.write_text("\n".join(["set -e", *mounts, f'exec chroot {shlex.quote(str(system))} "$@"']))
    within = ("unshare", "--mount", "sh", str(enter))
    return Python(run(*within, "python3", "-c", ASKED), "python3", within)


def tested(python: Python, packages: str, targets: tuple[str, ...]) -> Row:
    """The row of a Python: make its environment, and run the tests."""
    name = python.name if packages == LOCKED else f"{python.name}-{packages}"
    folder = f"/opt/{name}" if python.within else f".venv-{name}"
    print(f"\nPython {python.version}, packages: {packages}", flush=True)
    made = ["make", f"--directory={ROOT}", f"VENV={folder}", f"PYTHON={python.program}"]
    try:
        if packages != LOCKED:
            made.append(f"LOCKS={locks(packages)}")
        python.run(*made, f"{folder}/dev")
        numpy = python.run("env", "--chdir", str(ROOT), f"{folder}/bin/python", "-c", NUMPY)
    except Failed as error:
        print(error, flush=True)
        return Row(python.version, packages)
    begun, passed, failed = time.monotonic(), 0, 0
    for target in targets:
        results = RESULTS / f"{name}-{target}.xml"
        environ = {**os.environ, "PYTEST_ADDOPTS": f"--junit-xml={results}"}
        with subprocess.Popen([*python.within, *made, target], env=environ) as tests:
            code = tests.wait()
        now_passed, now_failed = counted(results)
        passed += now_passed
        failed += now_failed or int(code != 0)
    seconds = round(time.monotonic() - begun)
    return Row(python.version, packages, numpy, passed, failed, seconds)


def locks(packages: str) -> Path:
    """A new folder of locked requirements with the lowest or the newest versions. Raises Failed."""
    folder = RESULTS / packages
    folder.mkdir()
    made = ("make", f"--directory={ROOT}", f"LOCKS={folder}", f"RESOLUTION={RESOLUTIONS[packages]}")
    run(*made, "--old-file=.venv/dev", "lock")  # uv of .venv, which is made from other locks
    return folder


def counted(results: Path) -> tuple[int, int]:
    """How many tests passed and failed, by a file of pytest's; nothing if it wrote none."""
    if not results.exists():
        return 0, 0
    [suite] = ElementTree.parse(results).iter("testsuite")
    every, skipped, *failed = (
        int(suite.get(name, 0)) for name in ("tests", "skipped", "failures", "errors")
    )
    return every - skipped - sum(failed), sum(failed)


def table(rows: list[Row], here: list[Python]) -> Iterator[str]:
    """The lines of the table, and one that names the Pythons that are not here."""
    yield ""
    for cells in (HEAD, *(tuple(vars(row).values()) for row in rows)):
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(cells, WIDTHS, strict=True))
    missing = [release for release in TRIED if release not in {python.name for python in here}]
    if missing:
        yield f"Not here: {', '.join(missing)}"


if __name__ == "__main__":
    sys.exit(main())
