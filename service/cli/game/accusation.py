"""Was it cheating? The question at the end of a game, and the reveal that answers it."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from rich.text import Text

from service.cli.console import JSON, counted
from service.cli.game.frame import BOLD, STRUCK

Claim: TypeAlias = bool | None  # whether the dealer cheated; None: the person did not say

QUESTION: Final = "Was it cheating? (Enter: just show me)\n1 it cheated, 2 it was fair:"
CLAIMS: Final[Mapping[str, Claim]] = {"1": True, "2": False, "": None}
RIGHT: Final = "You were right."
TO_CHEAT: Final[Mapping[Claim, str]] = {True: RIGHT, False: "It fooled you.", None: "It cheated."}
TO_FAIR: Final[Mapping[Claim, str]] = {True: "It was fair.", False: RIGHT, None: "It was fair."}


def is_right(claim: Claim, confession: JSON) -> bool:
    """Whether the person said what the dealer did."""
    return claim is (not confession["honest"])


def reveal(game: JSON, confession: JSON, claim: Claim) -> Text:
    """What the dealer did, as the answer to the claim; and what shows it."""
    answer = (TO_FAIR if confession["honest"] else TO_CHEAT)[claim]
    if confession["honest"] and game["status"] == "won":
        answer = f"Well played, {answer[0].lower()}{answer[1:]}"
    headline, evidence = _deed(confession, game["status"] == "won")
    text = Text(f"{answer} {headline}", BOLD)
    text.highlight_words(["a word."], STRUCK)  # which it never had, not even at the end
    return text.append(f"\n{evidence}" if evidence else "", "not bold")


def _cornered_at(confession: JSON) -> int | None:
    """At which guess one word was left: 1 is the first; 0 if there was only one, None if never."""
    first, *_ = guesses = confession["guesses"]
    words = [first["words_before"], *[guess["words_left"] for guess in guesses]]
    return words.index(1) if 1 in words else None


def _deed(confession: JSON, is_won: bool) -> tuple[str, str]:
    """What the dealer did, and what shows it."""
    word, nth = confession["word"].upper(), _cornered_at(confession)
    first, last = confession["guesses"][0], confession["guesses"][-1]
    if confession["honest"]:
        among = f"You found {word} among {first['words_before']:,} words."
        return (among if is_won else f"It had {word} from the start."), ""
    if nth is None:
        fitted = f"{counted(last['words_left'], 'word')} still fitted: {', '.join(last['kept'])}"
        more = last["words_left"] > len(last["kept"])
        return "It never had a word.", f"It said {word}. {fitted}{', …' if more else '.'}"
    if nth == 0:
        return f"It had only {word} to begin with.", ""
    if is_won:
        return f"It never had a word until you cornered it at your {_ordinal(nth)} guess.", ""
    only = f"From your {_ordinal(nth)} guess on it had only {word}."
    return f"It never had a word until your {_ordinal(nth)} guess.", only


def _ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    teens = number // 10 % 10 == 1
    return f"{number}{'th' if teens else endings.get(number % 10, 'th')}"
