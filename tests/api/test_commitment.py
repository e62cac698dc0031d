"""The commitment over HTTP."""

import json
from typing import Any

import pytest

from service.registry import DEALERS
from tests.api.conftest import Client
from tests.commitment_referee import digest


@pytest.fixture(params=DEALERS)
def told(client: Client, request: pytest.FixtureRequest) -> tuple[dict[str, Any], bytes]:
    """A new game, and its confession in bytes."""
    asked = {"length": 5, "max_misses": 1, "dealer": request.param, "seed": 2**53 - 1}
    game = client.post("/games", json=asked).json
    for letter in "qzxjkvbwpygumfcdhlotnraise":
        client.post(f"/games/{game['id']}/guesses", json={"letter": letter})
    return game, client.get(f"/games/{game['id']}/confession").data


def test_opening_is_the_text_whose_digest_is_the_commitment(
    told: tuple[dict[str, Any], bytes],
) -> None:
    game, data = told
    opening = json.loads(data)["opening"]

    assert digest(opening) == game["commitment"] == json.loads(data)["commitment"]
