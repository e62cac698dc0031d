"""`hangman serve`: the service under gunicorn, with a store of its own where none is given."""

import click


@click.command()
def serve() -> None:
    """Run the service."""
