"""`hangman settings`: checks a file of settings, and gives it the present names."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from service.cli.console import visible
from service.cli.env_file import OLD_NAMES, renamed, text_of, unknown, values_in
from service.settings import BadSetting, Settings, without_effect


@click.command()
@click.option(
    "--check",
    "path",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Check this file of NAME=value lines.",
)
def settings(path: Path) -> None:
    """Check a file of settings, and print it with the present names.

    Standard error says what is wrong, a line for each fault; then the exit code is 2. Folders are
    looked for on this machine. Plug-ins are not imported, and no store is asked.

    \b
    Example:
      hangman settings --check .env > new.env
    """
    text = text_of(path)
    before = values_in(text, path)
    both = {old: new for old, new in OLD_NAMES.items() if {old, new} <= before.keys()}
    now = renamed(text, except_for=both)
    click.echo(now, nl=False)
    values = values_in(now, path)
    if strangers := unknown(values):
        click.echo(f"hangman: {path}: unknown names: {visible(', '.join(strangers))}", err=True)
    faults = [f"{old}: remove it, because {new} is there, too" for old, new in both.items()]
    faults += _faults(values)
    for fault in faults:
        click.echo(f"hangman: {path}: {visible(fault)}", err=True)
    if faults:
        raise click.exceptions.Exit(2)


def _faults(values: Mapping[str, str]) -> Iterator[str]:
    from service.store.address import BadAddress, servers_at

    if url := values.get("REDIS_URL"):
        try:
            servers_at(url, connect_timeout=1, read_timeout=1)
        except BadAddress as error:
            yield str(error)
    if line := without_effect(values):
        yield line
    rest = dict(values)
    while True:
        try:
            Settings.from_environ(rest)
        except BadSetting as error:
            yield str(error)
            if error.name not in rest:
                return
            del rest[error.name]  # look for the next fault
        else:
            return
