"""A browser for the tests of the page, and somebody in front of it."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser

from tests.support.browsing import Person, browsing
from tests.support.running import Service

People: TypeAlias = Callable[..., Person]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with browsing() as started:
        yield started


@pytest.fixture
def people(browser: Browser, service: Service) -> Iterator[People]:
    """People who play, each on a device of their own; no page of theirs may raise an error."""
    present: list[Person] = []

    def person(url: str = service.url, **context: Any) -> Person:
        present.append(Person(browser, url, **context))
        return present[-1]

    yield person
    for each in present:
        each.context.close()
        assert each.complaints == []


@pytest.fixture
def person(people: People) -> Person:
    return people()
