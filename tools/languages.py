"""Print the tables of docs/lab/languages.md.

    python -m tools.languages build de fr
    python -m tools.languages value en-large de fr
    python -m tools.languages optimum --shortest 9 --max-seconds 20 en-1000 de-1000 fr-1000

`build` runs the recipes of docs/dictionaries.md. The others run `hangman-lab` for each length.
The dictionary `de-1000` has a thousand words of each length, drawn from `de`.
"""

import json
import os
import re
import sys
from argparse import ArgumentParser
from collections import Counter
from random import Random
from typing import Any, Final

from tests.support.programs import ROOT, printed

HOURS: Final = 6 * 3600.0  # seconds: one search of all lengths of a dictionary
PAGE: Final = ROOT / "docs" / "dictionaries.md"
RECIPE: Final = re.compile(r"^(?:.* \| )?hangman dictionary build (?P<name>\S+) .*$", re.MULTILINE)
SAMPLE: Final = re.compile(r"(?P<source>.+)-(?P<size>\d+)")


def recipes() -> dict[str, str]:
    """The commands of docs/dictionaries.md that build dictionaries, by the dictionary's name."""
    return {recipe["name"]: recipe[0] for recipe in RECIPE.finditer(PAGE.read_text())}


def answer(command: str, *arguments: str) -> Any:
    """The JSON that a command prints."""
    return json.loads(run(command, *arguments, "--json"))


def run(*command: str, words: str = "") -> str:
    """The output of a command in the caller's environment, which has the dictionaries."""
    return printed(*command, given=words, environ=dict(os.environ), seconds=HOURS)


def build_sample(name: str, source: str, size: int) -> None:
    """Build a dictionary of `size` words of each length, drawn from another dictionary.

    Lengths of which the other one has fewer words are left out.
    """
    about = answer("hangman", "dictionary", "show", source)
    chosen: list[str] = []
    for each in about["lengths"]:
        if each["word_count"] >= size:
            length = str(each["length"])
            every_word = answer("hangman", "dictionary", "words", source, "--length", length)
            chosen += Random(each["length"]).sample(every_word, size)
    options = ("--alphabet", about["alphabet"], "--language", about["language"])
    build = ("hangman", "dictionary", "build", name, "/dev/stdin", *options)
    run(*build, words="\n".join(chosen))


def commonest_letter(name: str) -> str:
    """The letter that most words of ten letters have, and how many of them have it."""
    words = answer("hangman", "dictionary", "words", name, "--length", "10")
    [(letter, count)] = Counter(each for word in words for each in set(word)).most_common(1)
    return f"{letter}: {count / len(words):.0%}"


def row(name: str) -> list[str]:
    """The row of a dictionary in their table."""
    about = answer("hangman", "dictionary", "show", name)
    letters, words = len(about["alphabet"]), about["word_count"]
    return [name, about["title"], str(letters), f"{words:,}", commonest_letter(name)]


def cell(result: Any) -> str:
    """The misses in a result of `hangman-lab`: a number, or a range if they are not known."""
    if "mean_misses" in result:
        return "" if result["mean_misses"] is None else f"{result['mean_misses']:.2f}"
    lower, upper = result["lower"], result["upper"]
    return f"{lower}" if lower == upper else f"{lower}–{upper}"


def column(measure: str, name: str, lengths: range, max_seconds: str) -> dict[int, str]:
    """The cells of a dictionary, by length."""
    cells = {}
    there = {each["length"] for each in answer("hangman", "dictionary", "show", name)["lengths"]}
    for length in sorted(there & set(lengths)):
        about = ("--dictionary", name, "--length", str(length), "--max-seconds", max_seconds)
        [result] = answer("hangman-lab", measure, *about)
        cells[length] = cell(result)
        print(name, length, cells[length], file=sys.stderr, flush=True)
    return cells


def show(heads: list[str], rows: list[list[str]]) -> None:
    """Print a table in Markdown."""
    for cells in [heads, ["--:" for _ in heads], *rows]:
        print(f"| {' | '.join(cells)} |")


def show_dictionaries(names: list[str]) -> None:
    """Build those dictionaries that have a recipe, and print the table of all of them."""
    for name in recipes().keys() & set(names):
        run("bash", "-o", "pipefail", "-c", recipes()[name])
    heads = ["dictionary", "title", "letters", "words", "commonest letter"]
    show(heads, [row(name) for name in names])


def show_measure(measure: str, names: list[str], lengths: range, max_seconds: str) -> None:
    """Print the misses by length and dictionary; build those samples that are not there yet."""
    there = {each["name"] for each in answer("hangman", "dictionary", "list")}
    for name in names:
        sample = SAMPLE.fullmatch(name)
        if sample and name not in there:
            build_sample(name, sample["source"], int(sample["size"]))
    columns = [column(measure, name, lengths, max_seconds) for name in names]
    rows = [[str(n), *[cells.get(n, "") for cells in columns]] for n in lengths]
    show(["length", *names], rows)


def main() -> None:
    """Print the table that the command line asks for."""
    parser = ArgumentParser(prog="python -m tools.languages")
    parser.add_argument("table", choices=["build", "value", "optimum"])
    parser.add_argument("names", nargs="+")
    parser.add_argument("--shortest", type=int, default=2)
    parser.add_argument("--longest", type=int, default=20)
    parser.add_argument("--max-seconds", default="60", help="Per length.")
    arguments = parser.parse_args()
    if arguments.table == "build":
        show_dictionaries(arguments.names)
    else:
        lengths = range(arguments.shortest, arguments.longest + 1)
        show_measure(arguments.table, arguments.names, lengths, arguments.max_seconds)


if __name__ == "__main__":
    main()
