"""A slow and lossy path between two bridges.

    python -m tools.faults.hosts.link DELAY LOSS RATE QUEUE

It moves Ethernet frames between the network devices `tap-near` and `tap-far`, in their order, and
prints a line when both are there. DELAY is in seconds and LOSS a share, each way; RATE is in bytes
a second (0: as fast as possible), and a frame that would wait longer than QUEUE seconds for its
turn is lost. Linux's own netem does the same, but many kernels lack it.
"""

import fcntl
import os
import random
import struct
import sys
import time
from collections import deque
from dataclasses import astuple, dataclass, field
from select import select
from typing import Final

DEVICES: Final = ("tap-near", "tap-far")
LONGEST: Final = 2048  # bytes of a frame
AT_ONCE: Final = 64  # frames that are read from one side before the other has its turn
TUNSETIFF: Final = 0x400454CA
TAP: Final = 0x0002  # Ethernet frames
BARE: Final = 0x1000  # with nothing before them
ARP: Final = b"\x08\x06"  # lost once, it is asked for again only after a second


@dataclass(frozen=True)
class Link:
    """Each way: seconds of delay, share of lost frames, bytes a second, seconds of the queue."""

    delay: float = 0.0
    loss: float = 0.0
    rate: float = 0.0
    queue: float = 0.2

    @property
    def arguments(self) -> tuple[str, ...]:
        return tuple(map(str, astuple(self)))


@dataclass
class Way:
    """The frames on their way from one device to the other."""

    link: Link
    sender: int
    receiver: int
    chance: random.Random
    frames: deque[tuple[float, bytes]] = field(default_factory=deque)
    free_at: float = 0.0  # when the frames before have been sent

    def read(self) -> None:
        for _ in range(AT_ONCE):
            try:
                frame = os.read(self.sender, LONGEST)
            except BlockingIOError:
                return
            self._send(frame)

    def _send(self, frame: bytes) -> None:
        now = time.monotonic()
        begin = max(now, self.free_at)
        lost = self.chance.random() < self.link.loss and frame[12:14] != ARP
        if lost or begin - now > self.link.queue:
            return
        self.free_at = begin + (len(frame) / self.link.rate if self.link.rate else 0)
        self.frames.append((self.free_at + self.link.delay, frame))

    def deliver(self) -> None:
        while self.frames and self.frames[0][0] <= time.monotonic():
            try:
                os.write(self.receiver, self.frames.popleft()[1])
            except OSError:
                return  # the device is down, or its queue is full: the frame is lost

    @property
    def due(self) -> float:
        """When the next frame arrives, in monotonic seconds."""
        return self.frames[0][0] if self.frames else float("inf")


def _device(name: str) -> int:
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", name.encode(), TAP | BARE))
    return device


def main() -> None:
    link = Link(*map(float, sys.argv[1:]))
    near, far = map(_device, DEVICES)
    ways = {
        sender: Way(link, sender, receiver, random.Random(sender))
        for sender, receiver in ((near, far), (far, near))
    }
    print("ready", flush=True)
    while True:
        wait = min(way.due for way in ways.values()) - time.monotonic()
        ready, _, _ = select(ways, (), (), min(1.0, max(0.0, wait)))
        for sender in ready:
            ways[sender].read()
        for way in ways.values():
            way.deliver()


if __name__ == "__main__":
    main()
