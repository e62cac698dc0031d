"""Every state of the page, in each language and from right to left: all is seen, axe is silent.

`make sheets` looks at them on all screens, and puts them on contact sheets.
"""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from tests.live.page.all_states import ENGLISH, HEBREW, STATES, Words, hebrew_service
from tests.live.page.conftest import People
from tests.live.page.looking import LARGE_TEXT, SCREENS, ZOOMED, faults
from tests.support.browsing import OF_LIGHTHOUSE
from tests.support.programs import ROOT
from tests.support.running import Service

TEXTS = (ROOT / "service" / "web" / "static" / "texts.js").read_text()
LANGUAGES = re.findall(r"^  (\w+): \{$", TEXTS, re.MULTILINE)
TIGHTEST: Final = (SCREENS[0], SCREENS[4], LARGE_TEXT[0], ZOOMED)
NAMES: Final = sorted({state.screen for state in STATES})
LISTS: Final = [(language, ENGLISH) for language in LANGUAGES] + [("en", HEBREW)]


@pytest.fixture(scope="package")
def worldly(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that also has words that are written from right to left."""
    with hebrew_service(tmp_path_factory.mktemp("worldly")) as started:
        yield started


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("language", "words"), LISTS, ids=[f"{code}-{words.dictionary}" for code, words in LISTS]
)
def test_every_state_is_whole_on_the_tightest_screens(
    request: pytest.FixtureRequest, people: People, name: str, language: str, words: Words
) -> None:
    """Axe is slow: in languages other than English, only by rules that a look or a text breaks."""
    states = [each for each in STATES if each.screen == name and each.is_played_with(words)]
    if not states:
        return
    service = request.getfixturevalue("service" if words is ENGLISH else "worldly")
    person = people(service.url, locale=language)
    only = [] if (language, words) == LISTS[0] else [OF_LIGHTHOUSE, "color-contrast"]
    found = []
    for number, state in enumerate(states):
        state.opened(person, service, words)
        assert person.page.evaluate("document.getAnimations().length") == 0, f"{state.name} moves"
        person.page.emulate_media(color_scheme=("light", "dark")[number % 2])
        found += [f"{state.name}, {fault}" for fault in faults(person, TIGHTEST)]
        found += [f"{state.name}: {finding}" for finding in person.findings_of_axe(only=only)]
    assert found == []
