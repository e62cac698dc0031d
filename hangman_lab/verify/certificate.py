"""A checker of certificates, which are JSON, on the words that they are about."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeAlias

from hangman_lab.verify.lottery import check_lottery
from hangman_lab.verify.mixture import check_mixture
from hangman_lab.verify.value import check_table, check_tree
from hangman_lab.verify.words import BadCertificate

JSON: TypeAlias = Any

CHECKS: Final[Mapping[str, Callable[[JSON, Collection[str]], str]]] = {
    "player": lambda proof, words: check_tree(proof["tree"], proof["misses"], words),
    "dealer": lambda proof, words: check_table(
        proof["refutations"], proof["groups"], proof["misses"], words
    ),
    "lottery": lambda proof, words: check_lottery(proof["lottery"], words, proof["misses"]),
    "mixture": lambda proof, words: check_mixture(
        {int(key): drawn for key, drawn in proof["drawn"].items()}, words, proof["misses"]
    ),
}


def check(certificate: JSON, words: Collection[str]) -> str:
    """What a certificate proves of all these words, in a sentence. Raises BadCertificate.

    A certificate that does not have the form of its kind raises one of Python's own errors.
    """
    if certificate["kind"] not in CHECKS:
        kinds = ", ".join(CHECKS)
        raise BadCertificate(f"kind: {certificate['kind']!r} is not one of {kinds}")
    return CHECKS[certificate["kind"]](certificate, words)
