"""Every state of the page in every language: it fits every screen, and is drawn on one sheet.

The sheet is build/page.html, to be looked through after a change of the look.
"""

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from itertools import product
from typing import Literal, TypeAlias

from playwright.sync_api import ViewportSize

from tests.live.page.browsing import Person
from tests.live.page.conftest import People
from tests.live.page.states import states
from tests.live.running import Service
from tests.programs import ROOT

Scheme: TypeAlias = Literal["light", "dark"]

ZOOMED: ViewportSize = {"width": 320, "height": 256}  # 1280 × 1024 at 400 % (WCAG 1.4.10)
SCREENS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 800},
    {"width": 320, "height": 640},
)
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
SHEET = ROOT / "build" / "page.html"
WIDTH = "document.documentElement.scrollWidth"
LANGUAGES = "import('/web/any/texts.js').then(({ default: texts }) => Object.keys(texts))"


def test_every_state_fits_and_is_drawn_on_one_sheet(people: People, service: Service) -> None:
    person = people()
    person.opens()
    languages = person.page.evaluate(LANGUAGES)
    rows = [
        f"<h2>{language}, {escape(state)}</h2>{''.join(pictures)}"
        for language in languages
        for state, pictures in looks(people(locale=language, reduced_motion="reduce"), service)
    ]

    SHEET.parent.mkdir(exist_ok=True)
    SHEET.write_text("<!doctype html><meta charset=utf-8><title>The page</title>" + "".join(rows))


def looks(person: Person, service: Service) -> Iterator[tuple[str, list[str]]]:
    """Each state with its pictures: on a phone and on a desktop, by day and by night."""
    for state in states(person, service):
        for viewport in (ZOOMED, *SCREENS):
            person.page.set_viewport_size(viewport)
            assert person.page.evaluate(WIDTH) == viewport["width"], f"{state} scrolls sideways"
        yield state, [picture(person, *look) for look in product(SCREENS, SCHEMES)]


def picture(person: Person, viewport: ViewportSize, scheme: Scheme) -> str:
    person.page.set_viewport_size(viewport)
    person.page.emulate_media(color_scheme=scheme)
    taken = person.page.screenshot(type="jpeg", quality=50)
    size = f"width={viewport['width'] // 2} height={viewport['height'] // 2}"
    return f'<img {size} src="data:image/jpeg;base64,{b64encode(taken).decode()}">'
