"""A log that breaks: its reader dies or stops reading, its disk fills. No request may fail."""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from signal import SIGCONT, SIGSTOP
from typing import Final

from tests.support.running import SERVE, Service, missing_lines, printing, serving
from tests.support.waiting import PATIENCE
from tools.faults.findings import Finding
from tools.faults.players import Answer, guesses_of, percentile

CLIENTS: Final = 4
DISK: Final = 64_000_000  # bytes


@dataclass(frozen=True)
class Log:
    """The log of a service: functions that break it, mend it and return its text."""

    break_it: Callable[[], object]
    mend_it: Callable[[], object]
    text: Callable[[], str]


def breaking(folder: Path, seconds: float) -> Iterator[Finding]:
    """Break each log for some seconds while people play, and mend it."""
    for name, broken in (
        ("the reader of the log dies, and another one comes", died_reader),
        ("the disk of the log (a tmpfs) is full, and then has room", full_disk),
        (f"the log is a pipe that nobody reads for {seconds:.0f} s", stopped_reader),
    ):
        here = folder / broken.__name__
        here.mkdir()
        with broken(here) as (service, log):
            # Half before and half after, so that other work of the machine hits both alike.
            whole = guesses_of(service.url, CLIENTS, seconds / 2)
            log.break_it()
            meanwhile = guesses_of(service.url, CLIENTS, seconds)
            log.mend_it()
            whole += guesses_of(service.url, CLIENTS, seconds / 2)
            lost = missing_lines(log.text())
        yield finding(name, whole, meanwhile, lost)


def finding(name: str, whole: list[Answer], broken: list[Answer], lost: int) -> Finding:
    requests = whole + broken
    failed = sum(answer.status != 200 for answer in requests)
    before, meanwhile = [
        1000 * percentile([answer.seconds for answer in phase], 0.99) for phase in (whole, broken)
    ]
    return Finding(
        f"{len(requests):,} guesses of {CLIENTS} clients",
        f"{failed} failed; p99 {before:.1f}, meanwhile {meanwhile:.1f} ms; {lost:,} lines missing",
        not failed and lost > 0,
        meanwhile < 2 * before,
        case=name,
    )


@contextmanager
def piped(folder: Path) -> Iterator[tuple[Service, "list[subprocess.Popen[bytes]]"]]:
    """A service whose log is a pipe, and the pipe's readers; the last one reads."""
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    readers = [_reader(pipe)]
    try:
        with printing(folder / "service", f"> {pipe} 2>&1") as service:
            yield service, readers
    finally:
        for reader in readers:
            reader.kill()
            reader.wait(PATIENCE)


def _reader(pipe: Path) -> "subprocess.Popen[bytes]":
    with pipe.with_name("log").open("ab") as log:
        return subprocess.Popen(["cat", str(pipe)], stdout=log)


@contextmanager
def died_reader(folder: Path) -> Iterator[tuple[Service, Log]]:
    """A reader that is killed; another one takes its place."""
    with piped(folder) as (service, readers):
        text = (folder / "log").read_text
        yield service, Log(readers[0].kill, lambda: readers.append(_reader(folder / "pipe")), text)


@contextmanager
def stopped_reader(folder: Path) -> Iterator[tuple[Service, Log]]:
    """A reader that reads nothing for a while."""
    with piped(folder) as (service, [reader]):
        stop, go_on = partial(reader.send_signal, SIGSTOP), partial(reader.send_signal, SIGCONT)
        yield service, Log(stop, go_on, (folder / "log").read_text)


@contextmanager
def full_disk(folder: Path) -> Iterator[tuple[Service, Log]]:
    """A disk of its own for the log, in a namespace of its own."""
    mount = f"mount -t tmpfs -o size={DISK} log {folder}"
    command = f'exec unshare -rm sh -c \'{mount} && exec "$@" > {folder}/log 2>&1\' - "$@"'
    with serving(folder.with_name("disk"), ("bash", "-c", command, "-", *SERVE)) as service:
        inside = Path(f"/proc/{service.process.pid}/root/{folder}")

        def fill() -> None:
            with (inside / "others").open("wb", buffering=0) as others, suppress(OSError):
                while True:
                    others.write(bytes(65_536))

        yield service, Log(fill, (inside / "others").unlink, (inside / "log").read_text)
