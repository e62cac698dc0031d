"""The commitment over HTTP, and the lines of the documentation that check it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from service.registry import DEALERS
from tests import programs
from tests.api.conftest import Client
from tests.commitment_referee import digest

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text()


@pytest.fixture(params=DEALERS)
def told(client: Client, request: pytest.FixtureRequest) -> tuple[dict[str, Any], bytes]:
    """A new game, and its confession in bytes."""
    asked = {"length": 5, "max_misses": 1, "dealer": request.param, "seed": 2**53 - 1}
    game = client.post("/games", json=asked).json
    for letter in "qzxjkvbwpygumfcdhlotnraise":
        client.post(f"/games/{game['id']}/guesses", json={"letter": letter})
    return game, client.get(f"/games/{game['id']}/confession").data


def code(language: str) -> str:
    """The lines that check a commitment in a language."""
    [lines] = [
        block
        for block in re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
        if "commitment" in block
    ]
    assert len(lines.splitlines()) == 3
    return str(lines)


def test_opening_is_the_text_whose_digest_is_the_commitment(
    told: tuple[dict[str, Any], bytes],
) -> None:
    game, data = told
    opening = json.loads(data)["opening"]

    assert digest(opening) == game["commitment"] == json.loads(data)["commitment"]


@pytest.mark.parametrize("honestly", [True, False])
def test_python_of_the_documentation_checks_it(
    told: tuple[dict[str, Any], bytes], honestly: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    game, data = told
    confession = json.loads(data)
    confession["opening"] += "" if honestly else " "

    exec(f"import hashlib, json\n{code('python')}", {"game": game, "confession": confession})

    assert capsys.readouterr().out.splitlines()[-1] == str(honestly)


@pytest.mark.parametrize("honestly", [True, False])
def test_javascript_of_the_documentation_checks_it(
    told: tuple[dict[str, Any], bytes], honestly: bool
) -> None:
    node = programs.program("nodejs", "node")
    game, data = told
    confession = json.loads(data)
    confession["opening"] += "" if honestly else " "
    given = f"const game = {json.dumps(game)}, confession = {json.dumps(confession)};\n"

    said = programs.printed(node, "--input-type=module", "--eval", given + code("js"))

    assert said.strip() == str(honestly).lower()
