"""The API in this process, its games in fakeredis."""

import time
from collections.abc import Mapping
from typing import Any, TypeAlias

import pytest
import structlog
from structlog.dev import ConsoleRenderer, plain_traceback

from service.api import hooks
from service.api.hooks import Application
from service.app import application
from service.dictionaries.dictionary import Dictionary
from service.play.catalogue import Catalogue
from service.play.games import Games
from service.settings import Settings
from service.store.game_store import GameStore
from service.store.guarded import Guarded
from service.store.record import Retention
from tests.support.fakes import FakeStoreClient

Client: TypeAlias = Any  # a FlaskClient, without its asking at each answer whether it is JSON

DAY = 24 * 60 * 60 * 1000


@pytest.fixture(autouse=True)
def logs_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """How to log is set once a process, perhaps by a test before: each test here begins anew.

    A traceback with the values of all variables, which is the default, takes seconds to print.
    """
    structlog.reset_defaults()
    ConsoleRenderer.get_active().exception_formatter = plain_traceback
    monkeypatch.setattr(hooks, "log", structlog.get_logger())


@pytest.fixture
def games(dictionaries: Mapping[str, Dictionary]) -> Games:
    store = GameStore(Guarded(FakeStoreClient()), Retention(DAY, DAY))
    return Games(Catalogue(dictionaries), store, clock=lambda: time.time_ns() // 1_000_000)


@pytest.fixture
def app(games: Games) -> Application:
    return application(games, Settings())


@pytest.fixture
def client(app: Application) -> Client:
    return app.test_client()
