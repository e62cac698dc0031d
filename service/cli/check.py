"""`hangman check`: did the dealer keep to its commitment?"""

import re
import sys
from typing import TYPE_CHECKING, Final

import click

from service.cli.failures import Failure
from service.cli.json_text import print_json
from service.cli.lookup import named
from service.cli.options import JSON

if TYPE_CHECKING:
    from service.engine.transcript import Answer
    from service.play.check import CheckView, Claims

VERDICTS: Final = {
    "kept": "the dealer kept to its commitment",
    "broken": "the dealer did not keep to its commitment",
    "unclear": "the words or the answers are not all here, so this cannot be settled",
}
DIGEST: Final = re.compile("[0-9a-f]{64}")


@click.command()
@click.argument("source", metavar="FILE|URL")
@click.option("--commitment", help="The commitment that the game showed when it began.")
@click.option(
    "--transcript",
    metavar="FILE",
    help="The answers that you got, as GET /games/ID/guesses has them.",
)
@JSON
def check(source: str, commitment: str | None, transcript: str | None, as_json: bool) -> None:
    """Check that a dealer kept to its commitment.

    The game is over. FILE has the game's confession, URL is the game's address; “-” reads the
    confession from standard input. The dealer's answers are worked out again with the dictionary of
    the same name here. It ends with code 0 if all is as it had to be, 1 if something is not or
    cannot be settled, 2 if there is nothing to check.

    The game may lie about what its commitment was. Give the one that you were shown at the start.
    It may also confess other answers than it gave you: compare those that are printed, or give a
    transcript that you kept.

    \b
    Examples:
      hangman check http://localhost:8000/games/2x7rq3m9k4c8w5t1n6h0vbzyfd
      curl -s localhost:8000/games/2x7rq3m9k4c8w5t1n6h0vbzyfd/confession | hangman check -
    """
    from service.cli.transcripts import object_in, read_answers, read_confession

    if commitment is not None and not DIGEST.fullmatch(commitment):
        raise Failure("--commitment: not 64 hexadecimal digits")
    if "://" in source:
        from service.cli.remote import game_at

        client, game = game_at(source)
        confession = client.confession(game)
    else:
        confession = object_in(source)
    shown = {} if commitment is None else {"commitment": commitment}
    claims = read_confession({**confession, **shown}, source)
    heard = read_answers(object_in(transcript), transcript) if transcript else None
    view = _verified(claims, heard)
    if as_json:
        print_json(view)
    else:
        click.echo("\n".join(_lines(view, claims)))
    sys.exit(view.verdict != "kept")


def _verified(claims: "Claims", heard: "list[Answer] | None") -> "CheckView":
    from service.play.check import verify
    from service.play.refusals import DealerGone
    from service.registry import dealers

    opening, dictionary = claims.opening, named(claims.opening.dictionary)
    bound = dealers(dictionaries=[dictionary], budget=opening.budget)
    if opening.dealer not in bound:
        raise DealerGone(opening.dealer)
    return verify(claims, dictionary, bound[opening.dealer], heard)


def _lines(view: "CheckView", claims: "Claims") -> list[str]:
    from service.play.check import in_words

    origin = {None: "", True: ", word drawn by the seed", False: ", word set by somebody"}
    return [
        f"commitment {view.commitment}",
        f"dealer {view.dealer}{origin[view.drawn]}",
        f"answers {view.as_committed} of {view.answers} as they had to be",
        *(f"{n:3} {in_words(each, len(claims.word))}" for n, each in enumerate(claims.answers, 1)),
        *view.reasons,
        f"{view.verdict}: {VERDICTS[view.verdict]}",
    ]
