"""A browser for the tests of the page, and the people who use it."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser

from tests.support.browsing import DESKTOP, USUAL, Person, browsing
from tests.support.running import Service

People: TypeAlias = Callable[..., Person]

LOOKS = {"viewport", *USUAL}


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with browsing() as started:
        yield started


@pytest.fixture(scope="package")
def regulars() -> dict[str, list[Person]]:
    """People whose browsers are used again, by service and kind of device."""
    return defaultdict(list)


@pytest.fixture
def people(
    request: pytest.FixtureRequest,
    browser: Browser,
    service: Service,
    regulars: dict[str, list[Person]],
) -> Iterator[People]:
    """A function that returns a person with a device of their own; no page may raise an error.

    A new device costs as much CPU as five visits of the page. So most devices are used again, with
    an empty storage. Ask for a person `once` to change a browser for good, for example its clock.
    """
    present: list[tuple[Person, str]] = []

    def person(url: str = service.url, *, once: bool = False, **device: Any) -> Person:
        looks = {name: device.pop(name) for name in LOOKS & device.keys()}
        kind = "" if once else repr((url, sorted(device.items())))
        free = regulars[kind]
        player = free.pop() if free else Person(browser, url, **device)
        player.looks(**{"viewport": DESKTOP, **looks})
        present.append((player, kind))
        return player

    yield person
    for player, kind in present:
        complaints = player.complaints
        if kind and not request.session.testsfailed:
            player.comes_again()
            regulars[kind].append(player)
        else:
            player.context.close()
        assert complaints == []


@pytest.fixture
def person(people: People) -> Person:
    return people()
