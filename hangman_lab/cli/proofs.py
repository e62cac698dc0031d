"""Proofs of values as files: certificates for people, and the tables that a dealer keeps to."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hangman_lab.cli.lengths import Stopwatch
from hangman_lab.exact.certificates import dealers_table, players_tree, smallest
from hangman_lab.exact.minimization import within_size
from service.dictionaries.dictionary import Dictionary
from service.dictionaries.exact_tables import REFUTATIONS
from service.engine.lexicon import Lexicon
from service.search.refutations import Refutation
from service.search.values import Search, Value


@dataclass(frozen=True)
class Proofs:
    """The folders for certificates and for tables of refutations of a dictionary, if any is wanted.

    A refutation may be made smaller for `max_seconds`.
    """

    dictionary: Dictionary
    max_seconds: float
    certificates: Path | None
    tables: Path | None

    @property
    def wanted(self) -> bool:
        """Whether there is anything to write: a search must then run, even if all is known."""
        return bool(self.certificates or self.tables)

    def write(self, search: Search, bounds: Value) -> None:
        """Write what a search has found out."""
        if self.certificates:
            self._write_players(self.certificates, search, bounds.upper)
        if self.wanted and bounds.refutation is not None:
            watch = Stopwatch(self.max_seconds)
            refutation = smallest(search.lexicon, bounds.refutation, watch.goes_on)
            self._write_dealers(search, refutation, bounds.lower)

    def _write_players(self, folder: Path, search: Search, misses: int) -> None:
        search.budget.go_on = lambda _: True
        tree = players_tree(search, search.root, misses)
        certificate = {"misses": misses, "kind": "player", "tree": tree}
        write_certificate(folder, self.dictionary, search.lexicon.length, certificate)

    def _write_dealers(self, search: Search, refutation: Refutation, misses: int) -> None:
        lexicon = search.lexicon
        if self.certificates:
            table = dealers_table(lexicon, refutation)
            certificate = {"misses": misses, "kind": "dealer", **table}
            write_certificate(self.certificates, self.dictionary, lexicon.length, certificate)
        if self.tables:
            self._write_table(self.tables, lexicon, refutation)

    def _write_table(self, folder: Path, lexicon: Lexicon, refutation: Refutation) -> None:
        fingerprint = self.dictionary.description.fingerprint
        REFUTATIONS.write(
            REFUTATIONS.path(folder, fingerprint, lexicon.length), within_size(lexicon, refutation)
        )


def write_certificate(
    folder: Path, dictionary: Dictionary, length: int, certificate: dict[str, Any]
) -> None:
    """Write a certificate into a folder, with the dictionary and length that it is about."""
    name = dictionary.folder.name
    about = {
        "dictionary": name,
        "fingerprint": dictionary.description.fingerprint,
        "length": length,
    }
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{length}-{certificate['kind']}.json"
    path.write_text(json.dumps({**about, **certificate}, ensure_ascii=False) + "\n")
