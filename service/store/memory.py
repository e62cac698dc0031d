"""Games in the memory of this process, for one player in one thread."""

from collections import Counter, defaultdict
from typing import Any

from service.store.record import record_from
from service.store.scripts import COMPARE_AND_SET, Script


class Memory:
    """Runs the commands of a GameStore and its Days; nothing expires."""

    def __init__(self) -> None:
        self.values: dict[str, bytes] = {}
        self._counts: dict[str, Counter[bytes]] = defaultdict(Counter)

    def execute_command(self, *arguments: Any) -> Any:
        """The answer of a server with no other client."""
        command, key, *more = arguments
        if command == "GET":
            return self.values.get(key)
        if command == "GETRANGE":
            return [self.values.get(each, b"")[: more[1] + 1] for each in key]
        if command == "HGETALL":
            return {field: b"%d" % count for field, count in self._counts[key].items()}
        assert "NX" in more  # a SET
        if key in self.values:
            return None
        self.values[key] = more[0]
        return b"OK"

    def run(self, script: Script, key: str, *arguments: Any) -> Any:
        """The result of the script, compare_and_set.lua or count_daily.lua, which it imitates."""
        if script is not COMPARE_AND_SET:
            return self._counts[key].update(field.encode() for field in arguments[1:])
        expected, value, _ = arguments
        if key not in self.values:
            return -1
        if expected and expected != record_from(self.values[key]).identity:
            return 0
        del self.values[key]
        if value:
            self.values[key] = value
        return 1
