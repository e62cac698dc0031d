"""A browser for the tests of the page, and somebody in front of it."""

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
    """People who come again, by their device."""
    return defaultdict(list)


@pytest.fixture
def people(
    request: pytest.FixtureRequest,
    browser: Browser,
    service: Service,
    regulars: dict[str, list[Person]],
) -> Iterator[People]:
    """People who play, each on a device of their own; no page of theirs may raise an error.

    A new device costs as much CPU as five visits of the page. So most come again, and remember
    nothing. A test that changes a browser for good, as by a clock, wants somebody who comes `once`.
    """
    present: list[tuple[Person, str]] = []

    def person(url: str = service.url, *, once: bool = False, **device: Any) -> Person:
        looks = {name: device.pop(name) for name in LOOKS & device.keys()}
        kind = "" if once or url != service.url else repr(sorted(device.items()))
        waiting = regulars[kind]
        one = waiting.pop() if waiting else Person(browser, url, **device)
        one.looks(**{"viewport": DESKTOP, **looks})
        present.append((one, kind))
        return one

    yield person
    for one, kind in present:
        complaints = one.complaints
        if kind and not request.session.testsfailed:
            one.comes_again()
            regulars[kind].append(one)
        else:
            one.context.close()
        assert complaints == []


@pytest.fixture
def person(people: People) -> Person:
    return people()
