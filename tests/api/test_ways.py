"""Each way of a request in CONTRIBUTING.md is the one that a request takes."""

import re
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from tests.api.conftest import Client
from tests.support.programs import ROOT

SERVICE = f"{ROOT / 'service'}/"
[CHAPTER] = re.findall(
    r"## The way of a request\n(.*?)\n## ", (ROOT / "CONTRIBUTING.md").read_text(), re.S
)
WAYS = {
    name: re.findall(r"^\d+\. `([\w/.]+)` `(\w+)`:", steps, re.M)
    for name, steps in re.findall(r"\*\*(.*?)\.\*\*\n(.*?)(?=\n\n|\Z)", CHAPTER, re.S)
}


def steps_of(call: Callable[[], Any]) -> list[tuple[str, str]]:
    """The functions of the service, each with its file, in the order of their first call."""
    steps: dict[tuple[str, str], None] = {}

    def record(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(SERVICE):
            steps[code.co_filename.removeprefix(SERVICE), code.co_name] = None

    sys.setprofile(record)
    try:
        assert call().status_code < 300
    finally:
        sys.setprofile(None)
    return [*steps]


def calls(client: Client) -> dict[str, Callable[[], Any]]:
    """A request for each way; the game is over after its first guess."""
    game = client.post("/games", json={"length": 8, "max_misses": 1, "seed": 1}).json
    path, key = f"/games/{game['id']}", {"Idempotency-Key": "a-key-that-is-random"}
    return {
        "A start": lambda: client.post("/games", json={"length": 8}, headers=key),
        "A guess": lambda: client.post(f"{path}/guesses", json={"letter": "q"}),
        "A confession": lambda: client.get(f"{path}/confession"),
        "A review": lambda: client.get(f"{path}/review"),
        "Watching": lambda: client.get(f"/watch/{game['watch_id']}"),
        "The day": lambda: client.get("/daily"),
    }


def test_each_way_is_the_one_that_a_request_takes(client: Client) -> None:
    ways = calls(client)
    assert ways.keys() == WAYS.keys()
    for name, call in ways.items():
        assert [step for step in steps_of(call) if step in WAYS[name]] == WAYS[name]
