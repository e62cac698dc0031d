"""Writes openapi.yaml; with --release, also kept.yaml, which later contracts are compared with."""

import sys
from pathlib import Path

import click

from tools.contract.compatibility import KEPT, essence
from tools.contract.writing import CONTRACT, Missing, contract, in_yaml


@click.command(help=__doc__)
@click.option("--release", is_flag=True, help="Keep this contract as the one last released.")
@click.option("--lenient", is_flag=True, help="Take fields without prose.")
def write(release: bool, lenient: bool) -> None:
    try:
        made = contract(strict=not lenient)
    except Missing as error:
        sys.exit(f"tools.contract: {error}")
    CONTRACT.write_text(in_yaml(made))
    if release:
        KEPT.write_text(in_yaml(essence(made)))


if __name__ == "__main__":
    write()
