"""A server of our own: its games outlive it, it does not outlive us, and none shares its folder."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from service.play.ids import new_game_id
from service.store import embedded
from service.store.embedded import EmbeddedServer, NoServer, StateInUse
from tests.store import factory
from tests.waiting import wait_until

PARENT = """
import sys, time
from pathlib import Path
from service.store.embedded import EmbeddedServer
with EmbeddedServer(Path(sys.argv[1])) as server:
    print(server.process_id, flush=True)
    time.sleep(600)
"""


def test_games_outlive_a_restart(tmp_path: Path) -> None:
    game_id = new_game_id()
    with EmbeddedServer(tmp_path) as server:
        factory.store(server).create(game_id, factory.record())

    with EmbeddedServer(tmp_path) as server:
        assert factory.store(server).load(game_id).version == 1


def test_server_that_dies_is_started_again_with_its_games(tmp_path: Path) -> None:
    game_id = new_game_id()
    with EmbeddedServer(tmp_path) as server:
        factory.store(server).create(game_id, factory.record())
        os.kill(server.process_id, signal.SIGKILL)
        os.waitid(os.P_PID, server.process_id, os.WEXITED | os.WNOWAIT)

        server.keep_alive()

        assert factory.store(server).load(game_id).version == 1


def test_second_server_does_not_take_the_folder_of_the_first(tmp_path: Path) -> None:
    with (
        EmbeddedServer(tmp_path),
        pytest.raises(StateInUse, match="set another PORT"),
        EmbeddedServer(tmp_path),
    ):
        pass


def test_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with (
        pytest.raises(NoServer, match="Not a directory; set XDG_STATE_HOME"),
        EmbeddedServer(tmp_path / "file" / "state"),
    ):
        pass


@pytest.mark.parametrize("name", ["valkey-server", "redis-server"])
def test_server_on_the_path_serves_where_no_wheel_carries_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    carried = embedded.server_binary()
    assert carried
    (tmp_path / name).symlink_to(carried)
    monkeypatch.setattr(embedded, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))

    with EmbeddedServer(tmp_path / "state") as server:
        assert server.binary == tmp_path / name


def test_platform_without_a_server_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "server_binary", lambda: None)

    with pytest.raises(NoServer, match=r"neither .* install .* or set REDIS_URL"):
        EmbeddedServer(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can promise this")
def test_server_does_not_outlive_a_parent_that_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path)], stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout
        server = int(parent.stdout.readline())
        parent.kill()

    wait_until(lambda: is_gone(server), f"process {server} is still there")


def is_gone(process: int) -> bool:
    state = Path(f"/proc/{process}/stat")
    try:
        return state.read_text().split()[2] == "Z"
    except FileNotFoundError:
        return True
