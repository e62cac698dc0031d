"""Games in the memory of this process, for one player in one thread."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from secrets import token_bytes

from service.store.errors import GameChanged, GameExists, GameNotFound
from service.store.record import Record, Retention, watch_id


class MemoryStore:
    """Behaves like a GameStore for one player, but nothing expires."""

    def __init__(self, life: Retention) -> None:
        self.life = life
        self._records: dict[str, Record | None] = {}  # by watch id; None: deleted
        self._id_secret = token_bytes(32)

    def create(self, game_id: str, record: Record) -> None:
        """Keep a new game. Raises GameExists."""
        if watch_id(game_id) in self._records:
            raise GameExists
        self._records[watch_id(game_id)] = record

    def load(self, game_id: str) -> Record:
        """The game with this id. Raises GameNotFound."""
        return self.watch(watch_id(game_id))

    def watch(self, watch_id: str) -> Record:
        """The game with this watch id. Raises GameNotFound."""
        record = self._records.get(watch_id)
        if record is None:
            raise GameNotFound
        return record

    def save(self, game_id: str, record: Record, over: Record) -> None:
        """Replace the state `over` of a game. Raises GameChanged, GameNotFound."""
        if self.load(game_id).identity != over.identity:
            raise GameChanged
        self._records[watch_id(game_id)] = record

    def delete(self, game_id: str, over: Record | None = None) -> None:
        """Forget a game. Raises GameNotFound, and GameChanged if it is not as in `over`."""
        there = self.load(game_id)
        if over and over.identity != there.identity:
            raise GameChanged
        self._records[watch_id(game_id)] = None

    def versions(self, watch_ids: Sequence[str]) -> list[int | None]:
        """The version of each game; 0 if it is gone."""
        records = map(self._records.get, watch_ids)
        return [record.version if record else 0 for record in records]

    def check(self) -> None:
        """Do nothing: memory takes every guess."""

    def id_secret(self) -> bytes:
        """The secret of the ids that are derived."""
        return self._id_secret


class DaysInMemory:
    """Days in this process, for a player at the terminal and for tests."""

    def __init__(self) -> None:
        self._games: dict[str, bytes] = {}
        self._counts: dict[str, Counter[str]] = defaultdict(Counter)

    def game_of(self, day: str) -> bytes | None:
        """The game that was drawn on a day, if one was."""
        return self._games.get(day)

    def keep(self, day: str, draw: Callable[[], bytes]) -> bytes:
        """The game of a day: what the first request of the day drew."""
        return self._games.setdefault(day, draw())

    def count(self, day: str, *fields: str) -> None:
        """Add 1 to each of these fields."""
        self._counts[day].update(fields)

    def results_of(self, day: str) -> Mapping[str, int]:
        """The counts of a day by field."""
        return self._counts[day]
