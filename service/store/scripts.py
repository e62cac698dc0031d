"""Lua scripts. We send a script's hash, and its text only if the server does not know it yet."""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha1
from pathlib import Path
from typing import Any

from redis.exceptions import NoScriptError

from service.store.clients import Client

Argument = bytes | int | str


@dataclass(frozen=True)
class Script:
    """A Lua script that uses one key."""

    text: str

    @classmethod
    def beside(cls, module: str, name: str) -> "Script":
        """The script in a file beside a module."""
        return cls(Path(module).with_name(name).read_text())

    @cached_property
    def digest(self) -> str:
        """The SHA-1 of the text, by which servers know the script."""
        return sha1(self.text.encode(), usedforsecurity=False).hexdigest()

    def run(self, client: Client, key: str, *arguments: Argument) -> Any:
        """Run the script on a key and return its result.

        We do not use SCRIPT LOAD, which on a cluster fails if any primary is away.
        """
        try:
            return client.execute_command("EVALSHA", self.digest, 1, key, *arguments)
        except NoScriptError:
            return client.execute_command("EVAL", self.text, 1, key, *arguments)
