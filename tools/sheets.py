"""Look at every state of the page on all screens, and make contact sheets: `make sheets`."""

import sys
from base64 import b64encode
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Browser, Error

from tests.live.page.all_states import (
    BROKEN_BY_TEXTS,
    ENGLISH,
    HEBREW,
    LISTS,
    STATES,
    State,
    Words,
    hebrew_service,
)  # fmt: skip
from tests.live.page.looking import LARGE_TEXT, SCREENS, ZOOMED, Screen, faults, shows
from tests.support.browsing import Person, browsing
from tests.support.programs import ROOT
from tests.support.running import Service

FOLDER: Final = ROOT / "build" / "sheets"
PICTURED: Final = {
    ENGLISH: (Screen(320, 568), Screen(390, 664), Screen(844, 390)), HEBREW: (Screen(390, 664),),
}  # fmt: skip
WIDE: Final = Screen(1280, 800)  # in English only
WIDTH: Final = 1500  # pixels of a sheet
SCALE: Final = 0.5
STYLE: Final = """
body { font: 15px sans-serif; margin: 16px }
h2 { font-size: 15px; margin: 16px 0 4px }
img { vertical-align: top }
"""


def look(state: State, person: Person, service: Service, list_: tuple[str, Words]) -> list[str]:
    """What is wrong with a state in a language, on all screens and by axe."""
    language, words = list_
    name = f"{state.screen}, {state.name}, {language}-{words.dictionary}"
    shows(person, WIDE)
    try:
        state.opened(person, service, words)
    except (AssertionError, Error) as error:
        return [f"{name} is not reached: {str(error).splitlines()[0]}"]
    only = [] if list_ == LISTS[0] else BROKEN_BY_TEXTS
    wrong = [*faults(person, (*SCREENS, *LARGE_TEXT, ZOOMED)), *person.findings_of_axe(only=only)]
    return [f"{name}: {each}" for each in wrong]


def pictures(person: Person, list_: tuple[str, Words]) -> str:
    """A state on some screens, as HTML."""
    screens = PICTURED[list_[1]] + ((WIDE,) if list_ == LISTS[0] else ())
    return "".join(picture(person, screen) for screen in screens)


def picture(person: Person, screen: Screen) -> str:
    shows(person, screen)
    image = b64encode(person.page.screenshot(type="jpeg", quality=70)).decode()
    return f'<img width={SCALE * screen.width} src="data:image/jpeg;base64,{image}"> '


def sheet(browser: Browser, screen: str, rows: list[str]) -> Path:
    """Write the contact sheet of a screen of the page."""
    page = browser.new_page(viewport={"width": WIDTH, "height": 800})
    page.set_content(f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{''.join(rows)}")
    file = FOLDER / f"{screen.replace(' ', '-')}.png"
    page.screenshot(path=file, full_page=True)
    page.close()
    return file


def main(wanted: list[str]) -> int:
    """Look at the states of all screens, or of those that are named. 1 if something is wrong."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    is_right = True
    with (
        TemporaryDirectory() as folder,
        hebrew_service(Path(folder)) as service,
        browsing() as browser,
    ):
        people = [Person(browser, service.url, locale=language) for language, _ in LISTS]
        for screen in wanted or dict.fromkeys(state.screen for state in STATES):
            rows: list[str] = []
            found: list[str] = []
            for state in (each for each in STATES if each.screen == screen):
                rows.append(f"<h2>{escape(state.name)}</h2>")
                for person, list_ in zip(people, LISTS, strict=True):
                    if state.is_played_with(list_[1]):
                        found += look(state, person, service, list_)
                        rows.append(pictures(person, list_))
            print(sheet(browser, screen, rows).relative_to(ROOT), *found, sep="\n  ", flush=True)
            is_right = is_right and not found
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
