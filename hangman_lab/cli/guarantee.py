"""`hangman-lab guarantee`: the misses that suffice for a player who knows the dealer."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from hangman_lab.cli.lengths import BoundsFound, Measurement, Stopwatch, for_each, show
from hangman_lab.cli.options import MAX_SECONDS
from service.cli.environment import lexicons, named
from service.cli.failures import Failure
from service.cli.options import DEALER_NAME, DICTIONARY, JSON, LENGTH
from service.registry import DEALERS, DEFAULT_DEALER

if TYPE_CHECKING:
    from service.dictionaries.dictionary import Dictionary
    from service.engine.lexicon import Lexicon


@dataclass(frozen=True)
class GuaranteeFound(BoundsFound):
    """Bounds on the misses that suffice, and the letters that win within the upper one."""

    line: str


@click.command()
@click.option("--dealer", type=DEALER_NAME, default=DEFAULT_DEALER, show_default=True)
@DICTIONARY
@LENGTH
@MAX_SECONDS
@JSON
def guarantee(
    dealer: str, name: str, length: int | None, max_seconds: float, as_json: bool
) -> None:
    """Find the fewest misses that beat a dealer.

    The player knows the dealer's program, including how it breaks ties, so the dealer must leave
    nothing to chance. If the time does not suffice, the command prints the best bounds; the line
    of play wins within the upper one.

    \b
    Example:
      hangman-lab guarantee --dealer largest-family --length 12
    """
    if not DEALERS[dealer].is_deterministic:
        raise Failure(
            f"{dealer} may draw words or families: if it leaves nothing to chance, set"
            " `is_deterministic = True` in its class"
        )
    dictionary = named(name)
    measurements = for_each(
        lexicons(dictionary, length),
        f"{dealer} on {name}",
        lambda lexicon: _measure(dictionary, dealer, lexicon, Stopwatch(max_seconds)),
    )
    heads = ["misses guaranteed", "line of play"]
    show(measurements, heads, _cells, as_json=as_json, dealer=dealer)


def _cells(measurement: Measurement[GuaranteeFound]) -> list[str]:
    return [str(measurement.result), measurement.result.line]


def _measure(
    dictionary: "Dictionary", dealer: str, lexicon: "Lexicon", watch: Stopwatch
) -> Measurement[GuaranteeFound]:
    """The closest bounds that the time allows."""
    from hangman_lab.exact.guarantees import guarantees
    from hangman_lab.exact.tables import promise
    from service.registry import dealers

    value = dictionary.misses_forced.get(lexicon.length)
    table = dictionary.refutation_tables.get(lexicon.length) if dealer == "minimax" else None
    *_, best = guarantees(
        lexicon,
        dealers([dictionary])[dealer],
        watch.goes_on,
        promised=promise(table) if table else 0,
        most=value.upper if value else None,
    )
    result = GuaranteeFound(best.lower, best.upper, best.exact, best.line)
    return Measurement(lexicon.length, len(lexicon), result, best.nodes, watch.seconds)
