"""The API in this process, its games in fakeredis."""

import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeAlias

import pytest
import structlog
from flask.testing import FlaskClient
from structlog.dev import ConsoleRenderer, plain_traceback
from werkzeug.test import TestResponse

from service.api.application import Application
from service.app import application, create_app
from service.dictionaries.dictionary import Dictionary
from service.play.games import Games
from service.play.help import Help
from service.play.ids import number_for
from service.play.slow_work import Inline
from service.registry import DAY_DEALERS
from service.settings import FIELDS, Settings
from service.store.game_store import GameStore
from service.store.record import Retention
from service.store.redis_commands import RedisCommands
from tests.support import contract, factory
from tests.support.fakes import FakeServers, redis_of

Client: TypeAlias = Any  # a CheckedClient; Any, so that mypy accepts `answer.json[…]`
Body: TypeAlias = dict[str, Any]
Make: TypeAlias = Callable[..., Client]

DAY = 24 * 60 * 60 * 1000
NOON = int(datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp() * 1000)
KEY = {"Idempotency-Key": "0123456789abcdef0123"}


class CheckedClient(FlaskClient):
    """A client that checks each answer against the contract."""

    def open(
        self, *args: Any, buffered: bool = False, follow_redirects: bool = False, **more: Any
    ) -> TestResponse:
        answer = super().open(*args, buffered=buffered, follow_redirects=follow_redirects, **more)
        contract.check(answer)
        return answer


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


@pytest.fixture(autouse=True)
def logs_of_its_own() -> None:
    """Reset the logging of this process, which an earlier test may have configured.

    The default tracebacks print the values of all variables, which takes seconds.
    """
    structlog.reset_defaults()
    ConsoleRenderer.get_active().exception_formatter = plain_traceback


def games_in(
    store: Any, dictionaries: Mapping[str, Dictionary], *more: Any, **options: Any
) -> Games:
    """The `Games` of a store client; `more` is a clock and whatever else `Games` needs."""
    game_store = GameStore(RedisCommands(store), Retention(DAY, DAY, 2 * DAY))
    return Games(factory.catalogue(dictionaries), game_store, *more, **options)


def settings_of(**given: Any) -> Settings:
    """Settings; those that are texts are read, as the texts of variables are."""
    return Settings(**{
        name: FIELDS[name].metadata["read"](value) if isinstance(value, str) else value
        for name, value in given.items()
    })  # fmt: skip


def served(games: Games, limiter: Any = None, **settings: Any) -> Application:
    """A service with these games, whose clients check each answer against the contract."""
    app = application(games, Help(Inline(games.catalogue)), settings_of(**settings), limiter)
    app.test_client_class = CheckedClient
    return app


@pytest.fixture(scope="session")
def games(dictionaries: Mapping[str, Dictionary]) -> Games:
    return games_in(FakeServers(), dictionaries, lambda: time.time_ns() // 1_000_000)


@pytest.fixture(scope="session")
def app(games: Games) -> Application:
    """The service of most tests, built once: that takes as long as ten requests."""
    return served(games)


@pytest.fixture
def client(app: Application) -> Client:
    """A client of the service `app`; its store is emptied first."""
    redis_of(app.parts.games.store).flushall()
    return app.test_client()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def dated(dictionaries: Mapping[str, Dictionary], clock: Clock) -> Client:
    """A client of a service whose clock the test sets."""
    return served(games_in(FakeServers(), dictionaries, clock)).test_client()


@pytest.fixture(scope="session")
def drawing(dictionaries: Mapping[str, Dictionary]) -> dict[str, Client]:
    """For each of DAY_DEALERS, a client of a service that draws that dealer for the seed 7."""
    secrets = (f"the secret number {number:04}".encode() for number in range(100))
    dealers = {DAY_DEALERS[number_for(7, each) % len(DAY_DEALERS)]: each for each in secrets}
    return {
        dealer: served(games_in(FakeServers(), dictionaries, draw_secret=each)).test_client()
        for dealer, each in dealers.items()
    }


@pytest.fixture
def store() -> FakeServers:
    return FakeServers()


@pytest.fixture
def client_with(
    monkeypatch: pytest.MonkeyPatch, dictionaries: Mapping[str, Dictionary], store: FakeServers
) -> Make:
    """A function from settings to a client of an instance; all instances share the store."""
    # They are loaded once for all tests.
    monkeypatch.setattr("service.app.load_all", lambda *_: dictionaries)
    monkeypatch.setattr(Application, "test_client_class", CheckedClient)
    return lambda **settings: create_app(settings_of(**settings), store).test_client()


def created(client: Client, **choices: Any) -> Body:
    response = client.post("/games", json=choices)
    assert response.status_code == 201, response.text
    return dict(response.json)


def guessed(client: Client, game: Body, guess: str, **headers: str) -> Any:
    kind = "letter" if len(guess) == 1 else "word"
    return client.post(f"/games/{game['id']}/guesses", json={kind: guess}, headers=headers)


def played(client: Client, game: Body, guesses: Iterable[str]) -> Body:
    """Guess these letters and words until the game ends, skipping refused ones; return the game."""
    for guess in guesses:
        if game["status"] != "in_progress":
            break
        response = guessed(client, game, guess)
        game = response.json if response.status_code == 200 else game
    return game
