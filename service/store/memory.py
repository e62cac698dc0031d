"""Games in the memory of this process, for one player in one thread."""

from collections import Counter, defaultdict
from typing import Any

from service.store.game_store import COMPARE_AND_SET, DELETED, GameStore, Script
from service.store.record import Retention, record_from


class Memory:
    """Answers what a GameStore and its Days ask of their client; nothing expires."""

    def __init__(self) -> None:
        self.values: dict[str, bytes] = {}
        self._counts: dict[str, Counter[bytes]] = defaultdict(Counter)

    def execute_command(self, *arguments: Any) -> Any:
        """The answer of a server that nobody else asks."""
        command, key, *more = arguments
        if command == "GET":
            return self.values.get(key)
        if command == "GETRANGE":
            return [self.values.get(each, b"")[: more[1] + 1] for each in key]
        if command == "HGETALL":
            return self._counts[key]
        assert "NX" in more  # a SET
        return None if key in self.values else self._set(key, more[0])

    def run(self, script: Script, key: str, *arguments: Any) -> Any:
        """What the script does, compare_and_set.lua or count_daily.lua."""
        if script is not COMPARE_AND_SET:
            return self._counts[key].update(field.encode() for field in arguments[1:])
        expected, value, _ = arguments
        there = self.values.get(key, DELETED)
        if there == DELETED:
            return -1
        return 0 if expected and expected != record_from(there).identity else self._set(key, value)

    def _set(self, key: str, value: bytes) -> int:
        self.values[key] = value
        return 1


class MemoryStore(GameStore):
    """A store in this process."""

    def __init__(self, life: Retention) -> None:
        self.client = Memory()
        self.life = life
