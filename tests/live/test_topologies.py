"""The configurations of Valkey that we ship: a server accepts each, and the page names them."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.programs import ROOT
from tests.support.servers import Server, started

SHIPPED = ROOT / "deploy/valkey"
FILES = sorted(path.name for path in SHIPPED.glob("*.conf"))
PAGE = (ROOT / "docs/operate.md").read_text()
BOUNDS = "min-replicas|cluster-node-timeout|appendfsync|down-after"  # of what can be lost


def settings_of(file: str) -> list[tuple[str, str]]:
    """The settings of a file, in order."""
    lines = (SHIPPED / file).read_text().splitlines()
    parts = [line.partition(" ") for line in lines if line and not line.startswith("#")]
    return [(name, value) for name, _, value in parts]


class Shipped(Server):
    """A server with a shipped configuration, on ports and in a folder of its own."""

    def __init__(self, folder: Path, file: str) -> None:
        super().__init__(folder, **({"--sentinel": ""} if file == "sentinel.conf" else {}))
        ours = (SHIPPED / file).read_text().replace("store1 6379", "127.0.0.1 6379")
        own = [f"{name} {self.options[name]}" for name in ("port", "dir")]
        own += [f"cluster-port {self.bus}"] if "cluster-enabled yes" in ours else []
        (folder / "server.conf").write_text("\n".join([ours, *own, ""]))


@pytest.mark.parametrize("file", FILES)
def test_server_accepts_the_shipped_configuration(tmp_path: Path, file: str) -> None:
    with started(Shipped(tmp_path, file)) as server:
        if file == "sentinel.conf":
            master: Any = server.client.sentinel_master("games")
            assert (master["down-after-milliseconds"], master["quorum"]) == (1000, 2)
            return
        for name, value in settings_of(file):
            [stored] = server.client.config_get(name).values()
            assert stored == value.replace('""', "").replace("256mb", str(256 * 2**20)), name


@pytest.mark.parametrize("file", FILES)
def test_page_names_each_configuration_and_its_bounds(file: str) -> None:
    assert f"deploy/valkey/{file}" in PAGE
    for name, value in settings_of(file):
        if re.match(BOUNDS, name):
            assert f"`{name} {value}`" in PAGE, name
