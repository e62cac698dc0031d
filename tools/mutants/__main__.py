"""`make mutants`: put small bugs, drawn at random, into a copy of the service, one at a time; run
the tests of the room that each is in; and print those that no test sees.

It is ours because mutmut 3 leaves out functions with decorators (properties, views) and constants
of modules; and cosmic-ray drops no statements, swaps no arguments, and breaks files under edit.
"""

import argparse
import ast
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from tests.support.programs import ROOT, environment, printed

Change: TypeAlias = tuple[str, Any]  # a field of a node of syntax, and its new value

ACROSS: Final = (  # rules for all features, which any room can break
    "tests/api/test_secrecy.py",
    "tests/api/test_contract.py",
    "tests/api/test_who_may.py",
    "tests/play/test_games.py",
)
ROOMS: Final = {
    "service/engine": ["tests/engine", *ACROSS],
    "service/search": ["tests/search", "tests/play/test_review.py", *ACROSS],
    "service/dictionaries": ["tests/dictionaries", "tests/cli/test_dictionary_command.py", *ACROSS],
    "service/play": ["tests/play", "tests/api"],
    "service/store": ["tests/store", "tests/api/test_foreign_values.py", *ACROSS],
    "service/api": ["tests/api"],
    "service/serving": [
        *("tests/serving", "tests/live/test_log.py", "tests/live/test_serve.py"),
        "tests/api/test_watching_api.py",
    ],
    "service/cli": ["tests/cli", "tests/test_settings.py", "tests/live/test_serve.py"],
}
OTHERS: Final[Mapping[type[ast.AST], tuple[type[ast.AST], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt), ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,), ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,), ast.Mult: (ast.FloorDiv,), ast.Div: (ast.Mult,), ast.Mod: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,), ast.LShift: (ast.RShift,), ast.RShift: (ast.LShift,),
    ast.BitAnd: (ast.BitOr,), ast.BitOr: (ast.BitAnd,), ast.And: (ast.Or,), ast.Or: (ast.And,),
    ast.USub: (ast.UAdd,),
}  # fmt: skip
DROPPED: Final = (  # without statements that bind or return a value: any test sees their loss
    ast.Expr, ast.AugAssign, ast.If, ast.For, ast.Raise, ast.Assert, ast.Continue, ast.Break,
)  # fmt: skip
PATIENCE: Final = 900  # seconds; the tests of a room take a minute on a quiet machine
PYTEST: Final = [sys.executable, "-m", "pytest", "-qx", "-n2", "-pno:cacheprovider"]
SAID: Final = "pytest.txt"
FIRST_FAILURE: Final = "--hypothesis-profile=mutants"  # Hypothesis does not shrink it


def changes(node: ast.AST) -> Iterator[Change]:
    """Each way to break one node."""
    yield from _dropped_statements(node)
    match node:
        case ast.Compare(ops=[operator, *others]):
            yield from [("ops", [other(), *others]) for other in OTHERS[type(operator)]]
        case ast.BinOp(op=operator) | ast.BoolOp(op=operator) | ast.UnaryOp(op=operator):
            yield from [("op", other()) for other in OTHERS.get(type(operator), ())]
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield "test", ast.UnaryOp(ast.Not(), test)
        case ast.Constant(value=bool(value)):
            yield "value", not value
        case ast.Constant(value=int(value)):
            yield from [("value", value + 1), ("value", value - 1)]
        case ast.Call(args=[first, second, *rest]):
            yield "args", [second, first, *rest]


