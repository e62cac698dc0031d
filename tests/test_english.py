"""Texts are read once: no phrase stops readers, no name says nothing or means several things."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.support.programs import ROOT, run

ODD = {  # each with a sentence that had it; the comment says what to write instead
    r"\bwhoever\b": "Whoever has the link of a game can play it",  # anyone who has the link
    r"(?:^|[.:;(|\"] ?)(?-i:Who) [a-z]+s?\b(?!.*\?)": "Who guesses; by default",  # the guesser
    r"\bas likely\b": "None if all words are as likely",  # equally likely
    r"\btakes? no\b": "a store takes no lives that are longer",  # does not accept
    r"(?<!here )\b(?:is|are|was|were) no (?!longer\b|more\b)": "it is no address",  # not an
    r"\bnor (?:does|do|is|are|has|its)\b": "A hit costs nothing, nor does a repeated letter",
    r"\bfor ever\b": "the worker's slow work then waits for ever",  # forever
    r"\bis none of\b": "HANGMAN_LOG_LEVEL: “loud” is none of debug, info",  # is not one of
    r"; else\b": "The table's best letter; else as searched.",  # otherwise
    r"\bbut for\b": "they look alike, but for a fifth",  # except for
    r"\ball that\b": "a digest of all that decides a game",  # everything that
    r"\bas it (?:stands|stood)\b": "The problem carries the game as it stands",  # now
    r"\bworked out\b": "every answer is worked out again",  # computed
    r"\bhas to be\b": "SCRIPT_NAME: it has to be a path",  # must be
}
NAMES = run(
    *("git", "ls-files", "*.md", ".env.example", "openapi.yaml", "docs/hangman.1"),
    *("service/*.py", "hangman_lab/*.py", "deploy/*.py", "tools/contract/paths.yaml"),
).stdout.split()
TEXTS = {name: (ROOT / name).read_text() for name in NAMES}
NO_NAMES = {"asked", "told", "made", "given", "some", "seen", "kept"}
ONE_THING = {
    *("PAUSE", "MOST_WORDS", "STEPS", "DIGITS", "SEARCHED"),
    *("Answer", "_answer", "hint", "Guess", "Limit", "Connection", "Versions", "Turns"),
    *("Claims", "FAILURES", "LONG", "MOST_WAITING", "SHORT"),
}
MODULES = {
    name: ast.parse(text)
    for name, text in TEXTS.items()
    if name.endswith(".py") and not name.startswith("deploy")
}


@pytest.mark.parametrize(("phrase", "example"), ODD.items(), ids=repr)
def test_no_phrase_has_to_be_read_twice(phrase: str, example: str) -> None:
    assert re.search(phrase, example, re.IGNORECASE)
    assert [
        f"{name}:{len(text[: found.end()].splitlines())}: {found[0]}"
        for name, text in TEXTS.items()
        for found in re.finditer(phrase, text, re.IGNORECASE | re.MULTILINE)
    ] == []


def names_in(node: ast.AST) -> Iterator[str]:
    """Yield the names that a module binds, not those that it only uses."""
    for child in ast.walk(node):
        match child:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                yield name


def things_in(module: ast.Module) -> Iterator[str]:
    """Yield the constants, classes and plain functions that a module defines.

    A decorated function is a view or a command, and has the name that its users know.
    """
    for statement in module.body:
        match statement:
            case ast.Assign() | ast.AnnAssign():
                yield from names_in(statement)
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name, decorator_list=[]):
                yield name


def test_no_name_is_a_word_that_says_nothing() -> None:
    bad = [
        f"{path} {name}"
        for path, module in MODULES.items()
        for name in names_in(module)
        if name.strip("_").lower() in NO_NAMES
    ]
    # These are fields of the contract.
    assert bad == ["service/cli/transcripts.py kept", "service/play/confession.py kept"]


def test_a_word_of_the_list_means_one_thing() -> None:
    things = defaultdict(list)
    for path, module in MODULES.items():
        for name in ONE_THING.intersection(things_in(module)):
            things[name].append(path)

    assert not {name: paths for name, paths in things.items() if len(paths) > 1}


def test_name_of_a_test_has_60_characters_at_most() -> None:
    texts = [path.read_text() for path in (ROOT / "tests").rglob("test_*.py")]
    names = [name for text in texts for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE)]

    assert len(names) > 500
    assert not [name for name in names if len(name) > 60]
