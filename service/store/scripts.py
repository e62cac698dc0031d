"""Lua scripts: sent by their hash, and whole to a server that does not have them yet."""

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
    """A script on one key."""

    text: str

    @classmethod
    def beside(cls, module: str, name: str) -> "Script":
        """The script in a file beside a module."""
        return cls(Path(module).with_name(name).read_text())

    @cached_property
    def digest(self) -> str:
        """What servers know it by."""
        return sha1(self.text.encode(), usedforsecurity=False).hexdigest()

    def run(self, client: Client, key: str, *arguments: Argument) -> Any:
        """What it returns for a key.

        SCRIPT LOAD is not used: on a cluster it would need every primary to be there.
        """
        try:
            return client.execute_command("EVALSHA", self.digest, 1, key, *arguments)
        except NoScriptError:
            return client.execute_command("EVAL", self.text, 1, key, *arguments)
