"""Take the pictures of the page for the README and docs/page.md: `make screenshots`."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, expect

from tests.support.browsing import MOVING, Person, browsing
from tests.support.programs import ROOT
from tests.support.running import serving

FOLDER = ROOT / "docs"
SMALL = {"width": 380, "height": 720}
WIDE = {"width": 1200, "height": 750}
LESSON: Final = {"width": 400, "height": 640}
FRAME = 50  # milliseconds of the film
BEATS = 2050  # milliseconds, until all motions of the lesson's second step are over
READ = (2200, 2250, 1500)  # milliseconds for which each step of the lesson stays
AT = "at => document.getAnimations().forEach(each => { each.pause(); each.currentTime = at; })"


def film(browser: Browser, url: str) -> None:
    """The lesson with nine words, in eight seconds."""
    pictures, times = zip(*frames(browser, url), strict=True)
    first, *others = [Image.open(BytesIO(picture)).convert("RGB") for picture in pictures]
    first.save(
        FOLDER / "lesson.webp",
        save_all=True,
        append_images=others,
        duration=times,
        loop=0,
        lossless=True,
        method=6,
    )


def frames(browser: Browser, url: str) -> Iterator[tuple[bytes, int]]:
    """Yield each frame as PNG, and for how many milliseconds it is shown."""
    person = Person(browser, url, viewport=LESSON, device_scale_factor=2, **MOVING)
    page = person.page
    person.opens("/how-to-play?1")
    yield page.screenshot(), READ[0]
    person.presses("E")
    expect(page.locator(".gone-beats")).to_be_visible()
    for time in range(0, BEATS, FRAME):
        page.evaluate(AT, time)
        yield page.screenshot(), FRAME
    page.evaluate(AT, BEATS)
    yield page.screenshot(), READ[1]
    person.presses("Next")
    expect(page.locator(".rules")).to_be_visible()
    page.evaluate(AT, BEATS)
    yield page.screenshot(), READ[2]


def take() -> None:
    """The lesson, the first screen, a game on a phone by night, the end of one, its confession."""
    with TemporaryDirectory() as folder, serving(Path(folder)) as service, browsing() as browser:
        film(browser, service.url)
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
