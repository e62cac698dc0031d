"""`make mutants`: put small bugs, drawn at random, into a copy of the service, one at a time; run
the tests of the room that each is in; and print those that no test sees.

It is ours, for mutmut 3 leaves out functions with decorators (properties, views) and constants of
modules, and cosmic-ray drops no statements, swaps no arguments, and breaks the files that we edit.
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
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.programs import environment
from tools.mutants.operators import changes, nodes_that_run

ROOT: Final = Path(__file__).parents[2]
ACROSS: Final = (  # what holds for all features, whichever room breaks it
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
    "service/store": ["tests/store", *ACROSS],
    "service/api": ["tests/api"],
    "service/serving": ["tests/serving", "tests/live/test_seen.py", "tests/live/test_watching.py"],
    "service/cli": ["tests/cli", "tests/test_settings.py", "tests/live/test_serve.py"],
}
PATIENCE: Final = 900  # seconds; the tests of a room take a minute on a quiet machine
PYTEST: Final = [sys.executable, "-m", "pytest", "-qx", "-n2", "-pno:cacheprovider"]
FIRST_FAILURE: Final = "--hypothesis-profile=mutants"  # Hypothesis looks for no smaller one


class Mutant(NamedTuple):
    """A module with one bug."""

    room: str
    path: Path  # from the top of the repository
    where: str
    text: str


def mutants_of(room: str, path: Path) -> Iterator[Mutant]:
    """A module with each bug that can be put into it."""
    tree = ast.parse((ROOT / path).read_text())
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


def fails(room: str, copy: Path) -> bool:
    """Whether a test of the room fails in a copy of the repository, or none ends in time."""
    environ = environment(copy.parent, PYTHONPATH=str(copy))
    command = [*PYTEST, FIRST_FAILURE, *ROOMS[room]]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=copy, env=environ, stdout=quiet, stderr=quiet) as tests:
        try:
            return tests.wait(PATIENCE) != 0
        except subprocess.TimeoutExpired:
            print(f"not done in {PATIENCE} seconds:", flush=True)
            tests.send_signal(signal.SIGINT)  # it stops the services that it has started
            return True


def is_killed(mutant: Mutant, copy: Path) -> bool:
    """Whether a test of its room fails because of the bug."""
    (copy / mutant.path).write_text(mutant.text)
    try:
        return fails(mutant.room, copy)
    finally:
        shutil.copy(ROOT / mutant.path, copy / mutant.path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="a folder or a file: service/engine/game.py")
    arguments = parser.parse_args()
    paths = [(room, path) for room in ROOMS for path in sorted(ROOT.glob(f"{room}/**/*.py"))]
    relative = [(room, path.relative_to(ROOT)) for room, path in paths]
    every = [
        mutant for room, path in relative if str(path).startswith(arguments.only)
        for mutant in mutants_of(room, path)
    ]  # fmt: skip
    drawn = random.Random(arguments.seed).sample(every, min(arguments.count, len(every)))
    print(f"{len(drawn)} of {len(every):,} mutants, seed {arguments.seed}", flush=True)
    killed = Counter[str]()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder, "copy")
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*"))
        for room in {mutant.room for mutant in drawn}:
            if fails(room, copy):
                sys.exit(f"the tests of {room} fail before there is a bug")
        for mutant in drawn:
            is_dead = is_killed(mutant, copy)
            killed[mutant.room] += is_dead
            print("killed  " if is_dead else "SURVIVED", mutant.where, flush=True)
    for room, count in Counter(mutant.room for mutant in drawn).items():
        print(f"{room}: {killed[room]} of {count} killed")
    print(f"together: {killed.total()} of {len(drawn)} killed")


if __name__ == "__main__":
    main()
