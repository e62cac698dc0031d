"""nginx as `deploy/nginx.conf` has it, on ports of its own."""

import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.support.programs import environment, program
from tests.support.running import ask, free_port, stop
from tests.support.waiting import wait_until

EXAMPLE = Path(__file__).parents[2] / "deploy/nginx.conf"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
FIRST = "127.0.0.1:8000"
SERVER = re.compile(r"^ *server 127.*\n", re.M)


@contextmanager
def balancing(
    folder: Path, urls: Sequence[str], origin: str = "", edited: Callable[[str], str] = str
) -> Iterator[str]:
    """Run nginx in front of services, for the pages of an origin; yield its address.

    `edited` makes an operator's changes to its configuration.
    """
    port = free_port()
    hosts = [url.removeprefix("http://") for url in urls]
    text = edited(EXAMPLE.read_text())
    # The first instance has a line as a server, and one as a backup, which one alone does not need.
    lines = [line for line in SERVER.findall(text) if FIRST in line][: len(hosts)]
    servers = "".join(line.replace(FIRST, host) for line in lines for host in hosts)
    text = SERVER.sub("", text).replace("least_conn;", f"least_conn;\n{servers}")
    # Of two, each hands requests on to the other.
    text = text.replace(FIRST, hosts[0]).replace("127.0.0.1:8001", hosts[-1])
    text = re.sub("listen 80(80)?;", f"listen 127.0.0.1:{port};", text)
    if origin:
        text = text.replace('default "*";', 'default "";')
        text = text.replace('# "https://play.example"', f'"{origin}"')
    text = text.replace("/run/nginx.pid", f"{folder}/nginx.pid")
    ours = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in TEMPORARY)
    text = text.replace("http {\n", f"http {{\n{ours}")  # Debian's folders belong to root
    configuration = folder / "nginx.conf"
    configuration.write_text(text)
    nginx = [program("nginx-light", "nginx"), "-p", str(folder), "-c", str(configuration)]
    with (folder / "nginx.log").open("wb") as log:
        command = [*nginx, "-g", "daemon off;"]
        process = subprocess.Popen(command, stderr=log, env=environment(folder))
    url = f"http://127.0.0.1:{port}"
    try:
        # nginx answers with an error if no service listens behind it.
        wait_until(lambda: process.poll() is not None or bool(ask("GET", url)), "nginx is silent")
        assert process.poll() is None, (folder / "nginx.log").read_text()
        yield url
    finally:
        stop(process)
