"""Our names are nouns and verbs, and each word of a short list means one thing."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TypeAlias

import pytest

from tests.support.programs import ROOT

Modules: TypeAlias = dict[str, ast.Module]

NO_NAMES = {"asked", "told", "made", "given", "some", "seen", "kept"}
CONTRACT = {"kept"}  # fields that the API has; a class may have them, too
ONE_THING = {
    *("PAUSE", "MOST_WORDS", "STEPS", "DIGITS", "SEARCHED"),
    *("Answer", "_answer", "hint", "Guess", "Limit", "Connection", "Versions", "Turns"),
    *("Claims", "FAILURES", "LONG", "MOST_WAITING", "SHORT"),
}


@pytest.fixture(scope="module")
def modules() -> Modules:
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text())
        for house in ("service", "hangman_lab")
        for path in sorted((ROOT / house).rglob("*.py"))
    }


def names_in(node: ast.AST) -> Iterator[str]:
    """The names that somebody has chosen in a module: what is bound, not what is used."""
    for child in ast.walk(node):
        match child:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                yield name


def fields_in(node: ast.AST) -> Iterator[str]:
    """The names that stand in the bodies of classes."""
    for child in ast.walk(node):
        for statement in child.body if isinstance(child, ast.ClassDef) else ():
            if isinstance(statement, ast.Assign | ast.AnnAssign):
                yield from names_in(statement)


def things_in(module: ast.Module) -> Iterator[str]:
    """What a module defines for itself: constants, classes and plain functions.

    A decorated function is a view or a command, which has the name that its users know.
    """
    for statement in module.body:
        match statement:
            case ast.Assign() | ast.AnnAssign():
                yield from names_in(statement)
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name, decorator_list=[]):
                yield name


def bad_names(module: ast.Module) -> list[str]:
    """The names of a module that say nothing."""
    names = [name for name in names_in(module) if name.strip("_").lower() in NO_NAMES]
    for field in fields_in(module):
        if field in CONTRACT:
            names.remove(field)
    return names


def test_no_name_is_a_word_that_says_nothing(modules: Modules) -> None:
    assert not {path: bad for path, module in modules.items() if (bad := bad_names(module))}


def test_a_word_of_the_list_means_one_thing(modules: Modules) -> None:
    things = defaultdict(list)
    for path, module in modules.items():
        for name in ONE_THING.intersection(things_in(module)):
            things[name].append(path)

    assert not {name: paths for name, paths in things.items() if len(paths) > 1}


def test_name_of_a_test_has_60_characters_at_most() -> None:
    texts = [path.read_text() for path in (ROOT / "tests").rglob("test_*.py")]
    names = [name for text in texts for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE)]

    assert len(names) > 500
    assert not [name for name in names if len(name) > 60]
