"""One game, many hands: a guess is applied once or not at all, whatever comes at the same time."""

import multiprocessing
from collections import Counter
from collections.abc import Iterator
from multiprocessing.pool import Pool

import httpx
import pytest

from tests.live.running import Service, ask
from tests.waiting import PATIENCE

HANDS = 6


@pytest.fixture(scope="module")
def hands() -> Iterator[Pool]:
    """Processes of their own, as many as there are hands; each needs a second to start."""
    with multiprocessing.get_context("spawn").Pool(HANDS) as pool:
        yield pool


def guess_all(url: str, letters: str) -> list[tuple[str, int]]:
    """The status that each letter got."""
    with httpx.Client(timeout=PATIENCE) as client:
        return [(c, client.post(url, json={"letter": c}).status_code) for c in letters]


def test_each_letter_is_applied_exactly_once(service: Service, hands: Pool) -> None:
    letters = "qjzxvkwyfbghmpduclsntoirae"
    for game in range(4):
        asked = {"length": 5, "dictionary": "en-large", "max_misses": None, "seed": game}
        game_id = service.post("/games", json=asked).json()["id"]
        url = f"{service.url}/games/{game_id}/guesses"

        answers = hands.starmap(guess_all, [(url, letters)] * HANDS, chunksize=1)

        statuses = Counter(status for hand in answers for _, status in hand)
        applied = Counter(c for hand in answers for c, status in hand if status == 200)
        listed = [
            answer["letter"] for answer in service.get(url[len(service.url) :]).json()["guesses"]
        ]
        assert statuses.keys() <= {200, 409}
        assert set(applied.values()) == {1}
        assert sorted(listed) == sorted(applied)


def send_with_key(url: str, key: str) -> dict[str, object]:
    headers = {"Idempotency-Key": key}
    answer = ask("POST", url, json={"letter": "e"}, headers=headers)
    assert answer.status_code == 200
    return dict(answer.json())


def test_guess_sent_by_many_with_one_key_is_one_guess(service: Service, hands: Pool) -> None:
    game_id = service.post("/games").json()["id"]
    url = f"{service.url}/games/{game_id}/guesses"

    answers = hands.starmap(send_with_key, [(url, "0123456789abcdef")] * 24, chunksize=1)

    assert all(answer == answers[0] for answer in answers)
    assert len(service.get(f"/games/{game_id}/guesses").json()["guesses"]) == 1
