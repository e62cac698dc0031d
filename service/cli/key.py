"""`hangman key`: a key for the API."""

import secrets

import click

from service.cli.json_output import print_json
from service.cli.options import JSON


@click.command()
@JSON
def key(as_json: bool) -> None:
    """Make a key for the API.

    Give the key to its user, and put its hash into API_KEYS.

    \b
    Examples:
      hangman key
      API_KEYS=hash,hash hangman serve
      curl -H 'Authorization: Bearer KEY' localhost:8000/games --json '{}'
    """
    from service.api.hooks import hash_of

    new_key = secrets.token_hex(16)
    if as_json:
        print_json({"key": new_key, "hash": hash_of(new_key)})
        return
    click.echo(f"key   {new_key}\nhash  {hash_of(new_key)}")
