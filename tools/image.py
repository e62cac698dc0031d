"""Build the image from the Dockerfile with podman, and try it beside a store as compose does.

    sudo make image

It needs no registry of images: debootstrap makes the base, and the Valkey that `make serve` starts
replaces the store's. Everything that podman stores is in a folder that is deleted at the end.
The exit code is 1 if the image is wrong, 75 if this machine cannot run any image.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Final

import yaml

from service.store.embedded import server_binary
from tests.support.programs import ROOT
from tests.support.running import ask, free_port
from tests.support.waiting import wait_until
from tools.debian import LIMIT, Failed, handed_to_pip, image_base, make_system, run
from tools.templates import rendered

NO_CONTAINERS: Final = 75  # EX_TEMPFAIL
CONFINED: Final = ("--read-only", "--cap-drop=all", "--memory=256m", "--network=probe")
INSIDE: Final = "id -u; sed -n 's/CapEff:.//p' /proc/1/status; grep -c ' / overlay ro' /proc/mounts"


def main() -> int:
    for number in (signal.SIGALRM, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(f"the image was not ready in {LIMIT} s"))
    signal.alarm(LIMIT)
    if os.geteuid():
        sys.exit("podman's limits and debootstrap need root: sudo make image")
    base, release = image_base()
    compose = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
    with containers() as folder:
        try:
            make_base(folder, base, release)
        except Failed as error:
            print(f"No image can be built on this machine: {error}", file=sys.stderr)
            return NO_CONTAINERS
        make_store(folder, base, compose["services"]["store"]["image"])
        volumes = [f"--volume={here}:{there}:ro" for here, there in handed_to_pip(folder).items()]
        build("evil-hangman", ROOT, *volumes)
        try_out(folder, compose)
    return 0


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


def make_base(folder: Path, name: str, release: str) -> None:
    """Make a replacement for the image that ours starts from; run it once. Raises Failed."""
    make_system(folder / "base", release, "python-is-python3")
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


def try_out(folder: Path, compose: "dict[str, dict[str, dict[str, object]]]") -> None:
    """Run deploy/compose.yaml, play a game over a restart of the store, and stop the service."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    hangman, store = (compose["services"][name] for name in ("hangman", "store"))
    for service in (hangman, store):
        # podman does not have Docker's log driver, and its health checks need systemd. Debian 12's
        # podman-compose knows no optional file of settings.
        for name in ("build", "logging", "healthcheck", "depends_on", "env_file"):
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
