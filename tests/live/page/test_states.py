"""Every state of the page in every language: it fits every screen, and axe finds nothing.

Pictures of them are written to build/page-….html, to look through after a change of the look.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from html import escape
from itertools import product
from typing import Literal, TypeAlias

import pytest
from playwright.sync_api import ViewportSize

from tests.live.page.conftest import People
from tests.live.page.states import SCREENS, STATES
from tests.support.browsing import OF_LIGHTHOUSE, Person
from tests.support.programs import ROOT
from tests.support.running import Service

States: TypeAlias = Callable[[Person, Service], Iterator[str]]

TEXTS = (ROOT / "service" / "web" / "static" / "texts.js").read_text()
LANGUAGES = re.findall(r"^  (\w+): \{$", TEXTS, re.MULTILINE)
ZOOMED: ViewportSize = {"width": 320, "height": 256}  # 1280 × 1024 at 400 % (WCAG 1.4.10)
LARGE: ViewportSize = {"width": 390, "height": 844}  # with text of twice the size
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LOOKS = tuple(product(SCREENS, SCHEMES))
BUILD = ROOT / "build"
SIZE = "size => { document.documentElement.style.fontSize = size }"
# The width of the page, or of the parts of a confession, which hides what is beyond its edge.
WIDTH = """
() => Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll(
  ".confession, .confession > *, .columns > *, .aside > *, .sheet, .told > *"
)].filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect().right))
"""


@pytest.mark.parametrize("states", STATES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_fits_and_axe_finds_nothing(
    people: People, service: Service, language: str, states: States
) -> None:
    person = people(locale=language)
    rows = [
        f"<h2>{escape(state)}</h2>{picture}"
        for state, picture in looks(person, states(person, service), language)
    ]
    BUILD.mkdir(exist_ok=True)
    title = f"page-{language}-{states.__name__.replace('_', '-')}"
    page = f"<!doctype html><meta charset=utf-8><title>{title}</title>"
    (BUILD / f"{title}.html").write_text(page + "".join(rows))


def looks(person: Person, states: Iterator[str], language: str) -> Iterator[tuple[str, str]]:
    """Yield each state with its picture.

    Axe is slow. So it checks a state once in each language: on a phone or on a desktop, by day or
    by night. In languages other than English, only by rules that a look or a text can break.
    """
    only = [] if language == "en" else [OF_LIGHTHOUSE, "color-contrast"]
    findings = []
    for number, state in enumerate(states):
        assert person.page.evaluate("document.getAnimations().length") == 0, f"{state} moves"
        viewport, scheme = LOOKS[3 - number % 4 if only else number % 4]
        person.page.emulate_media(color_scheme=scheme)
        fits(person, viewport, state)
        findings += [f"{state}: {finding}" for finding in person.findings_of_axe(only=only)]
        image = picture(person, viewport)
        person.page.evaluate(SIZE, "200%")
        fits(person, LARGE, f"{state}, in large text,")
        person.page.evaluate(SIZE, "")
        fits(person, ZOOMED, state)
        yield state, image
    assert findings == []


def fits(person: Person, viewport: ViewportSize, state: str) -> None:
    person.page.set_viewport_size(viewport)
    assert person.page.evaluate(WIDTH) <= viewport["width"], f"{state} scrolls sideways"


def picture(person: Person, viewport: ViewportSize) -> str:
    image = person.page.screenshot(type="jpeg", quality=50)
    size = f"width={viewport['width'] // 2} height={viewport['height'] // 2}"
    return f'<img {size} src="data:image/jpeg;base64,{b64encode(image).decode()}">'
