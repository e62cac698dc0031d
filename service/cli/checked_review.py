"""Reviews of saved games, each with the check of its dealer, and how they are printed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import click

from service.cli.console import print_table, visible
from service.cli.environment import named, use_plugins
from service.cli.failures import Failure
from service.cli.transcripts import SavedGame
from service.engine.errors import InvalidInput
from service.engine.transcript import Answer
from service.play.catalogue import Catalogue
from service.play.check import CheckView, ConfessedGame, Verdict, in_words, verify
from service.play.review import ReviewedView, ReviewView, review_of
from service.registry import dealers
from service.wording import counted

CHECKS: Final[dict[Verdict, str]] = {
    "kept": "the dealer kept to its commitment",
    "broken": "the dealer did not keep to its commitment",
    "unclear": "not everything could be checked",
}
ORIGINS: Final = {None: "", True: ", word drawn by the seed", False: ", word set by somebody"}
HEADS: Final = ["guess", "answer", "words", "chance", "best", "cost", "bad luck", "verdict"]
UNKNOWN: Final = "?"  # a number that would take too long to compute


@dataclass(frozen=True)
class CheckedReview(ReviewView):
    """What each guess was worth, and whether the dealer kept to its commitment."""

    check: CheckView | None
    """The check; None if the dealer has not confessed."""

    @property
    def is_doubtful(self) -> bool:
        """Whether the dealer was checked, and may not have kept to its commitment."""
        return self.check is not None and self.check.verdict != "kept"


def checked_reviews(games: Sequence[SavedGame], heard: list[Answer] | None) -> list[CheckedReview]:
    """The review of each game, and its check if its dealer has confessed."""
    catalogue_of = cache(lambda name: Catalogue({name: named(name)}, {}, {}))
    reviews = []
    for game in games:
        try:
            catalogue = catalogue_of(game.played.dictionary)
            review = review_of(catalogue, game.played)
        except InvalidInput as error:  # no game can have gone like this
            raise Failure(f"{game.source}: {error}") from error
        check = check_of(game.confession, catalogue, heard) if game.confession else None
        reviews.append(CheckedReview(**vars(review), check=check))
    return reviews


def check_of(
    confession: ConfessedGame, catalogue: Catalogue, heard: list[Answer] | None
) -> CheckView:
    """Whether the dealer kept to its commitment; the catalogue has the dictionary of the game.

    `heard` are the answers that the player got, None if they are not known. Raises HangmanError.
    """
    use_plugins()
    opening, dictionary = confession.opening, catalogue.dictionary(confession.opening.dictionary)
    bound = dealers([dictionary], opening.budget)
    return verify(confession, dictionary, bound.get(opening.dealer), heard)


def print_review(game: SavedGame, review: CheckedReview) -> None:
    """Print what each guess of a game was worth, the sums, and the check if there is one."""
    print_table(HEADS, list(map(_row, review.guesses)))
    to_come, expected = text_of(review.misses_to_come), text_of(review.misses_expected)
    cost, luck = _signed(review.cost), _signed(review.bad_luck)
    misses = counted(review.misses, "miss", "misses")
    click.echo(
        f"\n{misses}, and {to_come} to come, = {expected} expected {cost} cost {luck} bad luck"
    )
    if game.confession and review.check:
        click.echo("\n".join(_check_lines(review.check, game.confession)))


def print_not_kept(games: Sequence[SavedGame], reviews: Sequence[CheckedReview]) -> None:
    """Print a line for each game whose dealer did not keep to its commitment, or may not have."""
    for game, review in zip(games, reviews, strict=True):
        if review.check and review.is_doubtful:
            verdict = review.check.verdict
            click.echo(visible(f"{game.source}: {verdict}: {CHECKS[verdict]}"))


def text_of(misses: float | None) -> str:
    """A number of misses, with two digits."""
    return UNKNOWN if misses is None else f"{round(misses, 2) + 0.0:.2f}"  # not -0.00


def _check_lines(check: CheckView, confession: ConfessedGame) -> list[str]:
    length = len(confession.word)
    return [
        f"\ncommitment {check.commitment}",
        f"dealer {check.dealer}{ORIGINS[check.drawn]}",
        f"answers {check.as_committed} of {check.answers} as they had to be",
        *(f"{n:3} {in_words(each, length)}" for n, each in enumerate(confession.answers, 1)),
        *check.reasons,
        f"{check.verdict}: {CHECKS[check.verdict]}",
    ]


def _row(guess: ReviewedView) -> list[str]:
    worth = [""] * 4
    if guess.hit_probability is not None:
        letters = "".join(best.letter for best in guess.best_letters)
        worth = [
            f"{guess.hit_probability:.0%}",
            letters,
            text_of(guess.cost),
            text_of(guess.bad_luck),
        ]
    answer = "hit" if guess.hit else "miss"
    name = guess.letter or guess.word or ""
    return [name, answer, f"{guess.words_before:,}", *worth, guess.verdict]


def _signed(misses: float | None) -> str:
    text = text_of(misses)
    return text if text.startswith("-") else f"+{text}"
