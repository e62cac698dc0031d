"""Search for the most expensive request of every endpoint, and print a table of them.

    python -m tools.worst_requests --seconds 600

Requests are drawn from the contract, and Hypothesis looks for higher costs: the CPU in this
process, in multiples of a plain guess, how much of it other requests would wait for, and the size
of the answer. The requests of earlier runs, in
tests/tools/worst_requests.json, are tried first. The worst ones are written to this file, and the
tests send them again. The exit code is 1 if a promise is broken.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from hypothesis import HealthCheck, Phase, given, seed, settings, target
from hypothesis.errors import FlakyFailure

from service.dictionaries.dictionary import load_all
from service.settings import shipped
from tests.support.contract import ending, operations
from tools.worst_requests.desk import (
    ASPECTS,
    OF_REVIEWS,
    Aspect,
    Cost,
    Desk,
    Request,
    aspects,
    cold_cost,
    written,
)
from tools.worst_requests.drawn import requests

FILE: Final = Path(__file__).parents[2] / "tests" / "tools" / "worst_requests.json"
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
SHARES: Final = 5  # of the time, for an endpoint that reads a body or a query; others have one
SHOWN: Final = 100  # characters of a request
PROMISED: Final = [
    f"{aspect.promised:,}" if math.isfinite(aspect.promised) else "" for aspect in ASPECTS.values()
]
HEAD: Final = f"""\
| | {" | ".join(ASPECTS)} | the request with the most CPU |
|---|{"--:|" * len(ASPECTS)}---|
| *promised* | {" | ".join(PROMISED)} | |
| *promised of reviews* | {OF_REVIEWS["most CPU"].promised:,} |{" |" * len(ASPECTS)}"""
DOCUMENTS: Final = ("/", "/docs", "/openapi.json", "/openapi.yaml", "/problems")
COLD_HEAD: Final = """
The first request of a process, in the same units:

