"""Build the image from the Dockerfile with podman, and try it beside a store as compose does.

    sudo make image

It needs no registry of images: debootstrap makes the base, and the Valkey that `make serve` starts
replaces the store's. Everything that podman stores is in a folder that is deleted at the end.
The exit code is 1 if the image is wrong, 75 if this machine cannot run any image.
"""

import ast
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Final

import yaml

from service.store.embedded import server_binary
from tests.support import programs
from tests.support.programs import ROOT
from tests.support.running import ask, free_port
from tests.support.waiting import wait_until
from tools.templates import rendered

LIMIT: Final = 1200  # seconds for everything
NO_CONTAINERS: Final = 75  # EX_TEMPFAIL
CONFINED: Final = ("--read-only", "--cap-drop=all", "--memory=256m", "--network=probe")
DEBIAN: Final = "python3,python3-venv,python-is-python3"
INSIDE: Final = "id -u; sed -n 's/CapEff:.//p' /proc/1/status; grep -c ' / overlay ro' /proc/mounts"


class Failed(Exception):
    """A command failed; `str(error)` says which and why."""


def main() -> int:
    for number in (signal.SIGALRM, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(f"the image was not ready in {LIMIT} s"))
    signal.alarm(LIMIT)
    if os.geteuid():
        sys.exit("podman's limits and debootstrap need root: sudo make image")
    dockerfile = (ROOT / "Dockerfile").read_text()
    base = re.findall(r"^FROM (\S+) AS base$", dockerfile, re.MULTILINE)[0]
    compose = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
    with containers() as folder:
        try:
            make_base(folder, base)
        except Failed as error:
            print(f"No image can be built on this machine: {error}", file=sys.stderr)
            return NO_CONTAINERS
        make_store(folder, base, compose["services"]["store"]["image"])
        build("evil-hangman", ROOT, *handed_to_pip(folder))
        try_out(folder, compose)
    return 0


def run(*command: str, seconds: float = LIMIT) -> str:
    """The output of a command; prints the command and its seconds to stderr. Raises Failed."""
    begun = time.monotonic()
    try:
        ran = programs.run(*command, environ=dict(os.environ), seconds=seconds)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failed(str(error)) from error
    print(f"{time.monotonic() - begun:4.0f} s {' '.join(command)[:80]}", file=sys.stderr)
    if ran.returncode:
        raise Failed(f"{' '.join(command)}\n{ran.stdout}{ran.stderr}".strip())
    return ran.stdout.strip()


def podman(*arguments: str) -> str:
    return run("podman", *arguments)


@contextmanager
def containers() -> Iterator[Path]:
    """A folder for everything that podman makes in the block; it is deleted at the end."""
    with TemporaryDirectory(dir="/var/tmp") as name:  # /tmp may be in memory
        for kind in ("containers", "storage"):
            text = rendered(f"podman/{kind}.conf.jinja", {}, folder=name)
            Path(name, f"{kind}.conf").write_text(text)
        os.environ["CONTAINERS_CONF"] = f"{name}/containers.conf"
        os.environ["CONTAINERS_STORAGE_CONF"] = f"{name}/storage.conf"
        os.environ["DISABLE_HC_SYSTEMD"] = "true"  # we ask for the image's health ourselves
        try:
            yield Path(name)
        finally:
            for rest in ("rm --all --force --time=0", "network prune --force"):
                with suppress(Failed):
                    podman(*rest.split())


def make_base(folder: Path, name: str) -> None:
    """Make a replacement for the image that ours starts from; run it once. Raises Failed."""
    # In these namespaces, the mounts and processes of debootstrap end with it, however it ends.
    alone = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
    bare = ("debootstrap", "--variant=minbase", f"--include={DEBIAN}", "bookworm")
    run(*alone, *bare, f"{folder}/base", seconds=600)
    run("tar", "--directory", f"{folder}/base", "--create", "--file", f"{folder}/base.tar", ".")
    podman("import", f"{folder}/base.tar", name)
    podman("network", "create", "probe")
    podman("run", "--rm", *CONFINED, name, "true")


