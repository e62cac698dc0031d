"""Draw the picture that a link to the page shows in a chat: `make preview`."""

from playwright.sync_api import ViewportSize

from tests.support.browsing import browsing
from tests.support.programs import ROOT

DRAWN = ROOT / "tools/preview.html"
PICTURE = ROOT / "service/web/static/preview.png"
SIZE: ViewportSize = {"width": 1200, "height": 630}  # which programs show whole


def draw() -> None:
    """Draw it as a browser shows `preview.html`, with the colours and the fonts of the page."""
    with browsing() as browser:
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        page.goto(DRAWN.as_uri())
        page.screenshot(path=PICTURE)


if __name__ == "__main__":
    draw()
