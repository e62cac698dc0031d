"""Help: hints, solutions, word families and reviews, for games here and elsewhere."""

from service.play.families import FamiliesQuestion, FamiliesView, families_of
from service.play.hints import HintQuestion, HintView, hint_of
from service.play.review import ReviewView, Transcribed, review_of
from service.play.slow_work import NOBODY, Run
from service.play.solutions import Puzzle, SolutionView, solution_of


class Help:
    """Answers questions, which hold everything that an answer needs; `run` runs the work.

    Every method raises InvalidInput, and Busy if too many other clients come first.
    """

    def __init__(self, run: Run) -> None:
        self._run = run

    def hint(self, question: HintQuestion, client: str = NOBODY) -> HintView:
        """What to guess next in a game. Raises GuesserFailed."""
        return self._run(hint_of, question, client=client)

    def solution(self, puzzle: Puzzle, client: str = NOBODY) -> SolutionView:
        """How a guesser looks for a word. Raises GuesserFailed."""
        return self._run(solution_of, puzzle, client=client)

    def families(self, question: FamiliesQuestion, client: str = NOBODY) -> FamiliesView:
        """What dealers could answer to a letter, and what they would. Raises DealerFailed."""
        return self._run(families_of, question, client=client)

    def review(self, played: Transcribed, client: str = NOBODY) -> ReviewView:
        """What each guess of a game was worth."""
        return self._run(review_of, played, client=client)
