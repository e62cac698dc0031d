"""What tests of the laboratory share."""

import pytest

from service.plugins import load_plugins


@pytest.fixture(autouse=True)
def plugged_in(our_dealers_and_guessers: None) -> None:
    """The dealers and guessers of the laboratory are there, as where both are installed."""
    load_plugins([])
