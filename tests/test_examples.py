"""The examples in the docstrings that people read first are true."""

import doctest
from types import ModuleType

import pytest

from service import app
from service.engine import game, guessers
from service.play import games


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (app, "create_app"),
        (games, "Games.guess"),
        (game, "Dealer.keep"),
        (guessers, "Guesser.preferences"),
    ],
)
def test_example_in_the_docstring_is_true(module: ModuleType, name: str) -> None:
    tests = doctest.DocTestFinder().find(module)
    [example] = [test for test in tests if test.name == f"{module.__name__}.{name}"]

    assert example.examples
    assert doctest.DocTestRunner().run(example).failed == 0
