"""nginx as `deploy/nginx.conf` has it, on ports of its own."""

import re
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.live.running import Service, free_port

EXAMPLE = Path(__file__).parents[2] / "deploy/nginx.conf"
SERVER = re.compile(r"^ *server 127.*\n", re.M)


@contextmanager
def balancing(folder: Path, services: Sequence[Service]) -> Iterator[str]:
    """The address of a balancer in front of some services."""
    port = free_port()
    servers = "".join(
        f"server {service.url.removeprefix('http://')} max_fails=1 fail_timeout=1s;\n"
        for service in services
    )
    text = SERVER.sub("", EXAMPLE.read_text()).replace("least_conn;", f"least_conn;\n{servers}")
    text = text.replace("listen 8080", f"listen 127.0.0.1:{port}")
    text = text.replace("/run/nginx.pid", f"{folder}/nginx.pid")
    configuration = folder / "nginx.conf"
    configuration.write_text(text)
    with (folder / "nginx.log").open("wb") as log:
        process = subprocess.Popen(
            ["nginx", "-p", str(folder), "-c", str(configuration), "-g", "daemon off;"], stderr=log
        )
    try:
        wait_until_it_answers(f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


def wait_until_it_answers(url: str) -> None:
    for _ in range(200):
        try:
            httpx.get(url + "/livez")
        except httpx.HTTPError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError("nginx did not start")
