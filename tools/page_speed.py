"""Measure the page: its first load, a tap, and the end of a game: `make page-speed`.

Each figure is the median of ten, in Chromium; taps and ends at a quarter of the CPU.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import Browser, expect

from service.web.page import is_packed
from tests.support.browsing import MOVING, RARE_FIRST, Person, browsing
from tests.support.running import Service, serving

TIMES: Final = 10
SLOWER: Final = 4  # times: the CPU of a cheap phone
STORED: Final = 5000  # results
PHONE: Final = {"width": 390, "height": 664}
SETTLED: Final = 6000  # milliseconds after a game until its end stands still
LONGEST_TASK: Final = """
() => {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: "longtask" });
}
"""
# From when the browser receives a tap until its frame has been drawn.
TAPS: Final = """
() => {
  window.taps = [];
  document.addEventListener("click", ({ timeStamp }) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => taps.push(performance.now() - timeStamp);
    requestAnimationFrame(() => port2.postMessage(null));
  }, { capture: true });
}
"""


@dataclass(frozen=True)
class Goal:
    """What is measured, and the most that it may be."""

    name: str
    most: float
    unit: str
    measure: Callable[[Browser, Service], float]


@contextmanager
def visiting(browser: Browser, service: Service, **device: Any) -> Iterator[Person]:
    person = Person(browser, service.url, viewport=PHONE, **device)
    yield person
    person.context.close()


def first_load(browser: Browser, service: Service) -> float:
    """Kilobytes on the wire for the files of the page, with the heads of their answers."""
    sizes: dict[str, float] = {}
    with visiting(browser, service) as person:
        inspector = person.context.new_cdp_session(person.page)
        inspector.send("Network.enable")
        files: dict[str, str] = {}
        inspector.on("Network.responseReceived", lambda event: files.update(
            {event["requestId"]: event["response"]["url"].removeprefix(service.url)}))  # fmt: skip
        inspector.on("Network.loadingFinished", lambda event: sizes.update(
            {files.get(event["requestId"], "?"): event["encodedDataLength"]}))  # fmt: skip
        person.opens()
        person.page.wait_for_load_state("networkidle")
    ours = {path: size for path, size in sizes.items() if path == "/" or path.startswith("/web/")}
    assert ours
    return sum(ours.values()) / 1000


def tap(browser: Browser, service: Service) -> float:
    """Milliseconds of a tap on a key, on a device with thousands of results."""
    with visiting(browser, service) as person:
        request = {"length": 8, "max_misses": 26}
        game = service.post("/games", json=request).json()
        remembers(person, game["id"])
        person.opens(game["id"])
        slow(person)
        person.page.evaluate(TAPS)
        for nth, letter in enumerate("qjx", 1):
            person.page.locator(".keys button", has_text=letter.upper()).first.click()
            expect(person.used).to_have_count(nth)
        taps = person.page.evaluate("taps")
    return float(median(taps))


def end(browser: Browser, service: Service) -> float:
    """Milliseconds of the longest task from the last guess until the confession stands still."""
    with visiting(browser, service, **MOVING) as person:
        request = {"length": 8, "max_misses": 6, "dealer": "largest-family"}
        game = service.post("/games", json=request).json()
        remembers(person, game["id"])
        person.opens(game["id"])
        person.types(RARE_FIRST[:5])
        expect(person.used).to_have_count(5)
        slow(person)
        person.page.evaluate(LONGEST_TASK)
        person.types(RARE_FIRST[5])
        expect(person.page.locator(".question")).to_be_visible()
        person.page.wait_for_timeout(SETTLED / 2)
        person.page.locator(".question button").first.click()
        expect(person.page.locator(".confession")).to_be_visible()
        person.page.wait_for_timeout(SETTLED)
        return float(person.page.evaluate("longest"))


def remembers(person: Person, game: str) -> None:
    """Store thousands of results, and that this game is the player's."""
    person.page.goto(f"{person.url}/livez")
    result = {
        "day": "2026-03-01", "dealer": "largest-family", "title": "Largest family", "length": 8,
        "misses": 6, "max_misses": 8, "won": False, "set": False, "shown": False, "hints": 0,
        "hard": False, "drawn": True, "chosen": False, "claim": "cheated", "honest": False,
    }  # fmt: skip
    results = [{"id": f"0123456789abcdef{nth:06}", **result} for nth in range(STORED)]
    person.remembers(taught=True, results=results, unfinished=[{"id": game, "drawn": True}])


def slow(person: Person) -> None:
    inspector = person.context.new_cdp_session(person.page)
    inspector.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


GOALS: Final = (
    Goal("first load", 33, "kB", first_load),
    Goal("a tap", 60, "ms", tap),
    Goal("longest task at the end", 100, "ms", end),
)


def main() -> int:
    """Print each median, its goal, and all ten figures. 1 if a goal is missed."""
    if not is_packed():
        print("page-speed: the page is not packed: run make page first", file=sys.stderr)
        return 2
    missed = 0
    with TemporaryDirectory() as folder, serving(Path(folder)) as service, browsing() as browser:
        for goal in GOALS:
            figures = sorted(round(goal.measure(browser, service), 1) for _ in range(TIMES))
            middle = round(median(figures), 1)
            missed += middle > goal.most
            print(f"{goal.name}: {middle} {goal.unit}, at most {goal.most}: {figures}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
