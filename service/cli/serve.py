"""`hangman serve`: runs the service under gunicorn, configured by the environment or a file."""

import errno
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from service.cli.console import visible
from service.cli.env_file import report, values_of
from service.cli.failures import Failure
from service.plugins import BadPlugin, add_plugin
from service.setting_values import LAST_PORT
from service.settings import BadSetting, Settings, shipped

if TYPE_CHECKING:
    from service.store.embedded import EmbeddedServer

GUNICORN: Final = (
    *(sys.executable, "-m", "gunicorn", "--config", str(shipped("deploy/gunicorn.conf.py"))),
    "service.app:from_environ()",
)
FORWARDED: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1)
LOOK_AFTER: Final = 1.0  # seconds between checks of our own store
OF_GUNICORN: Final = ("GUNICORN_CMD_ARGS", "GUNICORN_FD", "GUNICORN_PID", "WEB_CONCURRENCY")
NO_ARGUMENTS: Final = "set HANGMAN_HOST, PORT and the other settings, or start gunicorn itself"
STOP_TIMEOUT: Final = 30.0  # seconds: gunicorn stops within its graceful_timeout of 18


@click.command()
@click.option(
    "--env",
    "env_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Read settings from this file of NAME=value lines. The environment wins over it.",
)
def serve(env_file: Path | None) -> None:
    """Run the service, configured by environment variables.

    Start with HANGMAN_HOST, PORT, HANGMAN_WORKERS and REDIS_URL; .env.example lists them all.
    Without REDIS_URL it starts a store of its own for this PORT, whose games survive a restart.

    \b
    Examples:
      hangman serve
      hangman serve --env .env
      PORT=8123 HANGMAN_WORKERS=4 hangman serve
      REDIS_URL=redis://localhost:6379/0 hangman serve
    """
    from service.serving import log

    log.install()
    signal.signal(signal.SIGUSR2, signal.SIG_IGN)  # gunicorn would start a second master
    try:
        Path.cwd()  # gunicorn cannot start without it
    except FileNotFoundError as error:
        raise Failure("the working folder has been deleted: change to another one") from error
    if env_file:
        values = values_of(env_file)
        click.echo(f"hangman: {visible(report(env_file, values, os.environ))}", err=True)
        # An empty variable counts as not set, so it takes nothing from the file, such as API keys.
        taken = {name for name, text in os.environ.items() if text}
        os.environ.update({name: values[name] for name in values.keys() - taken})
    # They could move the address, replace our worker, or stop gunicorn with a traceback.
    ignored = [name for name in OF_GUNICORN if os.environ.pop(name, None) is not None]
    if ignored:
        click.echo(f"hangman: {', '.join(ignored)}: ignored; {NO_ARGUMENTS}", err=True)
    ours = Settings.from_environ(os.environ)
    _check_plugins(ours.plugins)
    check_ports(ours)
    if not systemd_listens():  # otherwise systemd chooses the address
        os.environ["HANGMAN_READY"] = ready_text(ours)
    if ours.redis_url:
        os.execv(GUNICORN[0], GUNICORN)
    sys.exit(_run_with_own_store(ours))


def ready_text(ours: Settings) -> str:
    """Three lines for the person at the terminal; gunicorn prints them when workers run."""
    # A wildcard address is not for browsers: show the loopback address instead.
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(ours.host, ours.host)
    host = f"[{host}]" if ":" in host else host
    url = f"http://{host}:{ours.port}{ours.script_name}"
    is_hidden = not ours.docs_public and not ours.api_keys
    docs = f"{url} (HANGMAN_DOCS_PUBLIC hides /docs)" if is_hidden else f"{url}/docs"
    return f"Play: {url}/\nAPI:  {docs}\nStop: Ctrl-C (the games stay)\n"


def _check_plugins(places: Sequence[str]) -> None:
    """Raise BadSetting if one of the operator's plug-ins cannot be imported.

    Entry points are left to gunicorn, so that one that fails is reported once.
    """
    for place in places:
        try:
            add_plugin(place)
        except BadPlugin as error:
            raise BadSetting("HANGMAN_PLUGINS", error) from error


