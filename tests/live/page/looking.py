"""What is wrong with the look of a screen: found by measuring it in the browser."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import ViewportSize

from tests.support.browsing import Person

FAULTS: Final = Path(__file__).with_name("faults.js").read_text()
SIZE: Final = "size => { document.documentElement.style.fontSize = size }"
THUMBS: Final = ", ".join((
    ".keys button", ".call button", ".controls button", ".question button", ".lesson button.letter",
    ".start .card .large",
))  # fmt: skip


@dataclass(frozen=True)
class Screen:
    """The size of a device's screen in CSS pixels, and of its text, in percent."""

    width: int
    height: int
    text: int = 100

    def __str__(self) -> str:
        return f"{self.width}x{self.height}" + (f" at {self.text} %" if self.text != 100 else "")

    @property
    def viewport(self) -> ViewportSize:
        return {"width": self.width, "height": self.height}


SCREENS: Final = tuple(
    Screen(*size)
    for size in ((320, 568), (360, 640), (375, 667), (390, 664), (844, 390), (1280, 800))
)
LARGE_TEXT: Final = (Screen(390, 844, 200), Screen(320, 568, 200))
ZOOMED: Final = Screen(320, 256)  # 1280 × 1024 at 400 % (WCAG 1.4.10)


def shows(person: Person, screen: Screen) -> None:
    """Show the page on a screen of this size."""
    person.page.set_viewport_size(screen.viewport)
    person.page.evaluate(SIZE, "" if screen.text == 100 else f"{screen.text}%")


def faults(person: Person, screens: tuple[Screen, ...]) -> Iterator[str]:
    """Yield what is wrong on each screen. Large text may need scrolling, but never sideways."""
    for screen in screens:
        shows(person, screen)
        thumbs = THUMBS if screen in SCREENS else ""
        for fault in person.page.evaluate(FAULTS, thumbs):
            yield f"{screen}: {fault}"
    shows(person, SCREENS[-1])
