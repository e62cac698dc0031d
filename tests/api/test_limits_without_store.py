"""Limits while the store is away, or refuses scripts: each process counts by itself."""

from typing import Any

import pytest
from redis.exceptions import ConnectionError as Away
from redis.exceptions import NoPermissionError, RedisError

from service.api.limiter import OWN_SHARE, Limiter
from service.play.games import Games
from tests.api.conftest import Client, Clock, created, games_in, guessed, served
from tests.support.fakes import FakeServers

LOOK = {"pattern": "___"}
UNITS = 40  # of each kind
OWN = UNITS // OWN_SHARE
LIMITS = {**dict.fromkeys(("create", "guess", "hint", "read"), UNITS), "storage": 10**9}


class Failing(FakeServers):
    """A store that fails commands: all, or only scripts."""

    failure: RedisError | None = None
    scripts_alone = False

    def execute_command(self, *arguments: Any, **options: Any) -> Any:
        if self.failure and (arguments[0].startswith("EVAL") or not self.scripts_alone):
            raise self.failure
        return super().execute_command(*arguments, **options)


@pytest.fixture
def store() -> Failing:
    return Failing()


@pytest.fixture
def limiter(games: Games, store: Failing) -> Limiter:
    return Limiter(games_in(store, {}).store.commands, LIMITS)


@pytest.fixture
def client(games: Games, store: Failing, limiter: Limiter) -> Client:
    return served(games_in(store, games.catalogue.dictionaries), limiter).test_client()


def statuses(client: Client, requests: int, path: str, **call: Any) -> list[int]:
    return [client.post(path, **call).status_code for _ in range(requests)]


def test_requests_that_need_no_store_are_limited_without_it(client: Client, store: Failing) -> None:
    store.failure = Away()
    answers = [client.post("/hints", json=LOOK) for _ in range(OWN + 2)]
    assert [each.status_code for each in answers] == [200] * OWN + [503] * 2
    assert answers[0].headers["RateLimit"] == f'"hint";r={OWN - 1};t={60 // OWN}'
    assert answers[-1].json["code"] == "unavailable"  # a proxy may ask another instance
    review = client.post("/reviews", json={"length": 5, "guesses": []})
    assert review.status_code == 503
    assert client.get("/dealers").status_code == 200  # units of another kind


def test_starts_are_limited_though_scripts_are_refused(client: Client, store: Failing) -> None:
    store.failure, store.scripts_alone = NoPermissionError(), True
    assert statuses(client, OWN + 2, "/games") == [201] * OWN + [503] * 2


def test_guesses_without_the_store_are_never_a_429(client: Client, store: Failing) -> None:
    game = created(client, length=5)
    store.failure = Away()
    answers = {guessed(client, game, "e").status_code for _ in range(2 * OWN)}
    assert answers == {503}


def test_request_dearer_than_the_budget_is_answered_in_the_end(
    store: Failing, clock: Clock
) -> None:
    limiter = Limiter(
        games_in(store, {}).store.commands, {"hint": 2 * OWN_SHARE}, clock=lambda: clock.now / 1000
    )

    def count(cost: int, paid: int = 0) -> bool:
        return limiter.count_without_store("hint", "me", cost, paid).allowed

    assert count(1)
    assert count(12, paid=1)
    assert not count(1)
    clock.now += 60_000
    assert count(1)
    assert count(12, paid=1)


def test_clients_have_budgets_of_their_own(limiter: Limiter) -> None:
    for _ in range(OWN + 1):
        mine = limiter.count_without_store("hint", "me")
    assert not mine.allowed
    assert limiter.count_without_store("hint", "you").allowed
    assert limiter.count_without_store("read", "me").allowed
