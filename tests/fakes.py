"""A store in this process, for tests without races: fakeredis, with what it lacks."""

from typing import Any

from fakeredis import FakeRedis


class FakeStoreClient(FakeRedis):
    """fakeredis, which knows no flags of scripts: their first line is left out."""

    def execute_command(self, *arguments: Any, **options: Any) -> Any:
        command, *rest = arguments
        if rest and isinstance(rest[0], list):
            return [self.execute_command(command, key, *rest[1:]) for key in rest[0]]
        if command == "EVAL":
            flags, _, text = rest[0].partition("\n")
            rest[0] = text if flags.startswith("#!lua") else rest[0]
        return super().execute_command(command, *rest, **options)  # type: ignore[no-untyped-call]  # fakeredis
