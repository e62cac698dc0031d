"""Games in the memory of this process, for one player in one thread."""

from service.store.errors import GameChanged, GameExists, GameNotFound
from service.store.record import Life, Record


class MemoryStore:
    """Behaves like a GameStore for one player, but nothing expires."""

    def __init__(self, life: Life) -> None:
        self.life = life
        self._records: dict[str, Record | None] = {}  # None: deleted

    def create(self, game_id: str, record: Record) -> None:
        """Keep a new game. Raises GameExists."""
        if game_id in self._records:
            raise GameExists
        self._records[game_id] = record

    def load(self, game_id: str) -> Record:
        """The game with this id. Raises GameNotFound."""
        record = self._records.get(game_id)
        if record is None:
            raise GameNotFound
        return record

    def save(self, game_id: str, record: Record, over: int) -> None:
        """Replace version `over` of a game. Raises GameChanged, GameNotFound."""
        if self.load(game_id).version != over:
            raise GameChanged
        self._records[game_id] = record

    def delete(self, game_id: str, over: int | None = None) -> None:
        """Forget a game. Raises GameNotFound, and GameChanged if it is not at version `over`."""
        if over not in (None, self.load(game_id).version):
            raise GameChanged
        self._records[game_id] = None

    def ping(self) -> None:
        """Do nothing: memory always answers."""
