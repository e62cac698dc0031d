"""Slow work: what goes in and what comes out could go to another process and back."""

import pickle
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from service.engine.dealers import Honest
from service.engine.lexicon import Lexicon
from service.play.catalogue import Catalogue
from service.play.families import FamiliesQuestion
from service.play.games import Games
from service.play.help import Help
from service.play.hints import HintQuestion
from service.play.requests import GameChoices, Guess
from service.play.seats import Seat
from service.play.slow_work import NOBODY, Data, Inline, Result, Run
from service.play.solutions import Puzzle
from tests.play.conftest import WORDS, UnluckyStore
from tests.support import factory

CATALOGUE = factory.catalogue_of(WORDS)


class Pickled(Inline):
    """Runs work as another process would: with copies, and returns a copy of its result."""

    def __call__(
        self, work: Callable[[Catalogue, *Data], Result], *data: *Data, client: str = NOBODY
    ) -> Result:
        work, data = pickle.loads(pickle.dumps((work, data)))
        result: Result = pickle.loads(pickle.dumps(super().__call__(work, *data)))
        return result


@dataclass(frozen=True)
class Noting(Inline):
    """Notes the work that it runs."""

    done: list[str] = field(default_factory=list)

    def __call__(
        self, work: Callable[[Catalogue, *Data], Result], *data: *Data, client: str = NOBODY
    ) -> Result:
        self.done.append(work.__name__)
        return super().__call__(work, *data)


def answers(run: Run) -> list[object]:
    """The answers to a question of each kind, and to those about a game that minimax deals."""
    help, games = Help(run), Games(CATALOGUE, UnluckyStore(), lambda: 1, run)
    request = GameChoices(dealer="minimax", max_misses=1, seed=1, length=3)
    game = games.start(request).view
    hint = help.hint(games.question(game.id, "perfect"))
    lost = games.guess(game.id, Guess("x")).view
    confession = games.confession(Seat.of_player(game.id))
    return [
        hint,
        (lost.status, lost.word, lost.misses),
        (confession.word, confession.odds, [vars(each) for each in confession.guesses]),
        help.review(games.played(Seat.of_player(game.id))),
        help.hint(HintQuestion("c__", ("d",), ("cat",))),
        help.solution(Puzzle("cot", guesser="careful")),
        help.families(FamiliesQuestion(length=3, letter="t")),
    ]


def test_work_and_its_result_can_be_pickled() -> None:
    assert answers(Pickled(CATALOGUE)) == answers(Inline(CATALOGUE))


def test_slow_dealer_draws_its_word_beside_the_loop() -> None:
    class Last(Honest):
        name, is_slow = "last", True

        def drawn_word(self, lexicon: Lexicon, seed: int) -> str:
            return lexicon.word(len(lexicon) - 1)

    catalogue = replace(CATALOGUE, dealers={**CATALOGUE.dealers, "last": Last()})
    run = Noting(catalogue)
    games = Games(catalogue, UnluckyStore(), lambda: 1, run)

    game = games.start(GameChoices(dealer="last", length=3, max_misses=1)).view
    lost = games.guess(game.id, Guess("x")).view

    lexicon = catalogue.dictionary("en").lexicons[3]
    assert lost.word == lexicon.word(len(lexicon) - 1)
    assert run.done == ["new_record", "state_after"]


def test_only_guesses_go_ahead_of_help() -> None:
    """A hint would wait for all confessions of a client that reads several at once."""
    ahead, help = Noting(CATALOGUE), Noting(CATALOGUE)
    games = Games(CATALOGUE, UnluckyStore(), lambda: 1, ahead, help)
    game = games.start(GameChoices(dealer="minimax", max_misses=1, seed=1, length=3)).view

    games.guess(game.id, Guess("x"))
    games.confession(Seat.of_player(game.id))

    assert (ahead.done, help.done) == (["state_after"], ["confess"])
