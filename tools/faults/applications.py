"""The service as an application in this process, to measure what requests cost alone."""

import logging
from collections.abc import Mapping
from typing import Any

import structlog

from service.api.hooks import Application
from service.app import application
from service.dictionaries.dictionary import Dictionary
from service.play.catalogue import Catalogue
from service.play.games import Games
from service.registry import dealers
from service.settings import Settings
from service.store.game_store import GameStore
from service.store.memory import Memory
from service.store.record import Retention
from service.store.scripts import CLAIM_WORD, Script

LIFE = Retention(played=86_400_000, unplayed=86_400_000)


class ClaimsInMemory(Memory):
    """The memory of a terminal's games, which counts claimed words too."""

    def execute_command(self, *arguments: Any) -> Any:
        """The number of words that are given out, or what a terminal's memory answers."""
        command, key, *_ = arguments
        return (
            self._counts[key][b"claimed"]
            if command == "HGET"
            else super().execute_command(*arguments)
        )

    def run(self, script: Script, key: str, *arguments: Any) -> Any:
        """What claim_word.lua does for a request without a key, or another script."""
        if script is not CLAIM_WORD:
            return super().run(script, key, *arguments)
        _, highest, _ = arguments
        counts = self._counts[key]
        if counts[b"claimed"] == highest:
            return 0, 0
        counts[b"claimed"] += 1
        return counts[b"claimed"], 0


def in_memory(dictionaries: Mapping[str, Dictionary]) -> Application:
    """An application whose games are kept in memory; it logs nothing."""
    quiet = structlog.make_filtering_bound_logger(logging.CRITICAL)
    structlog.configure(wrapper_class=quiet)
    catalogue = Catalogue(dictionaries, dealers(dictionaries=dictionaries.values()))
    games = Games(catalogue, GameStore(ClaimsInMemory(), LIFE), lambda: 1_800_000_000_000)
    return application(games, Settings())
