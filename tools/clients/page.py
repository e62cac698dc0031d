"""What `docs/clients.md` says of each generator: its command, and the program that plays."""

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parents[2] / "docs" / "clients.md"
HOST: Final = "http://localhost:8000"
ROW: Final = re.compile(
    r"^\| [^|]* \| \[(?P<file>\S+)\]\((?P<program>\S+)\) \| [^|]* \| `(?P<command>[^`]*)` \|",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Generator:
    """What generates a client, a program that plays with it, and the service for both."""

    command: str
    file: str
    program: str
    url: str = HOST

    def at(self, url: str) -> "Generator":
        """The same for a service at `url`."""
        return replace(self, command=self.command.replace(HOST, url), url=url)


def generators() -> dict[str, Generator]:
    """All generators of the page's table, by the files of their programs."""
    return {
        row["file"]: Generator(
            row["command"], row["file"], (PAGE.parent / row["program"]).read_text()
        )
        for row in ROW.finditer(PAGE.read_text())
    }
