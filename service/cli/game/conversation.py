"""Games with a person at a terminal, one after another, or today's."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import click

from service.choices import SEEDS, Insight
from service.cli.console import ask, ask_choice, is_dumb, ranges
from service.cli.failures import INTERRUPTED
from service.cli.game.board import Board, ScreenBoard
from service.cli.game.story import CLAIMS, QUESTION, share, tell
from service.cli.game_options import GameOptions
from service.cli.options import max_misses, number_in
from service.cli.player import Player
from service.engine.errors import Interrupted
from service.play.views import GameView
from service.registry import ANY_DEALER, DEFAULT_DICTIONARY

USUAL_MISSES: Final = "8"


def converse(player: Player, options: GameOptions) -> int:
    """Play with a person, who chooses what `options` leave out, and return the exit code."""
    game, goes_on = None, True
    try:
        for game in _games(player, options):
            goes_on = game.status == "in_progress"
    except (click.Abort, Interrupted) as error:
        address = player.address(game) if game and goes_on else None
        click.echo(f"\nGoodbye.{f' The game goes on at {address}' if address else ''}")
        if isinstance(error, Interrupted):
            return INTERRUPTED
        return 1 if goes_on else 0
    return 0


def _games(player: Player, options: GameOptions) -> Iterator[GameView]:
    """Each game as it begins and as it ends, until the person has had enough.

    Raises Abort at the end of the input.
    """
    board, again = (Board if is_dumb() else ScreenBoard)(player), True
    while again:
        yield (game := player.start(_completed(options, player).request()))
        yield (game := board.play(game))
        click.echo("\nYou found it." if game.status == "won" else "\nYou hang.")
        claim = None if options.is_dealer_known else board.choice(QUESTION, CLAIMS)
        confession = tell(player, game, claim, board.writing)
        if game.daily:
            click.echo(f"\nTo share:\n\n{share(game, confession, claim)}")
            return
        again = board.choice("\nAnother game? [Y/n]", {"": True, "y": True, "n": False})
        options = _for_another_game(options)


def _for_another_game(options: GameOptions) -> GameOptions:
    """The options without the word, which was just guessed; the same seed would repeat the game."""
    seed = None if options.seed is None else (options.seed + 1) % SEEDS
    return replace(options, secret_word=None, seed=seed)


def _completed(options: GameOptions, player: Player) -> GameOptions:
    """The options, with the person's choices for those left out; today's game needs none."""
    if options.daily:
        return options
    if not options.is_dealer_known:
        options = replace(options, dealer=ANY_DEALER)
    if options.length is None and options.secret_word is None:
        options = replace(options, length=_length_in(player, options.dictionary))
    if options.max_misses is None:
        question = f"How many misses until you hang, or never? (Enter: {USUAL_MISSES})"
        most = ask(question, lambda text: max_misses(text or USUAL_MISSES))
        options = replace(options, max_misses=most)
    if options.insight is None:
        levels: dict[str, Insight] = {"": "none", "n": "none", "y": "count"}
        level = ask_choice("Show how many words are left? [y/N]", levels)
        options = replace(options, insight=level)
    return options


def _length_in(player: Player, dictionary: str | None) -> int | None:
    """The length that the person chooses; None for any."""
    view = player.dictionary(dictionary or DEFAULT_DICTIONARY)
    lengths = [row.length for row in view.lengths]
    question = f"How many letters? {ranges(lengths)} (Enter: any)"
    others = f"There are no words of that length. Type one of {ranges(lengths)}."
    return ask(question, lambda text: number_in(text, lengths, others) if text else None)
