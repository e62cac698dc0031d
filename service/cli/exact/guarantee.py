"""`hangman analyze guarantee`: what a player who knows the dealer cannot be kept from."""

import json
import time
from dataclasses import asdict, dataclass

import click

from service.cli.finding import lexicons, named
from service.cli.options import DICTIONARY, LENGTH, MAX_SECONDS
from service.cli.progress import progress
from service.cli.tables import print_table
from service.engine.game import Dealer
from service.engine.lexicon import Lexicon
from service.exact.guarantees import Guarantee, guarantees
from service.rosters import dealers

KNOWABLE = ("largest-family", "minimax")  # they leave nothing to chance


@dataclass(frozen=True)
class Measured:
    """What was found out about one length, and what it took."""

    dealer: str
    length: int
    words: int
    lower: int
    upper: int
    exact: bool
    line: str
    nodes: int
    seconds: float


@click.command()
@click.option("--dealer", type=click.Choice(KNOWABLE), default="largest-family", show_default=True)
@DICTIONARY
@LENGTH
@MAX_SECONDS
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def guarantee(
    dealer: str, name: str, length: int | None, max_seconds: float, as_json: bool
) -> None:
    """Say with how few misses a player wins who knows the dealer's program, ties and all.

    Where the time does not suffice, the best bounds are given; the line of play does it with the
    upper one.

    \b
    Example:
      hangman analyze guarantee --dealer largest-family --length 12
    """
    dictionary = named(name)
    words = lexicons(dictionary, length)
    values, tables = dictionary.misses_forced, dictionary.core_tables
    player = dealers(dictionaries=[dictionary])[dealer]
    found = []
    with progress(len(words), f"{dealer} on {name}") as bar:
        for lexicon in words:
            most = values[lexicon.length].upper if lexicon.length in values else None
            table = tables.get(lexicon.length) if dealer == "minimax" else None
            promised = table.promise if table else 0
            found.append(_measured(lexicon, (dealer, player), max_seconds, promised, most))
            bar.update(1)
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found]))
        return
    print_table(
        ["length", "words", "misses guaranteed", "line of play", "seconds"],
        [
            [str(one.length), f"{one.words:,}", _bounds(one), one.line, f"{one.seconds:,.1f}"]
            for one in found
        ],
    )


def _measured(
    lexicon: Lexicon,
    named_dealer: tuple[str, Dealer],
    max_seconds: float,
    promised: int,
    most: int | None,
) -> Measured:
    dealer_name, dealer = named_dealer
    began = time.monotonic()
    last = Guarantee(0, len(lexicon), "")

    def in_time() -> bool:
        return time.monotonic() < began + max_seconds

    for found in guarantees(lexicon, dealer, in_time, promised=promised, most=most):
        last = found
    return Measured(
        dealer=dealer_name,
        length=lexicon.length,
        words=len(lexicon),
        lower=last.lower,
        upper=last.upper,
        exact=last.exact,
        line=last.line,
        nodes=last.positions,
        seconds=round(time.monotonic() - began, 3),
    )


def _bounds(one: Measured) -> str:
    return str(one.lower) if one.exact else f"{one.lower} to {one.upper}"
