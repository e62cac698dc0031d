"""Errors are copied and pickled, so that they pass between processes; every class of ours."""

import copy
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest

import hangman_lab
import service
from service.api.limiter import Allowance
from service.api.problems import TYPES
from service.engine.errors import GameOver, HangmanError, InvalidInput
from service.store.errors import GameDamaged, StoreFull, StoreUnavailable
from tools.contract.codes import CODES

SPENT = Allowance("hint", units=9, seconds=60, allowed=False, left=0, retry_after=3, reset=60)
# What those are made of that do not take the values for the braces of their sentence.
VALUES: dict[str, tuple[Any, ...]] = {
    "DayNotOver": ("2026-11-29T01:00:00Z",),
    "Failure": ("the port is taken", 1),
    "InvalidInput": ("“{}” is no number",),  # braces that are a player's
    "LimitExceeded": (SPENT, 5),
    "NoWordsOfLength": (40, [4, 5]),
    "NotACheat": (1, "honest", ["cheat-score"]),
    "Refusal": ("There is no such game.", "game-not-found"),
    "Refused": (GameOver(), {"pattern": "_a__e"}, "tag"),
    "UnknownCheat": (1, "nobody", ["cheat-score"]),
    "UnknownDealer": ("nobody", ["honest"]),
    "UnknownDictionary": ("xx", ["en"]),
    "UnknownGuesser": ("nobody", ["careful"]),
    "UnknownName": ("nobody", ["somebody"]),
    "WrongLength": (8, 5),
}


def subclasses(kind: type[HangmanError]) -> Iterator[type[HangmanError]]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


def all_errors() -> list[HangmanError]:
    """An error of every class, as it is raised, with a note and an attribute of its own."""
    for package in (service, hangman_lab):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    ours = [each for each in subclasses(HangmanError) if not each.__module__.startswith("tests")]
    errors = [each(*values_for(each)) for each in dict.fromkeys(ours)]
    for error in errors:
        error.add_note("in the second game")
    return errors


def values_for(kind: type[HangmanError]) -> tuple[Any, ...]:
    return VALUES.get(kind.__name__, ("a {word}",) * kind.sentence.count("{}"))


def described(error: Any) -> tuple[type[Any], str, str]:
    return type(error), str(error), repr(vars(error))


def pickled(protocol: int, error: HangmanError) -> Any:
    return pickle.loads(pickle.dumps(error, protocol))


@pytest.mark.parametrize(
    "duplicate",
    [copy.copy, copy.deepcopy, *(partial(pickled, each) for each in range(6))],
    ids=["copy", "deepcopy", *(f"pickle {each}" for each in range(6))],
)
def test_copy_of_an_error_says_and_holds_the_same(duplicate: Callable[[Any], Any]) -> None:
    errors = all_errors()
    assert len(errors) > 40
    for error in errors:
        assert described(duplicate(error)) == described(error)


def test_every_error_has_a_code_of_the_contract() -> None:
    for error in all_errors():
        assert error.code in (CODES if isinstance(error, InvalidInput) else TYPES), error
    for kind in (GameDamaged, StoreUnavailable, StoreFull):
        assert kind.code in TYPES


def fail(error: HangmanError) -> None:
    raise error


def test_process_of_a_pool_fails_with_the_error_itself() -> None:
    errors = all_errors()
    with ProcessPoolExecutor(1) as pool:
        raised = [pool.submit(fail, error).exception() for error in errors]
    assert [described(each)[:2] for each in raised] == [described(each)[:2] for each in errors]
