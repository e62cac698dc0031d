"""The search for the worst requests of one operation."""

import sys
import time
from contextlib import suppress
from typing import Final

from hypothesis import HealthCheck, Phase, given, seed, settings, target

from tools.worst_requests.desk import ASPECTS, Cost, Desk, Request
from tools.worst_requests.drawn import requests

ROUND: Final = 200  # requests: half are drawn at random, half climb
TRIES: Final = 3  # of a request that seems to be the worst: the median counts
SETTINGS: Final = settings(
    max_examples=ROUND,
    phases=[Phase.generate, Phase.target],
    database=None,
    deadline=None,
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)


class TimeIsUp(Exception):
    """Enough was tried."""


class Search:
    """The worst requests of an operation so far, each with its cost, by what it is the worst in."""

    def __init__(self, desk: Desk, path: str, method: str) -> None:
        self.worst: dict[str, tuple[Request, Cost]] = {}
        self.tried = 0
        self._desk = desk
        self._requests = requests(path, method, desk.dictionaries)

    def climb(self, seconds: float) -> None:
        """Search until the time is up, or all that there is has been tried."""
        until = time.monotonic() + seconds
        with suppress(TimeIsUp):
            for number in range(sys.maxsize):
                before = self.tried
                self._round(number, until)
                if self.tried - before < ROUND // 2:
                    break

    def _round(self, number: int, until: float) -> None:
        @seed(number)
        @SETTINGS
        @given(self._requests)
        def climbs(request: Request) -> None:
            if time.monotonic() > until:
                raise TimeIsUp
            cost = self.weigh(request)
            for name, aspect in ASPECTS.items():
                if value := aspect.value(cost):
                    target(value, label=name)

        climbs()

    def weigh(self, request: Request) -> Cost:
        """What a request costs; it is kept if nothing worse was found before."""
        self.tried += 1
        cost = self._desk.cost_of(request)
        if self._worse_in(cost):
            cost = self._desk.cost_of(request, TRIES)
        self.worst |= dict.fromkeys(self._worse_in(cost), (request, cost))
        return cost

    def _worse_in(self, cost: Cost) -> list[str]:
        """What a cost is the worst in so far."""
        return [
            name
            for name, aspect in ASPECTS.items()
            if aspect.value(cost) > (aspect.value(self.worst[name][1]) if name in self.worst else 0)
        ]
