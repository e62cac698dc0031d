"""Writes openapi.yaml, so that YAML 1.1 and 1.2 read the same, and all that is made of it."""

import re
import sys
from pathlib import Path
from typing import Any, Final

import click
import yaml

from service.api.documents import WRITTEN
from tools.contract.compatibility import PROMISES, promises
from tools.contract.document import Document
from tools.contract.pages import pages
from tools.contract.played import Played, Player
from tools.contract.scenario import play
from tools.contract.schemas import Described
from tools.reference import reference

PATHS: Final = Path(__file__).parent / "paths.yaml"
ROOT: Final = Path(__file__).parents[2]
CONTRACT: Final = ROOT / "openapi.yaml"
REFERENCE: Final = ROOT / "docs" / "reference.md"
HEAD: Final = "# Made by make docs from the service and tools/contract/paths.yaml: do not edit.\n"
RELEASED: Final = "# What clients of the last release rely on: python -m tools.contract --release\n"
WORDS: Final = re.compile(r"(?!null$|true$|false$|yes$|no$|on$|off$)[a-z/_$][^:,#'\"{}\[\]]+", re.I)
WIDTH: Final = 120


class Dumper(yaml.SafeDumper):
    """No anchors, short objects on one line, and quotes around text that may look like data."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def represent_mapping(self, tag: str, mapping: Any, flow_style: bool | None = None) -> Any:
        return super().represent_mapping(tag, mapping, _is_short(mapping))

    def represent_sequence(self, tag: str, sequence: Any, flow_style: bool | None = None) -> Any:
        has_parts = any(isinstance(each, dict | list) for each in sequence)
        return super().represent_sequence(tag, sequence, not has_parts or _is_short(sequence))


def _is_short(part: Any) -> bool:
    return len(str(part)) < WIDTH - 30 and "\\n" not in str(part)


def _text(dumper: Dumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None if WORDS.fullmatch(text) else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


Dumper.add_representer(str, _text)


def in_yaml(value: Described, head: str = HEAD) -> str:
    """The value as the text of a file."""
    return head + yaml.dump(value, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=WIDTH)


def made_contract() -> tuple[Described, list[str], list[Played]]:
    """The contract of this service, the fields without prose, and the calls that were played."""
    written = yaml.safe_load(PATHS.read_text())
    player = Player({name: entry["path"] for name, entry in written["operations"].items()})
    play(player)
    document = Document(written, player.app, player.played)
    return document.contract(), document.schemas.missing, player.played


def written(contract: Described, played: list[Played]) -> dict[Path, str]:
    """The text of each file that is made of the contract."""
    return {
        CONTRACT: in_yaml(contract),
        REFERENCE: reference(contract, played),
        **{WRITTEN / name: text for name, text in pages(contract).items()},
    }


@click.command(help=__doc__)
@click.option("--release", is_flag=True, help="Store its promises, to check later contracts.")
def write(release: bool) -> None:
    contract, missing, played = made_contract()
    if missing:
        sys.exit(f"Fields without a string below them: {', '.join(missing)}.")
    files = written(contract, played)
    for file in {*WRITTEN.rglob("*.*")} - files.keys():
        file.unlink()
    for file, text in files.items():
        file.write_text(text)
    if release:
        PROMISES.write_text(in_yaml(promises(contract), RELEASED))
