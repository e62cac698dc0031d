"""Measure how soon the page shows a press: `python -m tools.presses`, for slow networks.

Prints the milliseconds until the page first changes, and until the answer is there, for a letter
that is typed; and until the first screen has its button, on a first visit.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from playwright.sync_api import CDPSession, expect

from tests.live.page.browsing import Person, browsing
from tests.live.running import serving

SLOW = {  # name: (milliseconds of delay, bytes a second)
    "this machine": (0, -1),
    "300 ms": (300, -1),
    "slow 3G": (2000, 50_000),
}
CHANGES = """
() => new Promise((done) => {
  const start = performance.now();
  const times = {};
  const seen = new MutationObserver(() => {
    times.first ??= Math.round(performance.now() - start);
    if (!document.querySelector(".keys :is([data-state=hit], [data-state=miss])")) return;
    seen.disconnect();
    done({ ...times, answer: Math.round(performance.now() - start) });
  });
  seen.observe(document.body, { subtree: true, childList: true, attributes: true });
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "e", bubbles: true }));
})
"""


def slow_down(session: CDPSession, delay: int, rate: int) -> None:
    """Make the network of a page slow."""
    session.send("Network.enable")
    conditions = {"latency": delay, "downloadThroughput": rate, "uploadThroughput": rate}
    session.send("Network.emulateNetworkConditions", {"offline": False, **conditions})


def measure() -> None:
    """Print a line for each network."""
    with TemporaryDirectory() as folder, serving(Path(folder)) as service, browsing() as browser:
        for name, (delay, rate) in SLOW.items():
            person = Person(browser, service.url, is_new=True)
            slow_down(person.context.new_cdp_session(person.page), delay, rate)
            start = perf_counter()
            person.page.goto(service.url, wait_until="commit")
            expect(person.heading).to_be_visible()
            button = round(1000 * (perf_counter() - start))
            person.page.get_by_role("button", name="Skip, just play").click()
            expect(person.page.locator(".keys")).to_be_visible()
            played = round(1000 * (perf_counter() - start))
            times = person.page.evaluate(CHANGES)
            print(f"{name:13} button {button:5} ms, in the game {played:5} ms; a letter: {times}")
            person.context.close()


if __name__ == "__main__":
    measure()