def systemd_listens() -> bool:
    """Whether systemd has opened the sockets for this process, as sd_listen_fds(3) tells.

    If not, its variables are removed: gunicorn fails if they are not numbers.
    """
    is_for_us = os.environ.get("LISTEN_PID") == str(os.getpid())
    if is_for_us and re.fullmatch("[1-9][0-9]*", os.environ.get("LISTEN_FDS", "")):
        return True
    for name in ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"):
        os.environ.pop(name, None)
    return False


def check_ports(ours: Settings) -> None:
    """Raise Failure or BadSetting if a port cannot be served; gunicorn would print many lines."""
    if systemd_listens():
        return
    # HANGMAN_METRICS_PORT=0 means no metrics; port 0 can always be bound.
    for name, port in {"PORT": ours.port, "HANGMAN_METRICS_PORT": ours.metrics_port}.items():
        try:
            _bind(ours.host, port)
        except OSError as error:
            if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                raise BadSetting(
                    "HANGMAN_HOST",
                    f"{ours.host} is not an address of this machine ({error.strerror});"
                    " 127.0.0.1 is for this machine alone, and 0.0.0.0 opens the service to the"
                    " network",
                ) from error
            other = port + 1 if port < LAST_PORT else port - 1
            raise Failure(
                f"port {port} of {ours.host} cannot be served ({error.strerror});"
                f" choose another one with {name}=, such as {name}={other}"
            ) from error


def _bind(host: str, port: int) -> None:
    """Bind a socket as gunicorn does, and give it up again."""
    try:
        [found, *_] = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError as error:  # such as “a..b”
        raise socket.gaierror(socket.EAI_NONAME, "no such name") from error
    family, kind, *_, address = found
    with socket.socket(family, kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)


def _run_with_own_store(ours: Settings) -> int:
    """Run gunicorn and a store, and return gunicorn's exit code.

    If a signal ended gunicorn, the code is 128 plus the signal's number, as in a shell.
    """
    from service.store.embedded import EmbeddedServer

    with EmbeddedServer(ours.store_folder) as server:
        click.echo(
            f"Games are kept by a {server.binary.name} of our own in {server.folder};"
            " set REDIS_URL to keep them elsewhere."
        )
        code = _run(server, STOP_TIMEOUT + ours.drain_seconds)
        return code if code >= 0 else 128 - code


def _run(server: "EmbeddedServer", timeout: float) -> int:
    """Run gunicorn until it ends, keep the store alive meanwhile, and return the exit code.

    It is 0 if SIGTERM ends gunicorn before it handles signals. If the store cannot be started
    again, stops gunicorn (killed after `timeout` seconds) and raises Failure.
    """
    from service.store.embedded import NoServer, die_with_parent

    environ = {**os.environ, "REDIS_URL": server.url}
    process = subprocess.Popen(GUNICORN, env=environ, process_group=0, preexec_fn=die_with_parent)
    _forward_signals_to(process)
    while True:
        with suppress(subprocess.TimeoutExpired):
            code = process.wait(LOOK_AFTER)
            return 0 if code == -signal.SIGTERM else code
        try:
            server.keep_alive()
        except NoServer as error:
            _stop(process, timeout)
            message = f"the store has died and cannot be started again: {error.why}"
            raise Failure(message, exit_code=1) from error


def _stop(process: "subprocess.Popen[bytes]", timeout: float) -> None:
    """Stop gunicorn; kill it and its workers if that takes too long."""
    process.terminate()
    try:
        process.wait(timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _forward_signals_to(process: "subprocess.Popen[bytes]") -> None:
    """Forward signals to gunicorn: it stops gracefully, and then we do."""

    def forward(number: int, _: object) -> None:
        # Ctrl-C would end gunicorn at once; SIGTERM stops it gracefully.
        process.send_signal(signal.SIGTERM if number == signal.SIGINT else number)

    for number in FORWARDED:
        signal.signal(number, forward)
