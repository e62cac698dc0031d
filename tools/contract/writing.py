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
PLAIN: Final = re.compile(r"[A-Za-z/_$#](?=.)[^:]*")


class Missing(Exception):
    """Fields that have no prose below them."""


class Dumper(yaml.SafeDumper):
    """No anchors; quotes around all that a reader could take for something else than a text."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


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
        made, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None
    )
