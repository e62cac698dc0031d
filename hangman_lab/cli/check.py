"""`hangman-lab check`: verify proofs of exact play."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from hangman_lab.verify.certificate import check as proved_by
from hangman_lab.verify.words import BadCertificate
from service.cli.console import print_json
from service.cli.environment import dictionaries, named
from service.cli.failures import Failure
from service.cli.options import JSON

if TYPE_CHECKING:
    from service.engine.lexicon import Lexicon


@click.command()
@click.argument("certificate", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@JSON
def check(certificate: Path, as_json: bool) -> None:
    """Verify a proof of exact play.

    The file is a certificate, a table of refutations or a mixture of trees. The checker shares no
    code with the search that made it.

    \b
    Examples:
      hangman-lab check proofs/en-12-dealer.json
      hangman-lab check proofs/en-14-lottery.json
      hangman-lab check data/refutations/07128b07f9882471/09.refutations
      hangman-lab check hangman_lab/data/mixtures/07128b07f9882471/14.mixture
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
        raise Failure(f"{path}: made for other words than those of {content['dictionary']}")
    return proved_by(content, lexicon.words(lexicon.everything))


def _proved_by_table(path: Path) -> str:
    from hangman_lab.exact.tables import promise, spelled_table
    from service.dictionaries.exact_tables import REFUTATIONS

    lexicon, table = _lexicon_of(path), REFUTATIONS.read(path)
    refutations = spelled_table(table, lexicon.words(table.words))
    content = {"kind": "dealer", "misses": promise(table), **refutations}
    return proved_by(content, lexicon.words(lexicon.everything))


def _proved_by_mixture(path: Path) -> str:
    from hangman_lab.exact.tables import drawn_letters
    from hangman_lab.tables import MIXTURES

    lexicon, mixture = _lexicon_of(path), MIXTURES.read(path)
    drawn = drawn_letters(mixture, lexicon.alphabet)
    content = {"kind": "mixture", "misses": mixture.misses, "drawn": drawn}
    return proved_by(content, lexicon.words(lexicon.everything))


def _lexicon_of(path: Path) -> "Lexicon":
    """The words of a table: its folder is named by the fingerprint, its file by the length."""
    for dictionary in dictionaries().values():
        if dictionary.description.fingerprint == path.parent.name:
            return dictionary.lexicons[int(path.stem)]
    raise Failure(f"{path}: no dictionary has the fingerprint {path.parent.name}")


PROVED_BY: Final = {".refutations": _proved_by_table, ".mixture": _proved_by_mixture}
