"""`hangman serve`: the service under gunicorn, with a store of its own where none is given."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import click

from service.cli.failing import Failure, one_line_failures
from service.settings import Settings, shipped
from service.store.embedded import EmbeddedServer, NoServer, StateInUse

GUNICORN: Final = (
    sys.executable,
    "-m",
    "gunicorn",
    "--config",
    str(shipped("deploy/gunicorn.conf.py")),
    "service.app:from_environ()",
)
FORWARDED: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2)
LOOK_AFTER: Final = 1.0  # seconds between looks at the store of our own


@click.command()
def serve() -> None:
    """Run the service, as its environment variables say.

    HOST, PORT, WORKERS, THREADS and REDIS_URL are the first to know; .env.example has them all.
    Without REDIS_URL it starts a store of its own, whose games outlive a restart.

    \b
    Examples:
      hangman serve
      PORT=8123 WORKERS=4 hangman serve
      REDIS_URL=redis://localhost:6379/0 hangman serve
    """
    with one_line_failures():
        settings = Settings.from_environ(os.environ)
    if settings.redis_url:
        os.execv(GUNICORN[0], GUNICORN)
    try:
        with EmbeddedServer(settings.state_folder) as server:
            click.echo(
                f"Games are kept by a {server.binary.name} of our own in {server.folder};"
                " set REDIS_URL to keep them elsewhere."
            )
            code = _run({"REDIS_URL": server.url}, server)
    except StateInUse as error:
        raise Failure(f"{error}; set REDIS_URL, or another XDG_STATE_HOME") from error
    except NoServer as error:
        raise Failure(
            f"no store can run here: {error}; set REDIS_URL, or install valkey-server"
        ) from error
    sys.exit(code)


def _run(environ: Mapping[str, str], server: EmbeddedServer | None = None) -> int:
    """Run gunicorn until it ends, and look after the store meanwhile; its exit code."""
    process = subprocess.Popen(GUNICORN, env={**os.environ, **environ}, process_group=0)
    with _signals_forwarded_to(process):
        while True:
            try:
                return process.wait(LOOK_AFTER)
            except subprocess.TimeoutExpired:
                if server is not None:
                    server.keep_alive()


@contextmanager
def _signals_forwarded_to(process: "subprocess.Popen[bytes]") -> Iterator[None]:
    """Hand on what we are told: gunicorn stops by itself, gracefully, and so do we."""

    def forward(number: int, _: object) -> None:
        process.send_signal(signal.SIGTERM if number == signal.SIGINT else number)

    before = {number: signal.signal(number, forward) for number in FORWARDED}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
