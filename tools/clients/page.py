"""What `docs/clients.md` says of each generator: its commands, and the program that plays."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parents[2] / "docs" / "clients.md"
HOST: Final = "http://localhost:8000"
SECTION: Final = re.compile(
    r"^## \w+: (?P<name>\S+).*?^```sh\n(?P<command>.*?)\n```\n\n"
    r"^```\w+\n(?://|#) (?P<file>\S+)\n(?P<program>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
ROW: Final = re.compile(
    r"^\| [^|]* \| [^|]*install (?:--save-dev )?(?P<name>[^` ]+)[^|]* \| `(?P<command>[^`]*)` \|"
    r" \[(?P<file>\S+)\]\((?P<program>\S+)\) \|$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Generator:
    """What generates a client, and a program that plays with it: its file and its text."""

    command: str
    file: str
    program: str

    def at(self, url: str, contract: str = "") -> "Generator":
        """The same for a service at `url`, with a contract from there or from elsewhere."""
        command = self.command.replace(HOST, contract or url)
        return Generator(command, self.file, self.program.replace(HOST, url))


def generators() -> dict[str, Generator]:
    """All generators of the page by name: those with a section, and the rows of its table."""
    text = PAGE.read_text()
    shown = {
        section["name"]: Generator(section["command"], section["file"], section["program"])
        for section in SECTION.finditer(text)
    }
    linked = {
        row["name"]: Generator(
            row["command"], row["file"], (PAGE.parent / row["program"]).read_text()
        )
        for row in ROW.finditer(text)
    }
    return shown | linked
