"""A store in this process, for tests without races: fakeredis, with what it lacks."""

from hashlib import sha1
from typing import Any

from fakeredis import FakeRedis

TEXTS: dict[str, str] = {}  # of the scripts that were run, by their digests


class FakeStoreClient(FakeRedis):
    """fakeredis does not know the flags of scripts, so their first line is left out here."""

    def execute_command(self, *arguments: Any, **options: Any) -> Any:
        command, *rest = arguments
        if rest and isinstance(rest[0], list):
            return [self.execute_command(command, key, *rest[1:]) for key in rest[0]]
        if command == "EVALSHA" and rest[0] in TEXTS:
            command, rest[0] = "EVAL", TEXTS[rest[0]]
        elif command == "EVAL":
            digest = sha1(rest[0].encode(), usedforsecurity=False).hexdigest()
            flags, _, text = rest[0].partition("\n")
            rest[0] = TEXTS[digest] = text if flags.startswith("#!lua") else rest[0]
        return super().execute_command(command, *rest, **options)  # type: ignore[no-untyped-call]  # fakeredis
