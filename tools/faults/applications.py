"""The service as an application in this process, to measure what requests cost alone."""

import logging
from collections.abc import Mapping

import structlog

from service.api.application import Application
from service.app import application
from service.dictionaries.dictionary import Dictionary
from service.play.catalogue import Catalogue
from service.play.games import Games
from service.registry import dealers
from service.settings import Settings
from service.store.game_store import GameStore
from service.store.memory import Memory
from service.store.record import Retention

LIFE = Retention(played=86_400_000, unplayed=86_400_000)


def in_memory(dictionaries: Mapping[str, Dictionary]) -> Application:
    """An application whose games are kept in memory; it logs nothing."""
    quiet = structlog.make_filtering_bound_logger(logging.CRITICAL)
    structlog.configure(wrapper_class=quiet)
    catalogue = Catalogue(dictionaries, dealers(dictionaries=dictionaries.values()))
    games = Games(catalogue, GameStore(Memory(), LIFE), lambda: 1_800_000_000_000)
    return application(games, Settings())
