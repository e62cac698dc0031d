"""Take the pictures of the page for the README and docs/page.md: `make screenshots`."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import expect

from tests.support.browsing import Person, browsing
from tests.support.programs import ROOT
from tests.support.running import serving

FOLDER = ROOT / "docs"
SMALL = {"width": 380, "height": 720}
WIDE = {"width": 1200, "height": 750}
TOP = 1000  # pixels: the height of the end in the README
EDGE = 24  # pixels on both sides of it


def take() -> None:
    """The first screen, a game on a phone by night, the end of one, and its confession."""
    with TemporaryDirectory() as folder, serving(Path(folder)) as service, browsing() as browser:
        person = Person(browser, service.url, viewport=WIDE)
        person.opens()
        person.page.screenshot(path=FOLDER / "page-start.png")
        person.opens("/new?length=8&misses=6&words=en&dealer=largest-family")
        person.plays()
        person.types("eaiotsrn")
        person.ends()
        person.page.set_viewport_size({"width": 1280, "height": 800})
        person.unfolds()
        expect(person.page.locator(".breakdown")).to_be_visible()
        person.page.locator(".ladder").screenshot(path=FOLDER / "page-confession.png")
        person.page.evaluate("scrollTo(0, 0)")
        top = person.page.locator("main").bounding_box()
        assert top
        top["x"] -= EDGE
        top["width"] += 2 * EDGE
        top["height"] = TOP
        person.page.screenshot(path=FOLDER / "ladder.png", full_page=True, clip=top)

        dark: dict[str, Any] = {"color_scheme": "dark"}
        player = Person(browser, service.url, viewport=SMALL, **dark)
        player.opens()
        player.chooses(Length="8 letters")
        player.plays()
        player.types("eiaonz")
        expect(player.used).to_have_count(6)
        player.page.screenshot(path=FOLDER / "page-phone.png")


if __name__ == "__main__":
    take()
