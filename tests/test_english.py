"""Each thing has one name: in texts that people read, and among the names of the code."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.support.programs import ROOT, run

# What has another name here, our name, and a text that had the wrong one. Words that also mean
# other things (answer, call, key, server, log) only stand here where the words around them decide.
TERMS = {
    r"\bHTTP answers?\b|\banswers? (?:is|are) an? [1-5]\d\d\b": ("response", "the answer is a 304"),
    r"\bdealer's (?:reply|response)\b": ("answer", "a guess, and the dealer's reply"),
    r"\brepl(?:y|ies) to (?:a|the) (?:whole )?(?:guess|word)\b": ("answer", "The reply to a word"),
    r"\bAPI calls?\b|\b(?:every|each) call (?:of|with|that|except)\b": (
        "request", "The reference has every call with its fields"),
    r"\baccus\w+": ("to call it", "You can accuse the dealer during the game"),
    r"\bprices?\b": ("units", "Each request has a price."),
    r"\bgames? of (?:the|a|that|its) day\b|\bday's games?\b": (
        "today's game, a daily game", "The game of the day is the same for everybody."),
    r"\bpupils?\b": ("student", "Each pupil opens a link."),
    r"\bdatabases?\b": ("store", "The games are in a database."),
    r"\b(?:solvers?|bots?)\b": ("guesser", "A solver finds the word."),
    r"\bcorp(?:us|ora)\b": ("dictionary", "The words of a corpus"),
    r"\bbuckets?\b": ("lexicon", "The bucket of a length"),
    r"\bcandidates?\b|\b(?:word pool|pool of words)\b": (
        "cheat list, possible words", "Twelve candidates are left."),
    r"\bpartitions?\b": ("word families", "It keeps the largest partition."),
    r"\bstrikes?\b": ("miss", "Three strikes"),
    r"\bheuristics?\b": ("cheat score", "The heuristic counts letters."),
    r"\bcoach\w*\b": ("review", "The coach says what each guess was worth."),
    r"\bsuggestions?\b": ("hint", "A suggestion is a letter."),
}  # fmt: skip
ALLOWED = {  # texts with such a word that is another's, or has another meaning
    "price of honesty": "the name of a study",
    "prices of the rows": "a linear program has them",
    "prices of its rows": "a linear program has them",
    "the prices are those of the rows": "a linear program has them",
    "the solver\nonly": "Inspect's word",
    "database number": "Redis's word for the part of a store that an address names",
    "A few candidates": "for refutations in a table",
    "number of the candidate": "for refutations in a table",
    "lack the candidate": "for refutations in a table",
    "red strike": "a style of the terminal",
}
NAMES = run(
    *("git", "ls-files", "*.md", "*.jinja", "tools/contract/paths.yaml"),
    *("service/*.py", "hangman_lab/*.py", "deploy/*.py", "examples/*.py"),
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


def prose(name: str) -> str:
    """What people read of a file: no code, but the texts and docstrings in it."""
    text = TEXTS[name]
    if name in MODULES:
        constants = [node for node in ast.walk(MODULES[name]) if isinstance(node, ast.Constant)]
        return "\n".join(str(each.value) for each in constants if " " in str(each.value))
    text = re.sub(r"^```.*?^```|{%.*?%}|{{.*?}}", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`|\]\([^)\s]*\)", "", text)


PROSE = {name: prose(name) for name in NAMES}


@pytest.mark.parametrize("other", TERMS)
def test_each_thing_has_one_name_in_texts(other: str) -> None:
    ours, example = TERMS[other]
    assert re.search(other, example, re.IGNORECASE)
    allowed = "|".join(map(re.escape, ALLOWED))
    assert [
        f"{name}: “{found[0]}”: say {ours}"
        for name, text in PROSE.items()
        for found in re.finditer(other, re.sub(allowed, "", text), re.IGNORECASE)
    ] == []


def test_every_allowed_text_is_still_there() -> None:
    assert [each for each in ALLOWED if not any(each in text for text in PROSE.values())] == []


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
