"""`hangman analyze value`: how many misses can be forced, and the proof of it."""

import json
import resource
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click

from service.cli.finding import lexicons, named, settings
from service.cli.options import DICTIONARY, LENGTH, MAX_SECONDS
from service.cli.progress import progress
from service.cli.tables import print_table
from service.dictionaries.core_table_file import core_table_bytes, core_table_path
from service.dictionaries.exact_values import VALUES, put
from service.engine.lexicon import Lexicon
from service.exact.budget import Budget, Stopped
from service.exact.certificates import dealers_core, players_tree, smallest
from service.exact.search import Search, Value
from service.exact.search import value as values
from service.exact.thinning import few_enough

LOOKS = 256  # positions between looks at the clock


@dataclass(frozen=True)
class Measured:
    """What was found out about one length, and what it took."""

    length: int
    words: int
    lower: int
    upper: int
    exact: bool
    nodes: int
    seconds: float


@click.command("value")
@DICTIONARY
@LENGTH
@MAX_SECONDS
@click.option("--again", is_flag=True, help="Do not go on from what was found before.")
@click.option(
    "--prove", type=click.Path(file_okay=False, path_type=Path), help="Write certificates here."
)
@click.option(
    "--save",
    type=click.Path(file_okay=False, path_type=Path),
    help="Put bounds and cores beside the dictionaries in this folder.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def value(
    name: str,
    length: int | None,
    max_seconds: float,
    again: bool,
    prove: Path | None,
    save: Path | None,
    as_json: bool,
) -> None:
    """Say how many misses a perfect dealer forces from a perfect player.

    Where the time does not suffice, the best bounds are given, and kept: the next run goes on from
    them. A certificate has one side's proof; `hangman analyze check` verifies it. For making proofs
    small as much time is taken again.

    \b
    Examples:
      hangman analyze value --length 12
      hangman analyze value --dictionary en-large --max-seconds 600 --prove proofs
    """
    words = lexicons(named(name), length)
    proofs = prove is not None or save is not None  # which are only had from searching
    known = Known(_kept(name), again=again, search_anyway=proofs)
    measure = partial(_measured, max_seconds=max_seconds, prove=prove, save=save, name=name)
    found = []
    with progress(len(words), f"values of {name}") as bar:
        for lexicon in words:
            found.append(known.or_now(lexicon, measure))
            bar.update(1)
    if save:
        bounds = {one.length: [one.lower, one.upper] for one in found}
        put(save / VALUES, named(name).description.fingerprint, bounds)
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found]))
        return
    heads = ["length", "words", "misses forced", "positions", "seconds"]
    print_table(heads, [_row(one) for one in found])
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    click.echo(f"\n{megabytes:,.0f} MB at most")


class Known:
    """What earlier runs have found out about a dictionary, in a file."""

    def __init__(self, path: Path, *, again: bool, search_anyway: bool) -> None:
        self._path = path
        self._again = again
        self._search_anyway = search_anyway
        self._found: dict[str, dict[str, Any]] = {}
        if path.exists():
            self._found = json.loads(path.read_bytes())

    def or_now(self, lexicon: Lexicon, measure: Callable[[Lexicon], Measured]) -> Measured:
        """What is known of a length, if that is exact; else what is found out now, and kept."""
        before = None if self._again else self._found.get(str(lexicon.length))
        if before and before["exact"] and not self._search_anyway:
            return Measured(**before)
        now = measure(lexicon)
        if before:
            lower, upper = max(before["lower"], now.lower), min(before["upper"], now.upper)
            now = Measured(**{
                **asdict(now), "lower": lower, "upper": upper, "exact": lower == upper,
                "nodes": before["nodes"] + now.nodes, "seconds": before["seconds"] + now.seconds,
            })  # fmt: skip
        self._found[str(lexicon.length)] = asdict(now)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps(self._found))
        return now


def _kept(name: str) -> Path:
    return settings().state_folder / "values" / f"{named(name).description.fingerprint}.json"


def _measured(
    lexicon: Lexicon, max_seconds: float, prove: Path | None, save: Path | None, name: str
) -> Measured:
    began = time.monotonic()
    nodes = Budget(lambda seen: seen % LOOKS != 1 or time.monotonic() < began + max_seconds)
    search = Search(lexicon, range(len(lexicon)), nodes)
    bounds = Value(0, len(lexicon) - 1)
    try:
        for found in values(search):
            bounds = found
    except Stopped:
        pass
    seconds = round(time.monotonic() - began, 3)
    if prove or save:
        _keep_proofs(search, bounds, max_seconds, prove, save, name)
    return Measured(
        length=lexicon.length,
        words=len(lexicon),
        lower=bounds.lower,
        upper=bounds.upper,
        exact=bounds.exact,
        nodes=nodes.seen,
        seconds=seconds,
    )


def _keep_proofs(
    search: Search,
    bounds: Value,
    max_seconds: float,
    prove: Path | None,
    save: Path | None,
    name: str,
) -> None:
    """Certificates for people, and the table that a dealer keeps to."""
    lexicon = search.all.frame.lexicon
    fingerprint = named(name).description.fingerprint
    about = {"dictionary": name, "fingerprint": fingerprint, "length": lexicon.length}
    if prove:
        search.budget.go_on = lambda _: True
        tree = players_tree(search, search.all, bounds.upper)
        _write(prove, {**about, "misses": bounds.upper, "kind": "player", "tree": tree})
    if bounds.core is None:
        return
    until = time.monotonic() + max_seconds
    core = smallest(lexicon, bounds.core, lambda: time.monotonic() < until)
    if prove:
        cores = dealers_core(search.all.frame, core)
        _write(prove, {**about, "misses": bounds.lower, "kind": "dealer", "cores": cores})
    if save:
        path = core_table_path(save, fingerprint, lexicon.length)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(core_table_bytes(few_enough(lexicon, core)))


def _write(folder: Path, certificate: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    name = "{dictionary}-{length}-{kind}.json".format(**certificate)
    (folder / name).write_text(json.dumps(certificate, ensure_ascii=False) + "\n")


def _row(one: Measured) -> list[str]:
    bounds = str(one.lower) if one.exact else f"{one.lower} to {one.upper}"
    return [str(one.length), f"{one.words:,}", bounds, f"{one.nodes:,}", f"{one.seconds:,.1f}"]
