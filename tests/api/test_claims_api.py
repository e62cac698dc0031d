"""Other words for those who watched a cheat win, over HTTP."""

from unittest.mock import patch

import pytest

from service.store.errors import StoreFull, StoreUnavailable
from service.store.game_store import Claims
from tests.api.conftest import KEY, Body, Client, created, played
from tests.support import contract

PATH = "/watch/{watch_id}/words"


@pytest.fixture
def lost(client: Client) -> Body:
    """A game that was lost while six words fitted."""
    game = played(client, created(client, length=9, max_misses=4), "eiaos")
    assert game["status"] == "lost"
    return game


def test_everybody_gets_another_word_until_there_are_none(client: Client, lost: Body) -> None:
    words = PATH.format(**lost)
    claims = [client.post(words, headers=KEY), *(client.post(words) for _ in range(7))]
    listed, again = client.get(words), client.post(words, headers=KEY)

    for response in (*claims, listed):
        contract.check(PATH, response)
    assert [claim.status_code for claim in claims] == [*[201] * 6, *[409] * 2]
    assert [claim.json["number"] for claim in claims[:6]] == [1, 2, 3, 4, 5, 6]
    given = [claim.json["word"] for claim in claims[:6]]
    assert len({*given}) == 6
    assert given[-1] == lost["word"]
    for word in given:
        assert not {*word} & {*lost["wrong_letters"]}
        assert all(shown in ("_", each) for shown, each in zip(lost["pattern"], word, strict=True))
    assert listed.json == {"claimed_count": 6, "word_count": 6, "words": given}
    assert claims[0].json["word_count"] == 6
    assert claims[6].json["code"] == "all-words-claimed"
    assert again.json == claims[0].json


@pytest.mark.parametrize(
    ("error", "problem"), [(StoreUnavailable, "unavailable"), (StoreFull, "store-full")]
)
def test_store_that_counts_nothing_gives_no_word(
    client: Client, lost: Body, error: type[Exception], problem: str
) -> None:
    with patch.object(Claims, "claim", side_effect=error):
        response = client.post(PATH.format(**lost))
    assert (response.status_code, response.json["code"]) == (503, problem)
    assert "Retry-After" in response.headers
