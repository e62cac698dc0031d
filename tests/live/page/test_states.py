"""Every state of the page in every language: it fits every screen, and axe finds nothing.

Each is drawn on a sheet, build/page-….html, to be looked through after a change of the look.
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
from tests.support.browsing import Person
from tests.support.programs import ROOT
from tests.support.running import Service

Scheme: TypeAlias = Literal["light", "dark"]
States: TypeAlias = Callable[[Person, Service], Iterator[str]]

TEXTS = (ROOT / "service" / "web" / "static" / "texts.js").read_text()
LANGUAGES = re.findall(r"^  (\w+): \{$", TEXTS, re.MULTILINE)
ZOOMED: ViewportSize = {"width": 320, "height": 256}  # 1280 × 1024 at 400 % (WCAG 1.4.10)
LARGE: ViewportSize = {"width": 390, "height": 844}  # with text of twice the size
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
BUILD = ROOT / "build"
SIZE = "size => { document.documentElement.style.fontSize = size }"
# How wide the page is, or the parts of a confession, which hides what is beyond its edge.
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
    person = people(locale=language, reduced_motion="reduce")
    rows = [
        f"<h2>{escape(state)}</h2>{''.join(pictures)}"
        for state, pictures in looks(person, states(person, service), language)
    ]
    BUILD.mkdir(exist_ok=True)
    title = f"page-{language}-{states.__name__.replace('_', '-')}"
    page = f"<!doctype html><meta charset=utf-8><title>{title}</title>"
    (BUILD / f"{title}.html").write_text(page + "".join(rows))


def looks(person: Person, states: Iterator[str], language: str) -> Iterator[tuple[str, list[str]]]:
    """Each state with its pictures: on a phone and on a desktop, one by day and one by night."""
    every = list(product(SCREENS, SCHEMES))
    ours = every[::3] if language == "en" else every[1:3]  # axe takes long: each in one language
    findings = []
    for state in states:
        assert person.page.evaluate("document.getAnimations().length") == 0, f"{state} moves"
        for viewport in (ZOOMED, *SCREENS):
            fits(person, viewport, state)
        person.page.evaluate(SIZE, "200%")
        fits(person, LARGE, f"{state}, in large text,")
        person.page.evaluate(SIZE, "")
        pictures = []
        for look in ours:
            pictures.append(picture(person, *look))
            findings += [f"{state}: {finding}" for finding in person.findings_of_axe()]
        yield state, pictures
    assert findings == []


def fits(person: Person, viewport: ViewportSize, state: str) -> None:
    person.page.set_viewport_size(viewport)
    assert person.page.evaluate(WIDTH) <= viewport["width"], f"{state} scrolls sideways"


def picture(person: Person, viewport: ViewportSize, scheme: Scheme) -> str:
    person.page.set_viewport_size(viewport)
    person.page.emulate_media(color_scheme=scheme)
    taken = person.page.screenshot(type="jpeg", quality=50)
    size = f"width={viewport['width'] // 2} height={viewport['height'] // 2}"
    return f'<img {size} src="data:image/jpeg;base64,{b64encode(taken).decode()}">'
