"""How gunicorn runs the service. What an operator may want otherwise is a setting; the rest, with
its reason, is here.
"""

# Before all other imports: whatever waits for a socket or a lock lets other requests go on.
from gevent import monkey

monkey.patch_all()

import os
import resource
import signal
import sys

from gevent import spawn_later
from gunicorn import util

from service.api.parts import parts_of
from service.serving.metrics import forget, forget_worker
from service.serving.worker import write_problem
from service.settings import BadSetting, Settings

try:
    settings = Settings.from_environ(os.environ)
except BadSetting as error:
    print(f"evil-hangman: {error}", file=sys.stderr)
    sys.exit(2)

bind = [f"{settings.host}:{settings.port}"]
if settings.metrics_port:
    bind.append(f"{settings.host}:{settings.metrics_port}")
workers = settings.workers
loglevel = settings.log_level

# Greenlets, for requests wait for the store and for clients. Ours has deadlines, and closes idle
# connections at the stop.
worker_class = "service.serving.worker.Worker"

# Connections a worker: idle ones cost some 20 kB each. Each is an open file, so the limit of open
# files is raised as far as it may be: `ulimit -Hn` should be at least this and a hundred more.
worker_connections = 4000
_, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))

# A file is sent in pieces, each under the answer's deadline.
sendfile = False

# Load the dictionaries once, before the fork: the workers share their memory.
preload_app = True

# A worker that does not answer its master for so long is stuck: no request takes a second.
timeout = 30

# On SIGTERM: what a request in flight may still take. Orchestrators wait 30 s before they kill.
graceful_timeout = 20

# Longer than a load balancer keeps idle connections (60 s is common), so that it closes first.
keepalive = 75

# A leak, in us or a library, is bounded; not all workers start again at once. Small numbers hurt
# the slowest requests.
max_requests = 50_000
max_requests_jitter = 5_000

# The service writes one line a request itself; gunicorn's access log costs a third of throughput.
accesslog = None

# The heartbeat files in memory: a slow disk cannot make a worker look stuck, a root file system
# may be read-only.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None

# It would be a socket in $HOME, which nothing here uses.
control_socket_disable = True

# What is no HTTP gets a problem too, and not gunicorn's HTML page.
util.write_error = write_problem


def when_ready(server):
    """On SIGTERM, drain first if that is asked for; a second SIGTERM stops at once."""
    if settings.drain_seconds:
        stop = signal.getsignal(signal.SIGTERM)

        def drain(*_):
            signal.signal(signal.SIGTERM, stop)
            parts_of(server.app.wsgi()).draining.begin()
            spawn_later(settings.drain_seconds, os.kill, os.getpid(), signal.SIGTERM)

        signal.signal(signal.SIGTERM, drain)


def child_exit(server, worker):
    """Prometheus hears no more of a worker that has ended, but of what it had counted."""
    forget_worker(worker.pid)


def on_exit(server):
    """Leave no counts behind."""
    forget()


def pre_request(worker, request):
    """While we drain, close each connection after its answer: a client comes back elsewhere."""
    if parts_of(worker.wsgi).draining:
        request.force_close()