def make_store(folder: Path, base: str, name: str) -> None:
    """Make a replacement for the store's image."""
    context = folder / "store"
    context.mkdir()
    copy(str(server_binary()), context / "valkey-server")
    text = rendered("podman/store.Dockerfile.jinja", {}, base=base)
    (context / "Dockerfile").write_text(text)
    build(name, context)


def build(name: str, context: Path, *options: str) -> None:
    """Build an image from a Dockerfile, in Docker's format: OCI's has no health checks."""
    fixed = ("--pull=never", "--isolation=chroot", "--format=docker")
    podman("build", *fixed, *options, "--tag", name, str(context))


def handed_to_pip(folder: Path) -> list[str]:
    """Options that give pip in a build the settings, certificates and folders of pip here."""
    listed = run(sys.executable, "-m", "pip", "config", "list")
    lines = re.findall(r"^(?:global|install|:env:)\.([\w-]+)=(.+)$", listed, re.MULTILINE)
    settings = {name: ast.literal_eval(value).split() for name, value in reversed(lines)}
    words = [word.removeprefix("file://") for value in settings.values() for word in value]
    # The pages of an index, “simple”, link to files beside them: mount the folder of both.
    places = {Path(word).parent if word.endswith("/simple") else Path(word) for word in words}
    volumes = {str(place): str(place) for place in places if place.is_absolute() and place.exists()}
    configuration = folder / "pip.conf"
    rows = [f"{name} = {' '.join(words)}\n" for name, words in settings.items()]
    configuration.write_text("[global]\n" + "".join(rows))
    volumes[str(configuration)] = "/etc/pip.conf"
    return [f"--volume={ours}:{theirs}:ro" for ours, theirs in volumes.items()]


def try_out(folder: Path, compose: "dict[str, dict[str, dict[str, object]]]") -> None:
    """Run deploy/compose.yaml, play a game over a restart of the store, and stop the service."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    hangman, store = (compose["services"][name] for name in ("hangman", "store"))
    for service in (hangman, store):
        # podman does not have Docker's log driver, and its health checks need systemd.
        for name in ("build", "logging", "healthcheck", "depends_on"):
            service.pop(name, None)
    hangman |= {"image": "evil-hangman", "container_name": "hangman", "mem_limit": "256m"}
    hangman |= {"ports": [f"127.0.0.1:{port}:8000"]}
    file = folder / "compose.yaml"
    file.write_text(yaml.dump({**compose, "services": {"hangman": hangman, "store": store}}))

    together = ("podman-compose", "--file", str(file))
    run(*together, "up", "--detach")
    wait_until(lambda: ask("GET", f"{url}/readyz").status_code == 200, "the service is not ready")
    podman("healthcheck", "run", "hangman")
    inside = podman("exec", "hangman", "sh", "-c", INSIDE)
    assert inside.split() == ["10001", "0" * 16, "1"], f"user, capabilities, read-only: {inside}"

    game = url + ask("POST", f"{url}/games", json={"max_misses": 26}).headers["Location"]
    ask("POST", f"{game}/guesses", json={"letter": "e"})
    guessed = ask("GET", game).json()
    run(*together, "restart", "store")
    # Each worker finds out by itself that the store is back.
    wait_until(lambda: ask("GET", game).json() == guessed, "the game is gone with the store")
    for letter in "abcdfghijklmnopqrstuvwxyz":
        ask("POST", f"{game}/guesses", json={"letter": letter})
    assert ask("GET", game).json()["status"] == "won", "nobody has won after all the letters"

    assert "SIGKILL" not in podman("logs", "hangman"), "256 MB are not enough"
    podman("stop", "--time=30", "hangman")
    code = podman("inspect", "--format={{.State.ExitCode}}", "hangman")
    assert code == "0", f"the exit code after SIGTERM is {code}"


if __name__ == "__main__":
    sys.exit(main())
