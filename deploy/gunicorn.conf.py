"""How gunicorn runs the service. Operators set environment variables; the other settings are
here, each with its reason.
"""

import os
import sys

from gunicorn.app.base import Application

# The folder in which gunicorn is started must not matter: a redis.py there would be imported as the
# library, and a folder service/ instead of ours. `python -m` and gunicorn put it in front of all
# packages, gunicorn a second time after it has read this file. If PYTHONPATH names it, it stays.
here = os.path.realpath(os.curdir)
named = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
if here not in map(os.path.realpath, named):
    library = sys.path.index(os.path.dirname(os.__file__))
    sys.path[:library] = [each for each in sys.path[:library] if os.path.realpath(each) != here]
Application.chdir = lambda self: os.chdir(self.cfg.chdir)

# Before all other imports: code that waits for a socket or a lock must let other requests run.
from gevent import monkey

monkey.patch_all()

import gc
import resource
import signal
import tempfile

from gevent import spawn
from gevent.event import Event
from gunicorn.config import Config

from service.api.hooks import without_ids
from service.cli.serve import check_ports
from service.engine.errors import HangmanError
from service.serving import listeners, log
from service.settings import BadSetting, Settings, without_effect

# No request waits for the log or fails because of it, and its readers cannot play. gunicorn,
# Flask, gevent and Python itself write to standard error.
log.install(without_ids)

try:
    settings = Settings.from_environ(os.environ)
except BadSetting as error:
    print(f"hangman: {error}", file=sys.stderr)
    sys.exit(2)
if line := without_effect(os.environ):
    print(f"hangman: {line}", file=sys.stderr)

# GUNICORN_CMD_ARGS wins over this file. It is the operator's, but the service works with its own
# worker alone, and has two variables for its address.
arguments = Config().parser().parse_args(Config().get_cmd_args_from_env())
if arguments.bind or arguments.worker_class:
    print(
        "hangman: GUNICORN_CMD_ARGS: leave out --bind and --worker-class; HANGMAN_HOST and PORT"
        " set the address, and the service needs its own worker",
        file=sys.stderr,
    )
    sys.exit(2)

host = f"[{settings.host}]" if ":" in settings.host else settings.host
bind = [f"{host}:{settings.port}"]
if settings.metrics_port:
    bind.append(f"{host}:{settings.metrics_port}")
workers = settings.workers
loglevel = settings.log_level

# gevent, because requests mostly wait for the store and for clients. Our worker adds deadlines, and
# closes idle connections at the stop.
worker_class = "service.serving.worker.Worker"

# Connections a worker: one that follows a game costs 37 kB, and 5,000 games may be followed, 50 on
# a connection. A connection is an open file, so the limit of open files is raised to its maximum.
# If that is too low, a worker accepts fewer connections, and others wait in the backlog.
worker_connections = 6000
own_files = 150  # of a worker: its connections to the store, listeners, pipes
_, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
enough = own_files + worker_connections
if most_files < enough:
    worker_connections = max(0, most_files - own_files)
    print(
        f"hangman: {most_files} open files (`ulimit -Hn`) leave each worker"
        f" {worker_connections} connections; {enough} would be enough",
        file=sys.stderr,
    )
    if not worker_connections:
        sys.exit(2)

# A file is sent in pieces, each under the answer's deadline.
sendfile = False

# Load the dictionaries once, before the fork: the workers share their memory.
preload_app = True

# A worker that has not answered its master for 30 s is stuck: no request takes that long.
timeout = 30

# After SIGTERM, seconds for the requests in flight. Orchestrators wait 30 s before they kill.
graceful_timeout = 18

# Longer than a load balancer keeps idle connections (60 s is common), so that the balancer closes
# them first.
keepalive = 75

# This bounds a leak, in the service or in a library. The jitter keeps workers from starting again
# all at once. Small numbers hurt the slowest requests.
max_requests = 50_000
max_requests_jitter = 5_000

# The service writes a log line for each request; gunicorn's access log would be a second one.
accesslog = None