def nodes_that_run(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a tree, without those of annotations."""
    yield node
    for field, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST) and field not in ("annotation", "returns"):
                yield from nodes_that_run(part)


def _dropped_statements(node: ast.AST) -> Iterator[Change]:
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            for index, statement in enumerate(block):
                if isinstance(statement, DROPPED) and not _is_text(statement):
                    yield field, [*block[:index], ast.Pass(), *block[index + 1 :]]


def _is_text(statement: ast.stmt) -> bool:
    """Whether a statement is a docstring or `...`."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


class Mutant(NamedTuple):
    """A module with one bug."""

    room: str
    path: Path  # from the top of the repository
    where: str
    text: str


def mutants_of(room: str, path: Path, copy: Path) -> Iterator[Mutant]:
    """Yield a module with each bug that can be put into it."""
    tree = ast.parse((copy / path).read_text())
    for node in nodes_that_run(tree):
        for field, value in changes(node):
            before, sound = ast.unparse(node), getattr(node, field)
            setattr(node, field, value)
            where = f"{path}:{getattr(node, 'lineno', 1)}: {_bug(before, ast.unparse(node))}"
            yield Mutant(room, path, where, ast.unparse(tree))
            setattr(node, field, sound)


def _bug(before: str, after: str) -> str:
    """The first line that differs, before and after."""
    pairs = zip(before.split("\n"), after.split("\n"), strict=False)
    return next((f"{old.strip()} → {new.strip()}" for old, new in pairs if old != new), "?")


def nearest_tests(mutant: Mutant, copy: Path) -> list[str]:
    """The test files of its room that are named after the module: they kill most mutants."""
    inside = [file for path in ROOMS[mutant.room] for file in (copy / path).rglob("test_*.py")]
    files = {*inside, *[copy / path for path in ROOMS[mutant.room] if path.endswith(".py")]}
    near = [file for file in files if mutant.path.stem.removesuffix("s") in file.stem]
    return sorted(str(file.relative_to(copy)) for file in near)


def fails(tests: Sequence[str], copy: Path) -> bool:
    """Whether one of these tests fails in a copy of the repository, or they do not end in time.

    What pytest prints is in the file `SAID` beside the copy.
    """
    environ = environment(copy.parent, PYTHONPATH=str(copy))
    command = [*PYTEST, FIRST_FAILURE, *tests]
    with (
        (copy.parent / SAID).open("w") as said,
        subprocess.Popen(command, cwd=copy, env=environ, stdout=said, stderr=said) as run,
    ):
        try:
            return run.wait(PATIENCE) != 0
        except subprocess.TimeoutExpired:
            print(f"not done in {PATIENCE} seconds:", flush=True)
            run.send_signal(signal.SIGINT)  # it stops the services that it has started
            return True


def is_killed(mutant: Mutant, copy: Path) -> bool:
    """Whether a test of its room fails because of the bug; the nearest tests run first."""
    module, near = copy / mutant.path, nearest_tests(mutant, copy)
    sound = module.read_text()
    module.write_text(mutant.text)
    try:
        return bool(near and fails(near, copy)) or fails(ROOMS[mutant.room], copy)
    finally:
        module.write_text(sound)


def copy_into(copy: Path) -> None:
    """Copy what a clone would have, with what is not committed yet; nobody edits the copy."""
    which = ("--cached", "--others", "--exclude-standard")  # without what git ignores
    for name in filter(None, printed("git", "ls-files", "-z", *which).split("\0")):
        if (ROOT / name).is_file():  # not deleted since the last commit
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)


def drawn_mutants(copy: Path, arguments: argparse.Namespace) -> list[Mutant]:
    """The mutants that the seed draws; print how many there are."""
    paths = [(room, path) for room in ROOMS for path in sorted(copy.glob(f"{room}/**/*.py"))]
    relative = [(room, path.relative_to(copy)) for room, path in paths]
    every = [
        mutant for room, path in relative if str(path).startswith(arguments.only)
        for mutant in mutants_of(room, path, copy)
    ]  # fmt: skip
    drawn = random.Random(arguments.seed).sample(every, min(arguments.count, len(every)))
    print(f"{len(drawn)} of {len(every):,} mutants, seed {arguments.seed}", flush=True)
    return drawn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="a folder or a file: service/engine/game.py")
    arguments = parser.parse_args()
    killed = Counter[str]()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder, "copy")
        copy_into(copy)
        drawn = drawn_mutants(copy, arguments)
        for room in {mutant.room for mutant in drawn}:
            if fails(ROOMS[room], copy):
                said = Path(folder, SAID).read_text()
                sys.exit(f"{said}\nthe tests of {room} fail before there is a bug: see above")
        for mutant in drawn:
            is_dead = is_killed(mutant, copy)
            killed[mutant.room] += is_dead
            print("killed  " if is_dead else "SURVIVED", mutant.where, flush=True)
    for room, count in Counter(mutant.room for mutant in drawn).items():
        print(f"{room}: {killed[room]} of {count} killed")
    print(f"together: {killed.total()} of {len(drawn)} killed")


if __name__ == "__main__":
    main()
