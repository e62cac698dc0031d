"""What it is to live in `service/`: its size, its functions, and the way of a guess through it.

python -m tools.code_size
"""

import ast
import sys
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any, Final, TypeAlias

import service
from service.app import create_app
from service.settings import Settings
from tests.fakes import FakeStoreClient

HOUSE: Final = Path(service.__file__).parent
SHORT: Final = 10  # lines

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def main() -> None:
    modules = [path.read_text() for path in HOUSE.rglob("*.py")]
    definitions = [node for text in modules for node in ast.walk(ast.parse(text))]
    lengths = sorted(length_of(node) for node in definitions if isinstance(node, Function))
    short = sum(length <= SHORT for length in lengths) / len(lengths)
    lines = sum(len(text.splitlines()) for text in modules)
    stations = way_of_a_guess()
    moves = sum(before != after for before, after in pairwise(stations))
    for line in [
        f"{lines:,} lines in {len(modules)} files, {len([*HOUSE.glob('*.py')])} at the root",
        f"{len(lengths)} functions: {short:.1%} up to {SHORT} lines, the longest {lengths[-1]}",
        f"{sum(map(is_bare, definitions))} public names without a docstring",
        f"a guess goes through {len(set(stations))} files, with {moves} moves between them and"
        f" {len(stations)} calls:",
        " → ".join(dict.fromkeys(stations)),
    ]:
        print(line)


def length_of(function: Function) -> int:
    """The lines of a function's body, without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def is_bare(node: ast.AST) -> bool:
    if not isinstance(node, Function | ast.ClassDef) or node.name.startswith("_"):
        return False
    return ast.get_docstring(node) is None and not is_stub(node)


def is_stub(node: ast.AST) -> bool:
    return isinstance(node, Function) and ast.unparse(node.body[-1]) == "..."


def way_of_a_guess() -> list[str]:
    """The file of each of our functions that the third guess of a game calls, in order.

    Comprehensions and lambdas do not count.
    """
    client = create_app(Settings(log_level="error"), FakeStoreClient()).test_client()
    game = client.post("/games", json={"length": 8}).json
    path = f"/games/{game['id']}/guesses" if game else ""
    for letter in "ea":
        client.post(path, json={"letter": letter})
    stations: list[str] = []

    def enter(frame: FrameType, event: str, _: Any) -> None:
        file, is_named = Path(frame.f_code.co_filename), frame.f_code.co_name[0] != "<"
        if event == "call" and is_named and file.is_relative_to(HOUSE):
            stations.append(str(file.relative_to(HOUSE)))

    sys.setprofile(enter)
    try:
        client.post(path, json={"letter": "i"})
    finally:
        sys.setprofile(None)
    return stations


if __name__ == "__main__":
    main()
