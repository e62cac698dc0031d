"""Measurements in a network and a process tree of their own.

The kernel removes everything when the first process there ends, however it ends: the hosts, their
addresses, and all processes. Nothing has a name outside, so two runs do not meet.

    python -m tools.faults.hosts.isolation FOLDER     # reads a measure, and writes its findings
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from shutil import which
from threading import Thread
from typing import BinaryIO, Final

from tests.support.programs import SBIN
from tools.faults.findings import Finding, Measure

PROGRAMS: Final = {"ip": "iproute2", "iptables": "iptables", "nginx": "nginx-light"}
TUN: Final = Path("/dev/net/tun")  # for the slow link
FAKED_TIME: Final = Path("/usr/lib")  # below it, Debian has libfaketime in a folder of the machine
UNSHARE: Final = ("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")


def isolated(measure: Measure) -> Measure:
    """A measure that runs with a network and processes of its own; it must be picklable."""
    return partial(_findings, measure)


def _findings(measure: Measure, folder: Path) -> Iterator[Finding]:
    command = [*UNSHARE, sys.executable, "-m", __name__, str(folder)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PATH": _path()}
    ) as process:
        assert process.stdin
        assert process.stdout
        try:
            pickle.dump(measure, process.stdin)
            process.stdin.flush()
            while finding := pickle.load(process.stdout):
                yield finding
        except EOFError:
            raise RuntimeError("the measurement ended early; its error is above") from None
        finally:
            process.kill()


def lacking() -> str:
    """What this machine lacks to make several hosts; empty if it lacks nothing."""
    packages = [package for name, package in PROGRAMS.items() if not which(name, path=_path())]
    packages += [] if faked_time() else ["libfaketime"]
    if os.geteuid():
        return "they need root"
    if packages:
        return f"apt-get install {' '.join(packages)}"
    if not TUN.exists():
        return f"this machine has no {TUN}"
    refusal = _refusal([*UNSHARE, "true"])
    return f"this machine makes no namespaces ({refusal})" if refusal else ""


def faked_time() -> Path | None:
    """The library that changes the clock of one process."""
    return next(FAKED_TIME.glob("*/faketime/libfaketimeMT.so.1"), None)


def _path() -> str:
    return os.pathsep.join([os.environ.get("PATH", os.defpath), *SBIN])


def _refusal(command: Sequence[str]) -> str:
    """What a command says if it fails."""
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        _, said = process.communicate()
    return said.strip() or f"exit code {process.returncode}" if process.returncode else ""


def main() -> int:
    measure: Measure = pickle.load(sys.stdin.buffer)
    Thread(target=_end_with, args=(sys.stdin.buffer,), daemon=True).start()
    findings = sys.stdout.buffer
    sys.stdout = sys.stderr
    for finding in measure(Path(sys.argv[1])):
        pickle.dump(finding, findings)
        findings.flush()
    pickle.dump(None, findings)
    return 0


def _end_with(reader: BinaryIO) -> None:
    """End, and everything here with it, when the process ends that reads the findings."""
    reader.read()
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
