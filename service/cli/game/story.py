"""The story of a game that is over: what the dealer did."""

from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from typing import Final

from rich.table import Table
from rich.text import Text

from service.cli.client import Client
from service.cli.console import JSON, console, counted
from service.cli.game.accusation import Claim, is_right, reveal
from service.cli.game.frame import at_places, guess_text, struck
from service.engine.errors import HangmanError

HEADS: Final = ("guess", "answer", "words left", "thrown away", "review")
SHOWN: Final = 4  # words that were thrown away at a guess


def tell(client: Client, game: JSON, claim: Claim) -> JSON:
    """Print the story of a game that is over, the answer to the claim last; the confession."""
    confession, reviewed = client.confession(game), _review(client, game)
    print_ = console().print
    print_(Text(), _steps(confession, _advice(reviewed) if reviewed else ()), sep="\n")
    print_(client.doubt(confession) or "These are the answers that it gave you.", end="\n\n")
    if reviewed and reviewed["cost"] is not None:
        more = f"{reviewed['cost']:.1f} misses more than those of a strong player"
        print_(f"In an honest game your letters would have cost {more}.")
    print_(_luck(confession["odds"]), end="\n\n")
    print_(reveal(game, confession, claim))
    return confession


def share(game: JSON, confession: JSON, claim: Claim) -> str:
    """A text about a game of the day, for others who have not played it yet: no letter of it.

    It has a square for each guess, and nothing of the dealer but whether the person was right.
    """
    squares = "".join("■" if guess["hit"] else "□" for guess in confession["guesses"])
    end = "won" if game["status"] == "won" else "lost"
    misses = counted(game["misses"], "miss", "misses")
    called = "called it ✔" if is_right(claim, confession) else "called it ✗"
    return (
        f"Evil Hangman {game['daily']} · {end}, {game['length']} letters, {misses}"
        f"{'' if claim is None else f' · {called}'}\n{squares}"
    )


def _review(client: Client, game: JSON) -> JSON | None:
    """What each guess was worth; None if the service has no time for that now."""
    try:
        return client.review(game)
    except HangmanError:
        return None


def _luck(odds: JSON) -> str:
    share = max(1, odds["same_answers"]) / odds["word_count"]
    words = "words that an honest dealer could draw"
    same = (
        f"{share:.0%} of the {words} give"
        if share > 0.1
        else f"Of {1 / share:,.0f} {words}, one gives"
    )
    hangs = f"With your letters it hangs you {round(1000 * odds['hanged_share'])} times in 1,000."
    return f"{same} these answers. {hangs}"


def _steps(confession: JSON, advice: Iterable[str]) -> Table:
    """A row for each guess."""
    table = Table(*HEADS, box=None, pad_edge=False, header_style="")
    table.columns[2].justify = "right"
    for step, better in zip(confession["guesses"], chain(advice, repeat("")), strict=False):
        answer = f"yes{at_places(step)}" if step["hit"] else "no"
        table.add_row(guess_text(step), answer, f"{step['words_left']:,}", _dropped(step), better)
    return table


def _dropped(step: JSON) -> Text:
    """Some words that were thrown away, struck through, and how many more there were."""
    words = step["dropped"][:SHOWN]
    more = step["words_before"] - step["words_left"] - len(words)
    return struck(words).append(f" and {more:,} more" if more else "")


def _advice(reviewed: JSON) -> Iterator[str]:
    """What each guess was worth, in a few words."""
    for guess in reviewed["guesses"]:
        if guess["verdict"] == "costly" and guess["cost"] and guess["best_letters"]:
            yield f"{guess['best_letters'][0]['letter']} was better, by {guess['cost']:.1f}"
        else:
            yield "in no word that was left" if guess["verdict"] == "wasted" else ""
