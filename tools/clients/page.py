"""What `docs/clients.md` says of each generator: its commands and its program."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parents[2] / "docs" / "clients.md"
HOST: Final = "http://localhost:8000"
SECTION: Final = re.compile(
    r"^## (?P<title>.*?)\n.*?^```sh\n(?P<commands>.*?)^```\n\n"
    r"^```\w+\n(?://|#) (?P<file>\S+)\n(?P<program>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Generator:
    """What generates a client, and a program that plays with it: its file and its text."""

    commands: list[str]
    file: str
    program: str

    def at(self, url: str, contract: str = "") -> "Generator":
        """The same for a service at `url`, with a contract from there or from elsewhere."""
        commands = [command.replace(HOST, contract or url) for command in self.commands]
        return Generator(commands, self.file, self.program.replace(HOST, url))


def generators() -> dict[str, Generator]:
    """All generators of the page, by the last word of their headings."""
    return {
        section["title"].split(": ")[1].split(" ")[0]: Generator(
            section["commands"].splitlines(), section["file"], section["program"]
        )
        for section in SECTION.finditer(PAGE.read_text())
    }
