"""Hosts, partitions and slow links are what they say, and nothing of them stays."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.programs import environment, run
from tests.support.servers import Server, started
from tests.support.waiting import wait_until
from tools.faults.findings import Finding
from tools.faults.hosts.isolation import isolated, lacking
from tools.faults.hosts.link import Link
from tools.faults.hosts.network import Network
from tools.faults.hosts.partitions import PARTITIONS, Partition

CONNECT = 'exec 3<> "/dev/tcp/$0/$1"'


@pytest.fixture(autouse=True)
def namespaces() -> None:
    if lack := lacking():
        pytest.skip(f"several hosts cannot be made here: {lack}")  # CI's user may not be root


def reached(network: Network, name: str, server: Server) -> bool:
    """Whether a host reaches a server within a second."""
    command = (*network.hosts[name].entry, "timeout", "1", "bash", "-c", CONNECT)
    return run(*command, server.place.address, str(server.port)).returncode == 0


def probed(folder: Path) -> Iterator[Finding]:
    """Which of two hosts reach a third one, in each state of the network."""
    network = Network("app1", "app2", "store1")
    with started(Server(folder / "store", network.hosts["store1"])) as server:
        for state, change in (
            ("whole", network.heal),
            ("cut", lambda: network.cut("store1", "app1")),
            ("healed", network.heal),
            ("no reply", lambda: network.drop("store1", "app1")),
            ("healed", network.heal),
            ("isolated", lambda: network.isolate("store1")),
            ("healed", network.heal),
            ("vanished", lambda: network.vanish("store1")),
        ):
            change()
            seen = [name for name in ("app1", "app2") if reached(network, name, server)]
            yield Finding("once", " ".join(seen), True, case=state)


def delayed(folder: Path) -> Iterator[Finding]:
    """Whether a round trip takes as long as two delays, and no longer on the cable."""
    network = Network("app1", "store1")
    with started(Server(folder / "store", network.hosts["store1"])) as server:
        client = server.client
        for link in (Link(delay=0.1), Link(rate=1000.0, queue=5.0)):
            client.ping()
            network.slow_down(link)
            wait_until(lambda: bool(client.ping()), "no way through the link")
            begun = time.monotonic()
            client.ping()
            yield Finding("once", f"{time.monotonic() - begun}", time.monotonic() - begun > 0.14)
            network.speed_up()


def endless(folder: Path) -> Iterator[Finding]:
    """A network and a server, and no end."""
    network = Network("store1")
    with started(Server(folder / "store", network.hosts["store1"])):
        yield Finding("once", "", True)
        time.sleep(600)


def test_each_partition_cuts_what_it_names_and_heals(tmp_path: Path) -> None:
    states = [(finding.case, finding.measured) for finding in isolated(probed)(tmp_path)]

    assert states == [
        ("whole", "app1 app2"),
        ("cut", "app2"),
        ("healed", "app1 app2"),
        ("no reply", "app2"),
        ("healed", "app1 app2"),
        ("isolated", ""),
        ("healed", "app1 app2"),
        ("vanished", ""),
    ]


def test_slow_link_delays_each_way_and_has_its_rate(tmp_path: Path) -> None:
    assert all(finding.true for finding in isolated(delayed)(tmp_path))


def test_nothing_stays_of_a_measurement_that_is_given_up(tmp_path: Path) -> None:
    findings = isolated(endless)(tmp_path)

    next(findings)
    assert processes_in(tmp_path)
    findings.close()  # type: ignore[attr-defined]  # it is a generator

    wait_until(lambda: not processes_in(tmp_path), "a process has stayed")


def test_nothing_stays_when_whoever_measures_is_killed(tmp_path: Path) -> None:
    program = (
        "from pathlib import Path; from sys import argv; from tests.tools import test_hosts as t;"
        " [print(each, flush=True) for each in t.isolated(t.endless)(Path(argv[1]))]"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    environ = environment(tmp_path)
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environ) as process:
        assert process.stdout
        assert process.stdout.readline()
        process.kill()

    wait_until(lambda: not processes_in(tmp_path), "a process has stayed")


def test_error_in_a_measurement_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="ended early"):
        list(isolated(failing)(tmp_path))


def failing(folder: Path) -> Iterator[Finding]:
    assert not folder.exists(), "an error that is meant"
    yield Finding("once", "", True)


def processes_in(folder: Path) -> list[str]:
    """The processes whose command names a folder."""
    commands = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = file.read_text()
        except OSError:
            continue
        commands += [command] if str(folder) in command else []
    return commands


def test_flapping_partition_heals_in_between() -> None:
    noted: list[str] = []

    class Noting:
        def heal(self) -> None:
            noted.append("heal")

    flapping = Partition("", lambda _: noted.append("cut"), period=0.01)
    flapping.hold(Noting(), 0.05)  # type: ignore[arg-type]  # all that it needs of a network

    assert noted[:4] == ["cut", "heal", "cut", "heal"]
    assert noted[-1] == "heal"
    assert all(each.done for each in PARTITIONS.values())
