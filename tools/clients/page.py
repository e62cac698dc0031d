"""What `docs/clients.md` says of each generator: its command, and the program that plays."""

import re
from dataclasses import dataclass
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
    """What generates a client, and a program that plays with it: its file and its text."""

    command: str
    file: str
    program: str

    def at(self, url: str) -> "Generator":
        """The same for a service at `url`."""
        command, program = (text.replace(HOST, url) for text in (self.command, self.program))
        return Generator(command, self.file, program)


def generators() -> dict[str, Generator]:
    """All generators of the page's table, by the files of their programs."""
    return {
        row["file"]: Generator(
            row["command"], row["file"], (PAGE.parent / row["program"]).read_text()
        )
        for row in ROW.finditer(PAGE.read_text())
    }
