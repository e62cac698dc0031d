"""The API in this process, its games in fakeredis."""

import time
from collections.abc import Mapping

import pytest
from fakeredis import FakeRedis
from flask import Flask
from flask.testing import FlaskClient

from service.app import application
from service.dictionaries.dictionary import Dictionary
from service.games import Games
from service.settings import Settings
from service.store.game_store import GameStore

DAY = 24 * 60 * 60 * 1000


@pytest.fixture
def games(dictionaries: Mapping[str, Dictionary]) -> Games:
    store = GameStore(FakeRedis(), life=DAY)
    return Games(dictionaries, store, clock=lambda: time.time_ns() // 1_000_000)


@pytest.fixture
def app(games: Games) -> Flask:
    return application(games, Settings())


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
