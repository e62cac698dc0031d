"""`hangman analyze check`: is it a proof?"""

import json
from pathlib import Path

import click

from service.cli.failing import Failure
from service.cli.finding import dictionaries, named
from service.dictionaries.core_table_file import core_table_in
from service.dictionaries.errors import DictionaryError
from service.exact.certificate_check import BadCertificate
from service.exact.certificate_check import check as checked
from service.exact.core_table_check import check_table


@click.command()
@click.argument("certificate", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check(certificate: Path) -> None:
    """Verify a certificate, or a table of cores, without the search that made it.

    \b
    Examples:
      hangman analyze check proofs/en-12-dealer.json
      hangman analyze check data/cores/1011e135ee5ef33d/09.cores
    """
    try:
        kind = _table if certificate.suffix == ".cores" else _certificate
        click.echo(kind(certificate))
    except BadCertificate as error:
        raise Failure(f"{certificate}: {error}") from error
    except DictionaryError as error:
        raise Failure(str(error)) from error
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise Failure(f"{certificate}: not a certificate") from error


def _certificate(path: Path) -> str:
    content = json.loads(path.read_bytes())
    dictionary = named(content["dictionary"])
    lexicon = dictionary.lexicons[content["length"]]
    if content["fingerprint"] != dictionary.description.fingerprint:
        raise Failure(f"{path}: made for other words than {content['dictionary']} has")
    return checked(content, lexicon.words(lexicon.everything))


def _table(path: Path) -> str:
    """The folder of a table tells the dictionary, by its fingerprint, its name the length."""
    found = [
        one for one in dictionaries().values() if one.description.fingerprint == path.parent.name
    ]
    if not found:
        raise Failure(f"{path}: no dictionary has the fingerprint {path.parent.name}")
    table = core_table_in(path)
    words = found[0].lexicons[int(path.stem)].words(table.words)
    return check_table(
        words,
        [
            ([words[place] for place in places], forced)
            for places, forced in zip(table.places(table.cores), table.forced.tolist(), strict=True)
        ],
        [[words[place] for place in places] for places in table.places(table.stars)],
    )