| | CPU | of the loop |
|---|--:|--:|"""


class TimeIsUp(Exception):
    """The time for this search is up."""


class Search:
    """The worst requests of an operation so far, each with its cost, by aspect."""

    def __init__(self, desk: Desk, path: str, method: str) -> None:
        self.worst: dict[str, tuple[Request, Cost]] = {}
        self.tried = 0
        self._desk = desk
        self._requests = requests(path, method, desk.dictionaries)

    def climb(self, seconds: float) -> None:
        """Search until the time is up, or until every possible request was tried."""
        until = time.monotonic() + seconds
        # Hypothesis calls it flaky that a request is too late which was not before.
        with suppress(TimeIsUp, FlakyFailure):
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
        """Return the cost of a request; store it where it is the worst so far."""
        self.tried += 1
        cost = self._desk.cost_of(request)
        if self._worse_in(cost):
            cost = self._desk.cost_of(request, TRIES)
        self.worst |= dict.fromkeys(self._worse_in(cost), (request, cost))
        return cost

    def _worse_in(self, cost: Cost) -> list[str]:
        """The aspects in which a cost is the worst so far."""
        return [
            name
            for name, aspect in ASPECTS.items()
            if aspect.value(cost) > (aspect.value(self.worst[name][1]) if name in self.worst else 0)
        ]


def examples() -> dict[str, dict[str, Request]]:
    """The worst requests of earlier runs, by operation and by aspect or another name."""
    requests_by_operation = json.loads(FILE.read_text()) if FILE.exists() else {}
    return {
        operation: {name: Request.from_json(values) for name, values in worst.items()}
        for operation, worst in requests_by_operation.items()
    }


def keep(found: Mapping[str, Mapping[str, tuple[Request, Cost]]]) -> None:
    """Write the worst requests for the tests, a line each; those under other names stay."""
    before = examples()
    requests_by_operation: dict[str, dict[str, Request]] = before | {
        operation: {name: request for name, (request, _) in worst.items()}
        | {name: each for name, each in before.get(operation, {}).items() if name not in ASPECTS}
        for operation, worst in found.items()
    }
    lines = [
        f"{json.dumps(operation)}: {{\n"
        + ",\n".join(
            f"  {json.dumps(name)}: {json.dumps(asdict(request))}"
            for name, request in requests.items()
        )
        + "\n}"
        for operation, requests in requests_by_operation.items()
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def shares(path: str, method: str) -> int:
    """How many shares of the time the search of an operation gets."""
    operation = operations()[path, method]
    reads = "requestBody" in operation or any(
        one.get("in") == "query" for one in operation.get("parameters", [])
    )
    return SHARES if reads else 1


def row(operation: str, worst: Mapping[str, tuple[Request, Cost]]) -> str:
    """A row of the table; a cost that breaks a promise is bold."""
    cells = [
        _cell(aspect, worst[name][1]) if name in worst else ""
        for name, aspect in aspects(operation).items()
    ]
    request = worst[next(iter(worst))][0]
    return f"| {' | '.join([f'`{operation}`', *cells, described(request)])} |"


def _cell(aspect: Aspect, cost: Cost) -> str:
    value = aspect.value(cost)
    text = f"{value:,.1f}".removesuffix(".0")
    return text if aspect.is_kept(cost) else f"**{text}**"


def described(request: Request) -> str:
    """A request in a few words."""
    parts = [written(request.query), written(request.body) if request.body else ""]
    if request.game:
        game = request.game
        chosen = [game.start[name] for name in ("dictionary", "length", "dealer", "max_misses")]
        guessed = [game.letters, f"{game.words} words"]
        in_order = guessed if game.last_letters < len(game.letters) else guessed[::-1]
        parts.append(f"{', '.join(map(str, chosen))}, {' and '.join(in_order)}")
    parts += [f"{name}: {written(text)}" for name, text in request.headers.items()]
    text = " ".join([part for part in parts if part]).replace("|", "\\|").replace("`", "'")
    return f"`{text[:SHOWN]}{'…' * (len(text) > SHOWN)}`" if text else ""


def cold_costs(
    found: Mapping[str, Mapping[str, tuple[Request, Cost]]], plain_guess: float
) -> Iterator[tuple[str, Cost]]:
    """Yield what the worst request of each operation, and each document, costs a new process."""
    first = {operation: next(iter(worst.values()))[0] for operation, worst in found.items()}
    first |= {f"GET {path}": Request("GET", path) for path in DOCUMENTS}
    for operation, request in first.items():
        with get_context("spawn").Pool(1) as pool:
            yield operation, pool.apply(cold_cost, (request, plain_guess))


def main() -> int:
    """Search, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.worst_requests")
    parser.add_argument("--seconds", type=float, default=600)
    seconds = parser.parse_args().seconds / sum(shares(*each) for each in ending())
    desk, before, found = Desk(load_all([shipped("data")])), examples(), {}
    print(HEAD, flush=True)
    for path, method in ending():
        operation = f"{method} {path}"
        desk.weigh_plain_guess()
        search = Search(desk, path, method)
        for request in before.get(operation, {}).values():
            search.weigh(request)
        search.climb(seconds * shares(path, method))
        found[operation] = {name: search.worst[name] for name in ASPECTS if name in search.worst}
        print(row(operation, found[operation]), flush=True)
    print(COLD_HEAD)
    for operation, cost in cold_costs(found, desk.plain_guess):
        print(f"| `{operation}` | {cost.guesses:,.1f} | {cost.of_loop:,.1f} |", flush=True)
    keep(found)
    in_bounds = [
        aspects(operation)[name].is_kept(cost)
        for operation, worst in found.items()
        for name, (_, cost) in worst.items()
    ]
    print(f"\nA plain guess took {1e6 * desk.plain_guess:.0f} us of CPU.")
    return int(not all(in_bounds))


if __name__ == "__main__":
    sys.exit(main())
