"""Games in the memory of this process, for one player in one thread."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from service.store.commands import Argument
from service.store.record import Milliseconds, record_from
from service.store.scripts import COMPARE_AND_SET, Script


class Memory:
    """The commands of a store with no other client, as far as games and days need them.

    Nothing expires.
    """

    replicas = 0

    def __init__(self) -> None:
        self.values: dict[str, bytes] = {}
        self._counts: dict[str, Counter[bytes]] = defaultdict(Counter)

    def failing_for(self) -> float:
        """Writing never fails."""
        return 0.0

    def get(self, key: str) -> bytes | None:
        """The value of a key, if there is one."""
        return self.values.get(key)

    def get_many(self, keys: Sequence[str], start: int, end: int) -> list[bytes | None]:
        """The bytes from `start` to `end` of each value; b"" if it is missing."""
        return [self.values.get(key, b"")[start : end + 1] for key in keys]

    def get_field(self, key: str, field: str) -> bytes | None:
        """A count of a hash."""
        return self.get_fields(key).get(field.encode())

    def get_fields(self, key: str) -> Mapping[bytes, bytes]:
        """All counts of a hash."""
        return {field: b"%d" % count for field, count in self._counts[key].items()}

    def set_new(self, key: str, value: bytes, life: Milliseconds | None = None) -> bool:
        """Set a key, unless it has a value, and return whether it had none."""
        is_new = key not in self.values
        self.values.setdefault(key, value)
        return is_new

    def run(self, script: Script, key: str, *arguments: Argument, durable: bool = False) -> Any:
        """The result of the script, compare_and_set.lua or count_daily.lua, which it imitates."""
        if script is not COMPARE_AND_SET:
            return self._counts[key].update(str(field).encode() for field in arguments[1:])
        expected, value, _ = arguments
        if key not in self.values:
            return -1
        if expected and expected != record_from(self.values[key]).identity:
            return 0
        del self.values[key]
        if isinstance(value, bytes) and value:
            self.values[key] = value
        return 1

    def run_and_get(
        self, script: Script, key: str, *arguments: Argument, ahead: str
    ) -> tuple[Any, bytes | None]:
        """The result of the script, and the value of another key."""
        return self.run(script, key, *arguments), self.get(ahead)
