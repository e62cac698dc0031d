"""The contract as it is made, and as a file that YAML 1.1 and 1.2 read alike."""

import re
from pathlib import Path
from typing import Any, Final

import yaml

from tools.contract.document import Document
from tools.contract.played import Player, same_world
from tools.contract.scenario import play
from tools.contract.schemas import Described

HERE: Final = Path(__file__).parent
CONTRACT: Final = HERE.parents[1] / "openapi.yaml"
HEAD: Final = "# Made by make docs, from tools/contract/paths.yaml and the service: do not edit.\n"
PLAIN: Final = re.compile(r"(?!null$|true$|false$|yes$|no$|on$|off$)[A-Za-z/_$][^:,#'\"{}\[\]]+", re.I)
WIDTH: Final = 120


class Missing(Exception):
    """Fields that have no prose below them."""


class Dumper(yaml.SafeDumper):
    """No anchors, short objects on one line, quotes wherever a reader could see no text."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def represent_mapping(self, tag: str, mapping: Any, flow_style: bool | None = None) -> Any:
        return super().represent_mapping(tag, mapping, _is_short(mapping))

    def represent_sequence(self, tag: str, sequence: Any, flow_style: bool | None = None) -> Any:
        has_parts = any(isinstance(each, dict | list) for each in sequence)
        return super().represent_sequence(tag, sequence, not has_parts or _is_short(sequence))


def _is_short(part: Any) -> bool:
    text = str(part)
    return len(text) < WIDTH - 30 and "\\n" not in text


def _text(dumper: Dumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None if PLAIN.fullmatch(text) else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


Dumper.add_representer(str, _text)


def contract(*, strict: bool = True) -> Described:
    """The contract of this service. Raises Missing."""
    written = yaml.safe_load((HERE / "paths.yaml").read_text())
    paths = {name: said["path"] for name, said in written["operations"].items()}
    with same_world():
        player = Player(paths)
        play(player)
    document = Document(written, player.app, player.played)
    made = document.contract()
    if strict and document.schemas.missing:
        raise Missing(f"no prose below {', '.join(sorted(document.schemas.missing))}")
    return made


def in_yaml(made: Described) -> str:
    """The text of openapi.yaml."""
    return HEAD + yaml.dump(
        made, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=WIDTH
    )
