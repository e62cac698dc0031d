"""Confessions and reviews are the same, whatever earlier games have left behind."""

import gc
import pickle
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import _lru_cache_wrapper
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.dictionaries.dictionary import Dictionary
from service.engine.game import guess_letter
from service.engine.transcript import word_answer
from service.engine.weights import WEIGHTS
from service.play import daily
from service.play.catalogue import Catalogue
from service.play.confession import ConfessionView, confess
from service.play.games import Games
from service.play.help import Help
from service.play.requests import GameChoices, new_game
from service.play.review import ReviewView, Transcribed, review_of
from service.play.seats import Seat
from service.play.slow_work import Inline
from service.registry import DAY_DEALERS
from service.search import figures, game_values
from service.search.figures import Figures
from service.store.record import Move, Record
from tests.play.conftest import UnluckyStore, played
from tests.support import factory

COMMON = "etaoinshrdlcumwfgypbvkjxqz"
LETTERS = "abcdef"
GRID = [a + b + c + d for a in "bcdfg" for b in "aeiou" for c in "klmnp" for d in "stxyz"]
ONE_DAY = 24 * 60 * 60 * 1000  # milliseconds
WORDS = st.sets(st.text(LETTERS, min_size=4, max_size=4), min_size=1, max_size=60)


def ended(catalogue: Catalogue, request: GameChoices, letters: str) -> Record:
    """A game in which these letters were guessed until it ended."""
    new = new_game(request, catalogue, 0)
    record, game = new.record, new.game
    for number, letter in enumerate(letters):
        if game.state.status == "in_progress":
            game = guess_letter(game, letter)
            record = record.after(Move(number.to_bytes(16, "big"), number), game.state)
    return record


def ends(
    catalogue: Catalogue, record: Record, keeps_figures: bool
) -> tuple[ConfessionView, list[ReviewView]]:
    transcript = record.state.transcript
    game = Transcribed(transcript.answers, transcript.length, keeps_figures=keeps_figures)
    reviews = [
        review_of(catalogue, replace(game, weights="even")),
        review_of(catalogue, replace(game, weights="commonness")),
    ]
    return confess(catalogue, record, keeps_figures), reviews


def in_common_order(chance: Random, most: int) -> str:
    """All letters; the k-th commonest that is left, up to `most`, with a chance like 1 / k."""
    left, letters = list(COMMON), ""
    while left:
        ranks = range(1, min(most, len(left)) + 1)
        letters += left.pop(chance.choices(ranks, [1 / rank for rank in ranks])[0] - 1)
    return letters


@pytest.mark.parametrize("steps", [250, game_values.STEPS_A_GAME])
def test_figures_from_earlier_games_are_the_same(
    dictionaries: Mapping[str, Dictionary], monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    monkeypatch.setattr(game_values, "STEPS_A_GAME", steps)
    warm, chance = factory.catalogue(dictionaries), Random(steps)
    for number in range(24):
        dealer = ("honest", "largest-family", "cheat-score")[number % 3]
        request = GameChoices(length=5 + number % 2, dealer=dealer, seed=number)
        record = ended(warm, request, in_common_order(chance, most=3))
        cold = replace(warm, figures=Figures())
        assert ends(warm, record, True) == ends(cold, record, False)
    assert all(len(shelf) for shelf in vars(warm.figures).values())


@settings(max_examples=40)
@given(
    WORDS,
    st.lists(st.permutations(LETTERS + "x"), min_size=2, max_size=5),
    st.sampled_from(["largest-family", "cheat-score"]),
)
def test_small_games_are_the_same_cold_and_warm(
    words: set[str], orders: Sequence[Sequence[str]], dealer: str
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "LEAST_WORDS", 1)
        warm = factory.catalogue_of({word: 10 * len({*word}) for word in words})
        for letters in orders:
            record = ended(warm, GameChoices(dealer=dealer, max_misses=5), "".join(letters))
            cold = replace(warm, figures=Figures())
            assert ends(warm, record, True) == ends(cold, record, False)


def memories(catalogue: Catalogue) -> tuple[bytes, dict[str, int]]:
    """Everything that work can leave behind for other games: in the catalogue, which is all that
    it gets besides its own game, in caches of functions and in the modules of the service.
    """
    gc.collect()  # searches have caches of their own, which go with them
    sizes = {}
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper) and each.__module__.startswith("service."):
            sizes[f"{each.__module__}.{each.__qualname__}()"] = each.cache_info().misses
    for name, module in sys.modules.items():
        if name.startswith("service."):
            for variable, value in vars(module).items():
                if isinstance(value, dict | list | set):
                    sizes[f"{name}.{variable}"] = len(value)
    return pickle.dumps(catalogue), sizes


