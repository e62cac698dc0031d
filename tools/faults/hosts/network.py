"""Hosts on two bridges, with partitions between them, and a slow network between the bridges.

Each host is a network namespace of Linux. Clients, nginx and whoever measures are at the near
bridge, without a host of their own. A network is made in an isolated process: it removes nothing.
"""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.support.programs import Place, printed
from tests.support.waiting import wait_until
from tools.faults.hosts.link import DEVICES, Link

NEAR, FAR = BRIDGES = "near", "far"
CABLE: Final = ("cable-near", "cable-far")
NET: Final = "10.77.0"
CLIENTS: Final = f"{NET}.1"
STORES: Final = ("store1", "store2", "store3")
INSTANCES: Final = ("app1", "app2")


@dataclass(frozen=True)
class Host(Place):
    """A host of its own; its processes are started with its `entry`."""

    name: str = ""

    @property
    def port(self) -> str:
        """Its port of the bridge."""
        return f"to-{self.name}"


class Network:
    """Hosts with these names: those of stores are far, all others near."""

    def __init__(self, *names: str) -> None:
        _ip("link", "set", "lo", "up")
        for bridge in BRIDGES:
            _ip("link", "add", bridge, "type", "bridge")
            _ip("link", "set", bridge, "up")
        _ip("addr", "add", f"{CLIENTS}/24", "dev", NEAR)
        _ip("link", "add", CABLE[0], "type", "veth", "peer", "name", CABLE[1])
        self._join(CABLE)
        self.link: subprocess.Popen[str] | None = None
        self.hosts = {name: _host(name, f"{NET}.{number}") for number, name in enumerate(names, 10)}

    def places(self, *names: str) -> list[Host]:
        return [self.hosts[name] for name in names]

    def cut(self, name: str, *others: str) -> None:
        """Let nothing through between a host and others."""
        for other in others:
            self.drop(name, other)
            self.drop(other, name)

    def drop(self, sender: str, receiver: str) -> None:
        """Let nothing through from one host to another; the other way stays open."""
        rule = ("-A", "INPUT", "-s", self.hosts[sender].address, "-j", "DROP")
        printed(*self.hosts[receiver].entry, "iptables", "-w", *rule)

    def isolate(self, name: str) -> None:
        """Cut a host off from all other hosts."""
        self.cut(name, *(other for other in self.hosts if other != name))

    def vanish(self, name: str) -> None:
        """Cut a host off from everybody, clients too."""
        _ip("link", "set", self.hosts[name].port, "down")

    def heal(self) -> None:
        """Let everything through again."""
        for host in self.hosts.values():
            printed(*host.entry, "iptables", "-w", "-F", "INPUT")
            _ip("link", "set", host.port, "up")

    def move(self, name: str, address: str) -> Host:
        """Give a host another address."""
        before = self.hosts[name]
        for verb, each in (("del", before.address), ("add", address)):
            _ip("addr", verb, f"{each}/24", "dev", "eth0", entry=before.entry)
        self.hosts[name] = Host(address, before.entry, name)
        return self.hosts[name]

    def slow_down(self, link: Link) -> None:
        """Replace the cable between the bridges by a slower link."""
        self.speed_up()
        command = (sys.executable, "-m", Link.__module__, *link.arguments)
        self.link = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.link.stdout
        assert self.link.stdout.readline(), "no link"
        _ip("link", "set", CABLE[0], "down")
        self._join(DEVICES)

    def speed_up(self) -> None:
        """Join the bridges by the cable again."""
        if self.link:
            self.link.kill()
            self.link.communicate()
            self.link = None
        self._join(CABLE)

    def _join(self, ends: Sequence[str]) -> None:
        for end, bridge in zip(ends, BRIDGES, strict=True):
            _ip("link", "set", end, "master", bridge, "up")


def _ip(*arguments: str, entry: tuple[str, ...] = ()) -> None:
    printed(*entry, "ip", *arguments)


def _host(name: str, address: str) -> Host:
    holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
    namespace = Path(f"/proc/{holder.pid}/ns/net")
    wait_until(lambda: namespace.readlink() != Path("/proc/self/ns/net").readlink(), "no namespace")
    host = Host(address, ("nsenter", f"--net={namespace}"), name)
    _ip("link", "add", host.port, "type", "veth", "peer", "name", "eth0", "netns", str(holder.pid))
    bridge = FAR if name.startswith("store") else NEAR
    _ip("link", "set", host.port, "master", bridge, "up")
    for device in ("lo", "eth0"):
        _ip("link", "set", device, "up", entry=host.entry)
    _ip("addr", "add", f"{address}/24", "dev", "eth0", entry=host.entry)
    return host
