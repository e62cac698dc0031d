"""`hangman-lab check`: is it a proof?"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from hangman_lab.exact.certificate_check import BadCertificate
from hangman_lab.exact.certificate_check import check as proved_by_certificate
from hangman_lab.exact.lottery_check import KINDS as LOTTERIES
from hangman_lab.exact.lottery_check import check as proved_by_lottery
from hangman_lab.exact.mixture_check import check as proved_by_mixture
from hangman_lab.exact.refutation_table_check import check_table as proved_by_table
from service.cli.failures import Failure
from service.cli.json_text import print_json
from service.cli.lookup import dictionaries, named
from service.cli.options import JSON

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.engine.lexicon import Lexicon


@click.command()
@click.argument("certificate", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@JSON
def check(certificate: Path, as_json: bool) -> None:
    """Verify what exact play has saved.

    That is a certificate, a table of refutations or a mixture of trees. The program that verifies
    it is none of those that made it.

    \b
    Examples:
      hangman-lab check proofs/en-12-dealer.json
      hangman-lab check proofs/en-14-lottery.json
      hangman-lab check data/refutations/8b0086fc5550c3f8/09.refutations
      hangman-lab check data/mixtures/8b0086fc5550c3f8/14.mixture
    """
    proved = PROVED_BY.get(certificate.suffix, _proved_by_certificate)
    with _one_line_if_it_proves_nothing(certificate):
        proved_by_it = proved(certificate)
    if as_json:
        print_json({"certificate": str(certificate), "proves": proved_by_it})
    else:
        click.echo(proved_by_it)


@contextmanager
def _one_line_if_it_proves_nothing(certificate: Path) -> Iterator[None]:
    try:
        yield
    except BadCertificate as error:
        raise Failure(f"{certificate}: {error}") from error
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise Failure(f"{certificate}: not a certificate") from error


def _proved_by_certificate(path: Path) -> str:
    content = json.loads(path.read_bytes())
    dictionary = named(content["dictionary"])
    lexicon = dictionary.lexicons[content["length"]]
    if content["fingerprint"] != dictionary.description.fingerprint:
        raise Failure(f"{path}: made for other words than {content['dictionary']} has")
    proved = proved_by_lottery if content["kind"] in LOTTERIES else proved_by_certificate
    return proved(content, lexicon.words(lexicon.everything))


def _proved_by_table(path: Path) -> str:
    from hangman_lab.exact.tables import spelled
    from service.dictionaries.exact_tables import REFUTATIONS

    lexicons = _lexicons_with(path.parent.name, path)
    table = REFUTATIONS.read(path)
    words = lexicons[int(path.stem)].words(table.words)
    refutations = zip(spelled(table.refutations, words), table.forced.tolist(), strict=True)
    return proved_by_table(words, list(refutations), spelled(table.groups, words))


def _proved_by_mixture(path: Path) -> str:
    from hangman_lab.exact.tables import drawn_letters
    from service.dictionaries.exact_tables import MIXTURES

    lexicon = _lexicons_with(path.parent.name, path)[int(path.stem)]
    mixture = MIXTURES.read(path)
    words = lexicon.words(lexicon.everything)
    return proved_by_mixture(words, drawn_letters(mixture, lexicon.alphabet), mixture.misses)


def _lexicons_with(fingerprint: str, path: Path) -> "Mapping[int, Lexicon]":
    """The words of the dictionary that a table is about: its folder has their fingerprint."""
    for dictionary in dictionaries().values():
        if dictionary.description.fingerprint == fingerprint:
            return dictionary.lexicons
    raise Failure(f"{path}: no dictionary has the fingerprint {fingerprint}")


PROVED_BY: Final = {".refutations": _proved_by_table, ".mixture": _proved_by_mixture}
