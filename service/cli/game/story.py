"""The story of a game that is over: what the dealer did, and whether the claim was right."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, repeat
from typing import Final, TypeAlias

from rich.table import Table
from rich.text import Text

from service.cli.console import console
from service.cli.game.frame import BOLD, STRUCK, at_places, guess_text, struck
from service.cli.player import Player
from service.engine.errors import HangmanError
from service.engine.writing import Writing
from service.play.confession import ConfessedView, ConfessionView, OddsView
from service.play.review import ReviewView
from service.play.views import GameView, ordinal
from service.wording import counted

HEADS: Final = ("guess", "answer", "words left", "thrown away", "review")
NO_DOUBT: Final = "These are the answers that it gave you, and it kept to its commitment."
SHOWN: Final = 4  # words that were thrown away at a guess

Claim: TypeAlias = bool | None  # whether the dealer cheated; None: the person did not say

QUESTION: Final = "Was it cheating? (Enter: just show me)\n1 it cheated, 2 it was fair:"
CLAIMS: Final[Mapping[str, Claim]] = {"1": True, "2": False, "": None}
RIGHT: Final = "You were right."
TO_CHEAT: Final[Mapping[Claim, str]] = {True: RIGHT, False: "It fooled you.", None: "It cheated."}
TO_FAIR: Final[Mapping[Claim, str]] = {True: "It was fair.", False: RIGHT, None: "It was fair."}


def tell(player: Player, game: GameView, claim: Claim, writing: Writing) -> ConfessionView:
    """Print the story of a game, with the answer to the claim last; return the confession."""
    confession, reviewed = player.confession(game), None
    with suppress(HangmanError):  # the service has no time for that now
        reviewed = player.review(game)
    print_ = console().print
    print_(Text(), _steps(confession, _advice(reviewed) if reviewed else ()), sep="\n")
    print_(player.doubt(confession) or NO_DOUBT, end="\n\n")
    if reviewed and reviewed.cost is not None:
        more = f"{reviewed.cost:.1f} misses more than those of a strong player"
        print_(f"In an honest game your letters would have cost {more}.")
    print_(_luck(confession.odds), end="\n\n")
    print_(reveal(game, confession, claim, writing))
    return confession


def share(game: GameView, confession: ConfessionView, claim: Claim) -> str:
    """A text about today's game, for others who have not played it yet: without letters.

    It has a square for each guess, and of the dealer only whether the person's claim was right.
    """
    squares = "".join("■" if guess.hit else "□" for guess in confession.guesses)
    end = "won" if game.status == "won" else "lost"
    misses = counted(game.misses, "miss", "misses")
    is_right = claim is (not confession.honest)
    called = "" if claim is None else f" · called it {'✔' if is_right else '✗'}"
    facts = f"{end}, {game.length} letters, {misses}"
    return f"Evil Hangman {game.daily} · {facts}{called}\n{squares}"


def _luck(odds: OddsView) -> str:
    share = max(1, odds.same_answers) / odds.word_count
    words = "words that an honest dealer could draw"
    rare = f"One in {1 / share:,.0f} {words} gives"
    same = f"{share:.0%} of the {words} give" if share > 0.1 else rare
    hangs = f"With your letters it hangs you {round(1000 * odds.hanged_share)} times in 1,000."
    return f"{same} these answers. {hangs}"


def _steps(confession: ConfessionView, advice: Iterable[str]) -> Table:
    table = Table(*HEADS, box=None, pad_edge=False, header_style="")
    table.columns[2].justify = "right"
    for step, better in zip(confession.guesses, chain(advice, repeat("")), strict=False):
        answer = f"yes{at_places(step)}" if step.hit else "no"
        table.add_row(guess_text(step), answer, f"{step.words_left:,}", _dropped(step), better)
    return table


def _dropped(step: ConfessedView) -> Text:
    """Some words that were thrown away, struck through, and how many more there were."""
    words = step.dropped[:SHOWN]
    more = step.words_before - step.words_left - len(words)
    return struck(words).append(f" and {more:,} more" if more else "")


def _advice(reviewed: ReviewView) -> Iterator[str]:
    """What each guess was worth, in a few words."""
    for guess in reviewed.guesses:
        if guess.verdict == "costly" and guess.cost and guess.best_letters:
            yield f"{guess.best_letters[0].letter} was better, by {guess.cost:.1f}"
        else:
            yield "in no word that was left" if guess.verdict == "wasted" else ""


def reveal(game: GameView, confession: ConfessionView, claim: Claim, writing: Writing) -> Text:
    """What the dealer did, as the answer to the claim, and the evidence."""
    answer = (TO_FAIR if confession.honest else TO_CHEAT)[claim]
    if confession.honest and game.status == "won":
        answer = f"Well played, {answer[0].lower()}{answer[1:]}"
    headline, evidence = _deed(confession, game.status == "won", writing.capital(confession.word))
    text = Text(f"{answer} {headline}", BOLD)
    text.highlight_words(["a word."], STRUCK)  # that word never existed
    return text.append(f"\n{evidence}" if evidence else "", "not bold")


def _cornered_at(confession: ConfessionView) -> int | None:
    """The number of the guess that left one word; 0 if there was only one, None if never."""
    first, *_ = guesses = confession.guesses
    words = [first.words_before, *[guess.words_left for guess in guesses]]
    return words.index(1) if 1 in words else None


def _deed(confession: ConfessionView, is_won: bool, word: str) -> tuple[str, str]:
    nth = _cornered_at(confession)
    first, last = confession.guesses[0], confession.guesses[-1]
    if confession.honest:
        among = f"You found {word} among {first.words_before:,} words."
        return (among if is_won else f"It had {word} from the start."), ""
    if nth is None:
        fitted = f"{counted(last.words_left, 'word')} still fitted: {', '.join(last.kept)}"
        more = last.words_left > len(last.kept)
        return "It never had a word.", f"It said {word}. {fitted}{', …' if more else '.'}"
    if nth == 0:
        return f"It had only {word} to begin with.", ""
    if is_won:
        return f"It never had a word until you cornered it at your {ordinal(nth)} guess.", ""
    only = f"From your {ordinal(nth)} guess on it had only {word}."
    return f"It never had a word until your {ordinal(nth)} guess.", only
