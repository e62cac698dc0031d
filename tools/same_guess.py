"""The same guess with four dealers, as a table for docs/dealers-and-guessers.md."""

import json
from typing import Any, Final

from tests.support.programs import printed

PATTERN: Final = "_____e_"
WRONG: Final = "ilt"
LETTER: Final = "d"
CHEATS: Final = {"Cheat": "largest-family", "Schemer": "cheat-score", "Nemesis": "minimax"}
WORD: Final = "hundred"  # of the honest dealer
SHOWN: Final = 4  # words


def asked() -> dict[str, Any]:
    """What `hangman families` says of the guess."""
    dealers = [part for name in CHEATS.values() for part in ("--dealer", name)]
    options = ("--wrong", WRONG, *dealers, "--limit", "50", "--json")
    found: dict[str, Any] = json.loads(printed("hangman", "families", PATTERN, LETTER, *options))
    return found


def row(name: str, family: dict[str, Any]) -> str:
    """A line of the table."""
    answer = f"`{family['pattern']}`"
    return f"| {name} | {answer} | {family['word_count']} | {', '.join(family['words'][:SHOWN])} |"


def main() -> None:
    """Print the table."""
    view = asked()
    families = {tuple(each["positions"]): each for each in view["families"]}
    print("| dealer | shows | words left | such as |\n|---|---|--:|---|")
    for (name, _), choice in zip(CHEATS.items(), view["choices"], strict=True):
        [kept] = choice["families"]
        print(row(name, families[tuple(kept["positions"])]))
    [honest] = [each for each in view["families"] if WORD in each["words"]]
    print(row(f"Fair, if its word is *{WORD}*", honest))


if __name__ == "__main__":
    main()
