"""Hints, word families and solutions, compared with those of plain programs."""

from itertools import product
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.play import solutions
from service.play.catalogue import Catalogue
from service.play.families import FamiliesQuestion, FamiliesView, families_of
from service.play.help import Help
from service.play.hints import HintView, RankedLetterView
from service.play.requests import GameChoices, Guess
from service.play.slow_work import Inline
from service.play.solutions import Puzzle
from service.registry import DEALERS
from tests.play.conftest import UnluckyStore, games_of
from tests.support import factory, guessing_referee
from tests.support.factory import Dictionaries
from tests.support.referee import HONEST, Referee, fits, largest_first, shown

TO_SOLVE = ["abc", "abd", "aef", "egh", "fgh", "bcd", "cde", "dah", "gab", "hce", "bfg"]
HINTED = ["bale", "ball", "beet", "bill", "boll", "bowl", "cast", "cool", "dill", "doll", "tool"]
COMMONNESS = {word: 7 * number % 11 for number, word in enumerate(HINTED)}


def letters(guesser: str) -> list[str]:
    """The guesses of a guesser at each word."""
    help = Help(Inline(factory.catalogue_of(TO_SOLVE)))
    found = [help.solution(Puzzle(word, guesser=guesser)) for word in TO_SOLVE]
    return ["".join(step.letter or "" for step in each.guesses) for each in found]


def test_perfect_plays_as_careful_when_its_steps_are_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = letters("perfect")
    monkeypatch.setattr(solutions, "STEPS", 0)
    assert letters("perfect") == letters("careful") != searched


def expected_hint(words: list[str], pattern: str, guessed: str) -> HintView:
    """Rank letters by how many words have them, equals in alphabetical order."""
    ranked = [
        RankedLetterView(
            letter,
            round(sum(letter in word for word in words) / len(words), 4),
            round(-remainder / len(words) ** 2, 4),
        )
        for letter, remainder in guessing_referee.smallest_remainder(words, guessed).items()
    ]
    best_first = sorted(ranked, key=lambda view: -sum(view.letter in word for word in words))
    shown = sorted(words, key=COMMONNESS.__getitem__)[:3]
    return HintView(pattern, "en", "most-words", len(words), best_first, shown)


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("seed", range(8))
def test_hint_counts_the_words_that_fit(store: UnluckyStore, dealer: str, seed: int) -> None:
    games = games_of(store, COMMONNESS)
    help = Help(Inline(games.catalogue))
    game = games.start(GameChoices(dealer=dealer, seed=seed, max_misses=1000)).view
    referee = Referee(sorted(HINTED), "any")
    for number, letter in enumerate("xzecwabilodst"):
        hint = expected_hint(referee.words, game.pattern, "xzecwabilodst"[:number])
        assert help.hint(games.question(game.id, "most-words", words=3)) == hint

        game = games.guess(game.id, Guess(letter)).view
        assert game.last_guess
        referee.words = referee.families(letter)[tuple(game.last_guess.positions)]
        if game.status != "in_progress":
            break
    else:
        pytest.fail("the letters should end every game")


# --- Families -------------------------------------------------------------------------------------

CHEATS = tuple(name for name in DEALERS if name not in HONEST)
EVERY_WORD = ["".join(letters) for letters in product("abc", repeat=3)]
HANDOUT = ["ally", "beta", "cool", "deal", "else", "flew", "good", "hope", "ibex"]

words_of_three = st.lists(st.sampled_from(EVERY_WORD), min_size=1, unique=True)


def answered(words: factory.Words, /, **question: object) -> FamiliesView:
    catalogue = factory.catalogue_of(words)
    catalogue.dealers["minimax"].budget = 10_000
    return families_of(catalogue, FamiliesQuestion(**question))  # type: ignore[arg-type]  # as named


@settings(max_examples=50)
@given(words=words_of_three, guessed=st.sets(st.sampled_from("abc"), max_size=2), data=st.data())
def test_families_and_choices_are_the_referees(
    words: list[str], guessed: set[str], data: st.DataObject
) -> None:
    secret = data.draw(st.sampled_from(words))
    letter = data.draw(st.sampled_from(sorted(set("abc") - guessed)))
    pattern = "".join(place if place in guessed else "_" for place in secret)
    wrong = tuple(guessed - set(secret))
    commonness = {word: number % 4 for number, word in enumerate(words)}
    question = {"pattern": pattern, "wrong_letters": wrong, "letter": letter}

    view = answered(commonness, **question, words=2, dealers=CHEATS)

    left = [word for word in words if fits(word, pattern, "".join(wrong))]
    families = Referee(left, "any").families(letter)
    order = sorted(families, key=lambda places: largest_first(places, families[places]))
    assert (view.words_before, view.family_count) == (len(left), len(families))
    assert [tuple(family.positions) for family in view.families] == order
    for family, places in zip(view.families, order, strict=True):
        assert family.word_count == len(families[places])
        assert family.pattern == shown(pattern, letter, places)
        assert set(family.words) <= set(families[places])
        commonest = sorted(commonness[word] for word in families[places])[:2]
        assert [commonness[word] for word in family.words] == commonest
    for choice in view.choices:
        referee = Referee(left, choice.dealer, guessed=sorted(guessed))
        chosen = [tuple(family.positions) for family in choice.families]
        assert sorted(chosen) == sorted(referee.allowed(letter)), choice.dealer
        assert chosen == sorted(chosen, key=order.index)
    assert [choice.dealer for choice in view.choices] == [*CHEATS]


def test_without_a_letter_there_are_words_and_no_families() -> None:
    view = answered({"cat": 20, "cot": 10, "dog": 10}, pattern="c-t", words=1)
    assert (view.words_before, view.words) == (2, ["cot"])
    assert (view.family_count, view.families, view.choices) == (0, [], [])


def test_wrong_words_are_left_out_and_none_may_fit() -> None:
    none = answered(HANDOUT, pattern="zzz_", letter="e", dealers=CHEATS)
    assert (none.words_before, none.words, none.families, none.choices) == (0, [], [], [])
    assert answered(HANDOUT, length=4, wrong_words=("COOL", "good")).words_before == 7


@pytest.mark.parametrize(("pattern", "wrong"), [("_oo_", ()), ("____", ("o",)), ("cool", ())])
def test_letter_that_was_guessed_leaves_one_family(pattern: str, wrong: tuple[str, ...]) -> None:
    view = answered(HANDOUT, pattern=pattern, wrong_letters=wrong, letter="o", dealers=CHEATS)
    [family] = view.families
    assert (family.pattern, family.word_count) == (pattern, view.words_before)
    assert [len(choice.families) for choice in view.choices] == [1] * len(CHEATS)


def test_two_hundred_families_and_the_dealers_are_shown(dictionaries: Dictionaries) -> None:
    least = SimpleNamespace(is_honest=False, is_slow=False, keep=lambda _, split: [[*split][-1]])
    catalogue = Catalogue(dictionaries, {"least": least}, {})  # type: ignore[dict-item]  # all that it needs here
    question = FamiliesQuestion(length=14, dictionary="en-large", letter="e", dealers=("least",))
    view = families_of(catalogue, question)
    sizes = [family.word_count for family in view.families]
    assert (view.family_count, len(sizes)) == (418, 201)
    assert sizes == sorted(sizes, reverse=True)
    assert view.choices[0].families[0].positions == view.families[-1].positions
