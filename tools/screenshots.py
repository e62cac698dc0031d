"""Take the pictures of the page for the README and docs/page.md: `make screenshots`."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, expect

from tests.live.page.all_states import ENGLISH, STATES
from tests.support.browsing import MOVING, Person, browsing
from tests.support.programs import ROOT
from tests.support.running import Service, serving

FOLDER = ROOT / "docs"
PHONE: Final = (390, 700)
DESK: Final = (900, 700)
COMMON: Final = "eiaotsrnlcdumgphbyfvwkzxjq"  # the letters, the commonest first
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


@dataclass(frozen=True)
class Picture:
    """A state of the page, on a screen of this size."""

    screen: str
    name: str
    letters: str = ""  # of the player, if not those of the list
    size: tuple[int, int] = PHONE
    part: str = "html"  # what is at the top of the picture

    def take(self, person: Person, service: Service) -> bytes:
        """The picture as PNG."""
        width, height = self.size
        person.page.set_viewport_size({"width": width, "height": height})
        [state] = [each for each in STATES if (each.screen, each.name) == (self.screen, self.name)]
        if state.game:
            state = replace(state, game=replace(state.game, letters=self.letters))
        state.opened(person, service, ENGLISH)
        top = person.page.locator(self.part).first
        top.evaluate("element => element.scrollIntoView()")
        return person.page.screenshot(animations="disabled")


PICTURES: Final = {
    "lesson": Picture("lesson", "there is no E"),
    "start": Picture("start", "a new device"),
    "game": Picture("game", "a mystery, guessed"),
    "end": Picture("end", "lost to a cheat, It cheated", COMMON),
    "ladder": Picture("ladder", "lost to a cheat", COMMON, DESK, ".sheet"),
    "deal": Picture("dealing", "the first question"),
    "friend": Picture("a word for a friend", "the link"),
    "group": Picture("links", "another word, why", COMMON),
    "watch": Picture("watching", "a game"),
    "statistics": Picture("statistics", "games"),
}


def save(name: str, png: bytes) -> None:
    """Write a picture of docs/page.md."""
    picture = Image.open(BytesIO(png)).convert("RGB")
    picture.save(FOLDER / f"page-{name}.webp", lossless=True, method=6)


def take(wanted: list[str]) -> None:
    """The film of the README, and the pictures; or those pictures that are named."""
    with TemporaryDirectory() as folder, serving(Path(folder)) as service, browsing() as browser:
        if not wanted:
            film(browser, service.url)
        person = Person(browser, service.url, device_scale_factor=2)
        for name in wanted or PICTURES:
            save(name, PICTURES[name].take(person, service))


if __name__ == "__main__":
    take(sys.argv[1:])
