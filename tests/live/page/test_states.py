"""Every state of the page, in each language and from right to left: all is seen, axe is silent.

`make sheets` looks at them on all screens, and puts them on contact sheets.
"""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import pytest

from tests.live.page.all_states import (
    BROKEN_BY_TEXTS,
    ENGLISH,
    LISTS,
    STATES,
    State,
    Words,
    hebrew_service,
)  # fmt: skip
from tests.live.page.conftest import People
from tests.live.page.looking import LARGE_TEXT, SCREENS, ZOOMED, faults
from tests.support.running import Service

Scheme: TypeAlias = Literal["light", "dark"]

TIGHTEST: Final = (SCREENS[0], SCREENS[4], LARGE_TEXT[0], ZOOMED)
CASES: Final = [
    pytest.param(state, *list_, id=f"{list_[0]}-{list_[1].dictionary}-{state.screen}: {state.name}")
    for list_ in LISTS
    for state in STATES
    if state.is_played_with(list_[1])
]


@pytest.fixture(scope="package")
def worldly(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that also has words that are written from right to left."""
    with hebrew_service(tmp_path_factory.mktemp("worldly")) as started:
        yield started


@pytest.mark.parametrize(("state", "language", "words"), CASES)
def test_every_state_is_whole_on_the_tightest_screens(
    request: pytest.FixtureRequest, people: People, state: State, language: str, words: Words
) -> None:
    """By day in English, otherwise by night, and there with few rules of axe, which is slow; the
    words do not matter to it."""
    is_english = language == "en"
    scheme: Scheme = "light" if is_english else "dark"
    service = request.getfixturevalue("service" if words is ENGLISH else "worldly")
    person = people(service.url, locale=language, color_scheme=scheme)
    state.opened(person, service, words)
    assert person.page.evaluate("document.getAnimations().length") == 0, "something moves"
    assert list(faults(person, TIGHTEST)) == []
    if words is ENGLISH:
        assert person.findings_of_axe(only=[] if is_english else BROKEN_BY_TEXTS) == []