def contents(catalogue: Catalogue) -> dict[str, list[figures.Key]]:
    return {name: shelf.keys for name, shelf in vars(catalogue.figures).items()}


@pytest.mark.parametrize("dealer", sorted({*DAY_DEALERS}))
def test_game_of_today_leaves_no_figures_until_its_reveal(
    store: UnluckyStore, monkeypatch: pytest.MonkeyPatch, dealer: str
) -> None:
    monkeypatch.setattr(daily, "LENGTHS", [4])
    monkeypatch.setattr(daily, "DAY_DEALERS", [dealer])
    now = [ONE_DAY]
    catalogue = factory.catalogue_of(GRID)
    games, help = Games(catalogue, store, lambda: now[-1]), Help(Inline(catalogue))

    def end(seat: Seat) -> None:
        games.confession(seat)
        help.review(games.played(seat))

    end(Seat.of_player(played(games, "bihjqruvwx", max_misses=8).id))
    before = contents(catalogue)
    today = Seat.of_player(played(games, "eolpzhjqruvwx", daily="today").id)
    end(today)
    # A transcript from elsewhere may be that of today's game.
    help.review(Transcribed(games.played(today).guesses, 4))
    while_it_lasts = contents(catalogue)
    now.append(2 * ONE_DAY + ONE_DAY // 24)  # its reveal
    end(today)

    assert before["misses"]
    assert while_it_lasts == before
    assert contents(catalogue)["misses"] != before["misses"]


@pytest.mark.parametrize("dealer", sorted({*DAY_DEALERS}))
def test_end_of_game_of_today_leaves_no_trace_anywhere(
    store: UnluckyStore, monkeypatch: pytest.MonkeyPatch, dealer: str
) -> None:
    monkeypatch.setattr(daily, "LENGTHS", [4])
    monkeypatch.setattr(daily, "DAY_DEALERS", [dealer])
    # No other game of this length has ended: nothing is there yet that its end could leave.
    catalogue = factory.catalogue_of({word: 10 + 10 * (word[0] < "f") for word in GRID})
    games, help = Games(catalogue, store, lambda: ONE_DAY), Help(Inline(catalogue))
    today = Seat.of_player(played(games, "eolpzhjqruvwx", daily="today").id)
    transcript = games.played(today)
    # A wrong word before the last guess, as in a game of today that was played elsewhere.
    guesses = (*transcript.guesses[:-1], word_answer("beks", hit=False), transcript.guesses[-1])
    before = memories(catalogue)
    games.confession(today)
    for weights in WEIGHTS:
        help.review(replace(transcript, weights=weights))
        help.review(Transcribed(guesses, 4, weights=weights))
        help.review(Transcribed(guesses, start_pattern="____", weights=weights))
    assert memories(catalogue) == before


def test_first_guess_leaves_the_same_behind_whoever_deals() -> None:
    left = []
    for dealer in sorted({*DAY_DEALERS}):
        catalogue = factory.catalogue_of(GRID)
        ended(catalogue, GameChoices(dealer=dealer), "e")
        left.append({*vars(catalogue.dictionaries["en"].lexicons[4])})
    assert all(each == left[0] for each in left)


def test_dealers_of_a_day_remember_no_decisions() -> None:
    """A lost game of today would make another's guesses faster, and name its dealer."""
    catalogue = factory.catalogue_of(GRID)
    before = {name: repr(vars(catalogue.dealers[name])) for name in DAY_DEALERS}
    for dealer in DAY_DEALERS:
        ended(catalogue, GameChoices(dealer=dealer), COMMON)
    assert {name: repr(vars(catalogue.dealers[name])) for name in DAY_DEALERS} == before
