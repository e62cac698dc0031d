"""Games with a person at a terminal, one after another, or the one of the day."""

from collections.abc import Iterator
from typing import Final

import click

from service.choices import SEEDS
from service.cli.client import Client
from service.cli.console import JSON, ask, ask_choice, is_dumb
from service.cli.failures import INTERRUPTED, Interrupted
from service.cli.game.board import Board, ScreenBoard
from service.cli.game.story import CLAIMS, QUESTION, share, tell
from service.cli.options import max_misses, number_in, ranges
from service.registry import ANY_DEALER

USUAL_MISSES: Final = "8"


def converse(client: Client, options: JSON) -> int:
    """Play with a person, who chooses what `options` leave out, and return the exit code."""
    game, goes_on = None, True
    try:
        for game in _games(client, options):
            goes_on = game["status"] == "in_progress"
    except (click.Abort, Interrupted) as error:
        address = client.address(game) if game and goes_on else None
        click.echo(f"\nGoodbye.{f' The game goes on at {address}' if address else ''}")
        if isinstance(error, Interrupted):
            return INTERRUPTED
        return 1 if goes_on else 0
    return 0


def _games(client: Client, options: JSON) -> Iterator[JSON]:
    """Each game as it begins and as it ends, until the person has had enough.

    Raises Abort at the end of the input.
    """
    board, again = (Board if is_dumb() else ScreenBoard)(client), True
    while again:
        yield (game := client.start(_request(client, options)))
        yield (game := board.play(game))
        click.echo("\nYou found it." if game["status"] == "won" else "\nYou hang.")
        claim = board.choice(QUESTION, CLAIMS) if _is_secret(options) else None
        confession = tell(client, game, claim)
        if game["daily"]:
            click.echo(f"\nTo share:\n\n{share(game, confession, claim)}")
            return
        options.pop("secret_word", None)  # somebody has just guessed it
        again = board.choice("\nAnother game? [Y/n]", {"": True, "y": True, "n": False})
        if "seed" in options:
            # The same seed would be the same game.
            options["seed"] = (options["seed"] + 1) % SEEDS


def _request(client: Client, options: JSON) -> JSON:
    """The options, with the person's choices for those left out; a day's game needs none."""
    if "daily" in options:
        return options
    request = {**({"dealer": ANY_DEALER} if _is_secret(options) else {}), **options}
    if not {"length", "secret_word"} & request.keys():
        lengths = [row["length"] for row in client.dictionary(request["dictionary"])["lengths"]]
        question = f"How many letters? {ranges(lengths)} (Enter: any)"
        others = f"There are no words of that length. Type one of {ranges(lengths)}."
        length = ask(question, lambda text: number_in(text, lengths, others) if text else None)
        request |= {"length": length} if length else {}
    if "max_misses" not in request:
        question = f"How many misses until you hang, or never? (Enter: {USUAL_MISSES})"
        request["max_misses"] = ask(question, lambda text: max_misses(text or USUAL_MISSES))
    if "insight" not in request:
        levels = {"": "none", "n": "none", "y": "count"}
        request["insight"] = ask_choice("Show how many words are left? [y/N]", levels)
    return request


def _is_secret(options: JSON) -> bool:
    """Whether the person does not know who deals."""
    return not {"dealer", "secret_word"} & options.keys()
