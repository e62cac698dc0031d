"""A checker of certificates, which are JSON: what one proves of the words that it is about."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeAlias

from hangman_lab.verify.lottery import check_lottery
from hangman_lab.verify.mixture import check_mixture
from hangman_lab.verify.value import check_table, check_tree
from hangman_lab.verify.words import BadCertificate

JSON: TypeAlias = Any

CHECKS: Final[Mapping[str, Callable[[JSON, Collection[str]], str]]] = {
    "player": lambda made, words: check_tree(made["tree"], made["misses"], words),
    "dealer": lambda made, words: check_table(
        made["refutations"], made["groups"], made["misses"], words
    ),
    "lottery": lambda made, words: check_lottery(made["lottery"], words, made["misses"]),
    "mixture": lambda made, words: check_mixture(
        {int(key): drawn for key, drawn in made["drawn"].items()}, words, made["misses"]
    ),
}


def check(certificate: JSON, words: Collection[str]) -> str:
    """What a certificate proves of all these words, in a sentence. Raises BadCertificate.

    One that is not even of the form of its kind raises what Python raises.
    """
    if certificate["kind"] not in CHECKS:
        kinds = ", ".join(CHECKS)
        raise BadCertificate(f"kind: {certificate['kind']!r} is none of {kinds}")
    return CHECKS[certificate["kind"]](certificate, words)