# gunicorn would use its C parser wherever gunicorn_h1c is installed. That parser (0.6.10) accepts
# `GET  /livez  HTTP/1.1` with two spaces, which a proxy may read differently, and refuses HTTP/1.9.
http_parser = "python"

# The heartbeat files are in memory, so a slow disk cannot make a worker look stuck, and the root
# file system may be read-only.
worker_tmp_dir = "/dev/shm"
if not os.access(worker_tmp_dir, os.W_OK):
    try:
        worker_tmp_dir = tempfile.gettempdir()
    except FileNotFoundError:
        print("hangman: neither /dev/shm nor /tmp can be written", file=sys.stderr)
        sys.exit(2)
    print(
        f"hangman: /dev/shm cannot be written, so the heartbeats of workers are files in"
        f" {worker_tmp_dir}; a slow disk makes a worker there look stuck",
        file=sys.stderr,
    )

# The control socket would be in $HOME, and nothing here uses it.
control_socket_disable = True

# gunicorn trusts nobody's forwarded headers; by default, it trusts all clients on this machine. The
# application trusts as many proxies as HANGMAN_TRUSTED_PROXIES says.
forwarded_allow_ips = ""


def on_starting(server):
    """Say in one line why a port cannot be served; gunicorn has many lines for it. This is not done
    above, because SIGHUP reads this file again while the ports are our own.
    """
    if server.cfg.bind == bind:  # --bind may name other places
        try:
            check_ports(settings)
        except HangmanError as error:
            print(f"hangman: {error}", file=sys.stderr)
            sys.exit(2)


def owns_listeners(server):
    """Whether the listening sockets end with this master. Another process may have opened them
    (systemd, `--bind fd://`, a master of an earlier version) and hand them to the next one.
    """
    binds_files = any(isinstance(address, int) for address in server.cfg.address)
    return not (server.systemd or server.master_pid or server.reexec_pid or binds_files)


def when_ready(server):
    """On SIGTERM or Ctrl-C, drain: for HANGMAN_DRAIN_SECONDS, close each connection after its
    answer, so that clients go to other instances; then stop, and lose no connection. A second
    signal ends the wait. SIGQUIT loses what has begun.

    SIGUSR2 is ignored: it would start a second master, which outlives the first and its store.
    """
    signal.signal(signal.SIGUSR2, signal.SIG_IGN)
    stop = signal.getsignal(signal.SIGTERM)
    hurried = Event()

    def hurry(*_):
        hurried.set()

    def begin(*_):
        on_stop(hurry)
        server.app.wsgi().parts.draining.begin()
        spawn(drain)

    def drain():
        hurried.wait(settings.drain_seconds)
        if owns_listeners(server):
            listeners.refuse(server.LISTENERS)
        listeners.empty(server.LISTENERS)
        signal.signal(signal.SIGTERM, stop)
        os.kill(os.getpid(), signal.SIGTERM)

    on_stop(begin)


def on_stop(handler):
    """Handle SIGTERM and SIGINT, which is Ctrl-C."""
    signal.signal(signal.SIGTERM, handler)
    signal.signal(signal.SIGINT, handler)


def pre_fork(server, worker):
    """Exclude everything loaded before the fork from garbage collection: it is never freed, and
    scanning its 85,000 objects would delay answers. Give the worker a row of the metrics that no
    other worker has.
    """
    gc.freeze()
    if settings.metrics_port:
        metrics = server.app.wsgi().extensions["metrics"]
        worker.row = metrics.take_row({other.row for other in server.WORKERS.values()})


def post_worker_init(worker):
    """Fork the helper process before the first request, which would wait for it. When the last of
    the first workers runs, print what `hangman serve` has left to say: the addresses, and how to
    stop. Ctrl-C reaches all processes of a terminal, but the master stops its workers.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if helper := worker.wsgi.extensions.get("helper"):  # the floor of `make bench` has none
        helper.started()
    if worker.age == worker.cfg.workers:
        print(os.environ.get("HANGMAN_READY", ""), end="", file=sys.stderr)


def pre_request(worker, request):
    """While the service drains, close each connection after its answer: the client then connects to
    another instance.
    """
    if worker.wsgi.parts.draining:
        request.force_close()
