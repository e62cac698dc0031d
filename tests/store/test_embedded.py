"""Our embedded server: its games outlive it, it does not outlive us, none shares its folder."""

import os
import re
import resource
import shutil
import signal
from pathlib import Path

import pytest

from service.play.ids import new_game_id
from service.store.embedded import EmbeddedServer, NoServer
from service.store.errors import GameNotFound
from service.store.record import watch_id_of
from tests.support import records as factory
from tests.support.waiting import wait_until

GAMES = [new_game_id() for _ in range(4)]
OVERWRITTEN = b"XXXXXX"


def played(folder: Path) -> str:
    """Store games in a folder with a server, which then ends; return its URL."""
    with EmbeddedServer(folder) as server:
        for game_id in GAMES:
            factory.store(server).create(game_id, factory.record())
    return server.url


def is_kept(server: EmbeddedServer, game_id: str) -> bool:
    try:
        return factory.store(server).load(watch_id_of(game_id)).version == 1
    except GameNotFound:
        return False


def is_gone(process: int) -> bool:
    state = Path(f"/proc/{process}/stat")
    try:
        return state.read_text().split()[2] == "Z"
    except FileNotFoundError:
        return True


def kill(server: EmbeddedServer) -> None:
    os.kill(server.process_id, signal.SIGKILL)
    os.waitid(os.P_PID, server.process_id, os.WEXITED | os.WNOWAIT)


def refusal(folder: Path) -> str:
    """The line that says why no server runs in a folder."""
    with pytest.raises(NoServer) as caught, EmbeddedServer(folder):
        pass
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_file_that_is_gone_or_damaged_is_named_and_stays(tmp_path: Path) -> None:
    played(tmp_path)
    whole = {file: file.read_bytes() for file in (tmp_path / "appendonlydir").iterdir()}
    base, incr, manifest = sorted(whole)
    log = whole[incr]
    framing, name = log.index(b"*5", len(log) // 2), log.index(b"SET", len(log) // 2)

    for file, data in (
        (incr, log + bytes(4096)),
        (incr, log[:framing] + OVERWRITTEN + log[framing + len(OVERWRITTEN) :]),
        (incr, log[:name] + b"SXT" + log[name + 3 :]),
        (incr, None),
        (incr, re.sub(rb"\d{6}\r\n$", b"abcdef\r\n", log)),
        (base, whole[base][:40]),
        (base, whole[base][:40] + OVERWRITTEN + whole[base][46:]),
        (base, None),
        (manifest, None),
        (manifest, b""),
        (manifest, whole[manifest][:44]),  # the first of its two lines
        (manifest, bytes(len(whole[manifest]))),
    ):
        file.unlink()
        if data is not None:
            file.write_bytes(data)
        says_which = data is None or not data.endswith(b"abcdef\r\n")  # the server does not say

        said = refusal(tmp_path)

        named = file if says_which else file.parent
        assert f"{named} is missing, damaged or read-only" in said
        assert "put it back from a backup, or move" in said
        assert (file.read_bytes() if file.exists() else None) == data
        file.write_bytes(whole[file])

    with EmbeddedServer(tmp_path) as server:  # nothing has been overwritten
        assert factory.store(server).load(watch_id_of(GAMES[0])).version == 1
        assert "set another PORT" in refusal(tmp_path)  # a second server gets another folder


def test_dead_server_is_started_again_with_its_cut_file(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path) as server:
        for game_id in GAMES[:2]:
            factory.store(server).create(game_id, factory.record())
        file = tmp_path / "appendonlydir/appendonly.aof.1.incr.aof"
        wait_until(lambda: file.read_bytes().count(b"hangman:game:") == 2, "a game is not kept")
        kill(server)
        file.write_bytes(file.read_bytes()[:-37])

        server.keep_alive()

        assert [is_kept(server, game_id) for game_id in GAMES[:2]] == [True, False]


def test_server_whose_socket_is_gone_is_started_again(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path) as server:
        factory.store(server).create(GAMES[0], factory.record())
        before = server.process_id
        server.keep_alive()
        assert server.process_id == before

        shutil.rmtree(Path(server.url.removeprefix("unix://")).parent)
        server.keep_alive()

        assert is_kept(server, GAMES[0])
        assert is_gone(before)


def modes(folder: Path) -> dict[str, int]:
    """The permissions of a folder and of everything in it, by path."""
    paths = (folder, *folder.rglob("*"))
    return {str(path.relative_to(folder)): path.stat().st_mode & 0o777 for path in paths}


def test_games_are_for_our_user_alone_in_old_folders_too(tmp_path: Path) -> None:
    """The next server has the same socket, so a killed one leaves nothing behind for long."""
    folder = tmp_path / "state"
    url = played(folder)
    fresh = modes(folder)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)

    with EmbeddedServer(folder) as server:
        socket = Path(server.url.removeprefix("unix://"))
        again, of_socket = modes(folder), modes(socket.parent)
    assert server.url == url
    assert not socket.parent.exists()

    assert fresh == again
    assert {again.pop("."), again.pop("appendonlydir")} == {0o700}
    assert {*again.values()} == {0o600}
    assert of_socket == {".": 0o700, "store.sock": 0o700}


ELSEWHERE = "; set XDG_STATE_HOME or REDIS_URL"


@pytest.mark.parametrize(
    ("file", "folder", "said", "end"),
    [
        ("appendonlydir", "", "appendonlydir", ""),
        ("appendonlydir/appendonly.aof.manifest/folder", "", "manifest: Is a directory", ""),
        ("server.log/folder", "", "server.log", ""),
        ("file", "file/state", "file/state: Not a directory", ELSEWHERE),
        *[
            ("file", folder, f"here: {folder}", ELSEWHERE)
            for folder in ("/proc", "/proc/x", "/sys")
        ],
    ],
)
def test_folder_that_cannot_be_used_is_named(
    tmp_path: Path, file: str, folder: str, said: str, end: str
) -> None:
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).touch()
    line = refusal(tmp_path / folder)
    assert said in line
    assert line.endswith(end)


def test_full_disk_is_reported(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))  # every write fails
    try:
        assert refusal(tmp_path).endswith(f"{tmp_path}: File too large{ELSEWHERE}")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_socket_is_not_put_into_somebody_elses_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.getuid", lambda: -1)
    said = r".*hangman-[0-9a-f]{8} is somebody else's; set TMPDIR or"
    assert re.match(said, refusal(tmp_path))
