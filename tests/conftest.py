"""What tests of every folder share."""

from collections.abc import Mapping

import pytest

from service.dictionaries.dictionary import Dictionary, load_all
from service.settings import shipped


@pytest.fixture(scope="session")
def dictionaries() -> Mapping[str, Dictionary]:
    """The shipped dictionaries."""
    return load_all([shipped("data")])
