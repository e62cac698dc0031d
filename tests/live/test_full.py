"""More at once than there are connections and open files for."""

import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from service.store.embedded import EmbeddedServer
from tests.live.test_watching import game_of, wait
from tests.support.programs import environment, run
from tests.support.running import SERVE, Service, free_port, serving
from tests.support.waiting import PATIENCE

AT_ONCE = 300


def with_open_files(most: int) -> tuple[str, ...]:
    """The command that serves with so many open files at most."""
    return ("sh", "-c", f'ulimit -n {most} && exec "$@"', "sh", *SERVE)


def sent(service: Service, request: bytes) -> socket.socket:
    host, port = service.url.removeprefix("http://").split(":")
    client = socket.create_connection((host, int(port)), timeout=PATIENCE)
    client.sendall(request)
    return client


def status(client: socket.socket) -> int:
    with client, client.makefile("rb") as answer:
        return int(answer.readline().split()[1])


def test_more_requests_than_connections_are_all_answered(
    tmp_path: Path,
) -> None:
    with serving(tmp_path, WORKERS="1") as service:
        game = game_of(service)["id"]
        request = f"GET /games/{game} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"

        for _ in range(2):
            clients = [sent(service, request.encode()) for _ in range(AT_ONCE)]
            assert {status(client) for client in clients} == {200}


def test_watchers_of_many_games_all_hear_of_theirs(tmp_path: Path) -> None:
    with serving(tmp_path, WORKERS="1") as service, ThreadPoolExecutor(AT_ONCE) as watchers:
        games = [game_of(service) for _ in range(AT_ONCE)]
        waiting = [watchers.submit(wait, service, game, 10) for game in games]
        for game in (games[0], games[-1]):
            service.post(f"/games/{game['id']}/guesses", json={"letter": "e"})

        answers = [each.result() for each in waiting]
        assert [one.status_code for one in answers].count(200) == 2
        assert {one.status_code for one in answers[1:-1]} == {304}
        assert [answers[at].json()["guessed_letters"] for at in (0, -1)] == [["e"], ["e"]]


def test_too_few_files_are_said_and_a_full_table_still_answers(tmp_path: Path) -> None:
    with (
        EmbeddedServer(tmp_path / "store") as store,
        serving(tmp_path, with_open_files(250), REDIS_URL=store.url, WORKERS="1") as service,
        ExitStack() as idle,
    ):
        [said] = [line for line in service.log.read_text().splitlines() if "ulimit" in line]
        assert "250 open files" in said
        assert "100 connections" in said
        for _ in range(400):
            idle.enter_context(sent(service, b""))
        last = sent(service, b"GET /livez HTTP/1.1\r\nHost: here\r\n\r\n")

        assert status(last) == 200
        assert "Traceback" not in service.log.read_text()


def test_limit_too_low_to_serve_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    named = {"PORT": str(free_port()), "REDIS_URL": "redis://127.0.0.1:1/0"}
    ran = run(*with_open_files(64), environ=environment(tmp_path, **named))

    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert "64 open files" in ran.stderr
