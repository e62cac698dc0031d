"""A client whose games are played and kept in this process, with no server."""

import time
from dataclasses import asdict
from datetime import date

from service.cli.client import JSON
from service.dictionaries.dictionary import Dictionary
from service.play.catalogue import Catalogue, dictionary_view
from service.play.games import Games
from service.play.help import DEFAULT_GUESSER
from service.play.requests import Guess, NewGame, SealedGame
from service.registry import dealers
from service.store.memory import MemoryStore
from service.store.record import Retention

LIFE = Retention(played=0, unplayed=0)  # a MemoryStore forgets nothing before it ends


class LocalClient:
    """A player of games dealt from one dictionary."""

    def __init__(self, name: str, dictionary: Dictionary) -> None:
        catalogue = Catalogue({name: dictionary}, dealers(dictionaries=[dictionary]))
        self._games = Games(catalogue, MemoryStore(LIFE), _now)

    def dictionary(self, name: str) -> JSON:
        """A dictionary, with its alphabet and lengths."""
        return asdict(dictionary_view(self._games.catalogue.dictionary(name)))

    def start(self, asked: JSON) -> JSON:
        """A new game."""
        if "daily" in asked:
            return asdict(self._games.start(NewGame(daily=date.fromisoformat(asked["daily"]))).view)
        kind = SealedGame if "word" in asked else NewGame
        return asdict(self._games.start(kind(**asked)).view)

    def address(self, game: JSON) -> str | None:
        """Nowhere: the games end with this process."""

    def guess(self, game: JSON, guess: JSON) -> JSON:
        """The game after a guess."""
        [(kind, text)] = guess.items()
        return asdict(self._games.guess(game["id"], Guess(text, is_word=kind == "word")).view)

    def hint(self, game: JSON) -> list[JSON]:
        """Letters worth a guess, best first."""
        return list(asdict(self._games.hint(game["id"], DEFAULT_GUESSER))["letters"])

    def confession(self, game: JSON) -> JSON:
        """What the dealer did in a game that is over."""
        return asdict(self._games.confession(game["id"]))

    def doubt(self, game: JSON, confession: JSON) -> str | None:
        """None: the dealer is this process."""

    def review(self, game: JSON) -> JSON:
        """What each guess of a game that is over was worth."""
        return asdict(self._games.review(game["id"]))


def _now() -> int:
    return time.time_ns() // 1_000_000
