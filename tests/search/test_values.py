"""Values, bounds, bit sets and what `minimax` keeps, against definitions in plain Python."""

import doctest
import tracemalloc
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from service.choices import MOST_MISSES
from service.engine.game import Game, guess_letter, start
from service.engine.lexicon import Lexicon
from service.engine.transcript import places
from service.search import game_values, minimax, refutations
from service.search import values as search_module
from service.search.budget import Bounds, Budget, Cancelled
from service.search.figures import Figures
from service.search.game_values import misses_forced, narrowed, value_bounds
from service.search.minimax import Minimax
from service.search.refutation_table import RefutationTable
from service.search.refutations import Node, Refutation, SearchMemory
from service.search.values import Search, value
from service.search.word_sets import LEAST_GROUP, WordSets, first_of, number_of_first, numbers_in
from service.search.words_in_play import upper_bound
from tests.support import referee
from tests.support.factory import Dictionaries, lexicon, refutation_table
from tests.support.guessing_referee import parts

SHORT_WORDS = st.sets(st.text("abcdef", min_size=3, max_size=3), min_size=1, max_size=9)
LONGER_WORDS = st.sets(st.text("abcdefgh", min_size=5, max_size=5), min_size=1, max_size=10)
CUBE = [a + b + c for a in "bcd" for b in "aei" for c in "klm"]
# The commonest letter is D, which leads to two misses; F, just as common, leads to one.
OVERRATED = ["dac", "eed", "fbb", "fge"]


def searched(words: Iterable[str], go_on: Callable[[int], bool] | None = None) -> Search:
    all_words = lexicon(words)
    return Search(all_words, range(len(all_words)), Budget(go_on) if go_on else Budget())


@settings(max_examples=150)
@given(st.one_of(SHORT_WORDS, LONGER_WORDS))
@example({"abc", "abd", "aef", "egh"})  # the most common letter is not the best
@example({"bills", "dills", "fills", "gills", "hills", "kills", "mills"})  # it forces 6
def test_value_is_that_of_the_definition(words: set[str]) -> None:
    truth, search = referee.misses_forced(frozenset(words)), searched(words)

    *way, last = value(search)

    assert all(bounds.lower <= truth <= bounds.upper for bounds in [*way, last])
    assert all(a.lower <= b.lower and b.upper <= a.upper for a, b in pairwise([*way, last]))
    assert (last.exact, last.lower) == (True, truth)
    assert search.refutation(search.root, truth) is None
    one_word = search.refutation(search.root, -1)
    assert one_word
    assert len(one_word.ids) == 1
    if truth:
        assert last.refutation
        assert last.refutation.misses == truth - 1
        refutation = frozenset(map(search.lexicon.word, last.refutation.ids))
        assert referee.misses_forced(refutation) == truth


@settings(max_examples=100)
@given(st.one_of(SHORT_WORDS, LONGER_WORDS), st.integers(0, 2))
def test_winning_letter_keeps_to_the_misses(words: set[str], more: int) -> None:
    assume(len(words) > 1)
    search, misses = searched(words), referee.misses_forced(frozenset(words)) + more
    letter = search.lexicon.alphabet[search.winning_letter(search.root, misses)]
    families = parts(sorted(words), letter)
    assert len(families) > 1
    for family in families:
        assert referee.misses_forced(frozenset(family)) + (letter not in family[0]) <= misses


def test_example_in_the_docstring_is_true() -> None:
    assert doctest.testmod(search_module).failed == 0
    assert sum(len(test.examples) for test in doctest.DocTestFinder().find(search_module)) > 8


def test_search_stops_when_its_budget_says_so() -> None:
    with pytest.raises(Cancelled):
        list(value(searched(CUBE, lambda count: count < 5)))
    with pytest.raises(Cancelled):  # to prepare a search needs steps, too
        Search(lexicon(CUBE), range(len(CUBE)), Budget(steps=10))


@pytest.mark.parametrize(("length", "most"), [(8, 850), (12, 92), (13, 15), (14, 30)])
def test_search_needs_few_nodes(dictionaries: Dictionaries, length: int, most: int) -> None:
    dictionary = dictionaries["en"]
    words = dictionary.lexicons[length]
    search = Search(words, range(len(words)), Budget(lambda count: count <= most))
    *_, bounds = value(search)
    assert bounds.exact
    assert isinstance(bounds.refutation, Refutation)
    assert bounds.lower == dictionary.misses_forced[length].lower
    assert upper_bound(words, words.everything) >= bounds.upper


def test_search_that_keeps_few_refutations_finds_the_same(
    dictionaries: Dictionaries, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refutations, "MOST_REFUTATIONS", 5)
    words = dictionaries["en"].lexicons[14]
    search = Search(words, range(len(words)), Budget())
    *_, bounds = value(search, Bounds(0, 3))
    assert (bounds.lower, bounds.upper) == (2, 2)
    assert all(len(search.root.refutations(misses)) <= 5 for misses in range(3))


# --- Bounds ---------------------------------------------------------------------------------------


def bounds_of(words: list[str], nodes: int, promised: int | None = None) -> Bounds:
    all_words = lexicon(words)
    ids = tuple(all_words.everything.tolist())
    table = None if promised is None else refutation_table(ids, promised)
    budget = Budget(lambda count: count <= nodes)
    bounds = value_bounds(all_words, all_words.everything, budget, table)
    return Bounds(bounds.lower, bounds.upper)


@settings(max_examples=100)
@given(
    st.sets(st.text("abcdef", min_size=4, max_size=4), min_size=1, max_size=16), st.integers(0, 6)
)
def test_bounds_hold_and_meet_in_time(words: set[str], nodes: int) -> None:
    truth, all_words = referee.misses_forced(frozenset(words)), lexicon(words)
    hasty, patient = bounds_of(sorted(words), nodes), bounds_of(sorted(words), 10**9)
    assert hasty.lower <= truth <= hasty.upper <= upper_bound(all_words, all_words.everything)
    assert patient == Bounds(truth, truth)


def test_bounds_of_an_overrated_list(monkeypatch: pytest.MonkeyPatch) -> None:
    assert bounds_of(OVERRATED, 0) == Bounds(0, 2)  # without a node: those of the player,
    assert bounds_of(OVERRATED, 0, promised=1) == Bounds(1, 2)  # and of the table, if there is one
    for longest, bounds in ((4, Bounds(1, 1)), (3, Bounds(0, 2))):  # searched, and too long
        monkeypatch.setattr(game_values, "LONGEST_SEARCHED", longest)
        assert bounds_of(OVERRATED, 99) == bounds


def test_neighbours_narrow_bounds_on_what_never_grows() -> None:
    """A later list never forces more than an earlier one, so each bounds the other."""
    wide = [Bounds(1, 8), Bounds(3, 9), Bounds(2, 4), Bounds(0, 6)]
    assert narrowed(wide) == [Bounds(3, 8), Bounds(3, 8), Bounds(2, 4), Bounds(0, 4)]


def test_list_between_two_equal_ones_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {14: Bounds(3, 3), 12: Bounds(3, 3), 5: Bounds(0, 5)}
    monkeypatch.setattr(game_values, "_closer_bounds", lambda _, ids, *__: iter([found[len(ids)]]))
    words = lexicon(CUBE)
    forced = misses_forced(words, [words.everything[:size] for size in (14, 13, 12, 5)])
    assert forced == [*[Bounds(3, 3)] * 3, Bounds(0, 3)]


def test_lists_beyond_the_budget_are_not_even_played() -> None:
    words = lexicon(["".join(word) for word in product("abcdefgh", repeat=4)])
    lists = [words.everything[:size] for size in (*range(4096, 3996, -1), 30)]
    tracemalloc.start()

    forced = misses_forced(words, lists)

    _, most_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most_bytes < 1000 * game_values.STEPS_A_GAME * game_values.BOUNDING_WORDS
    assert [forced[0], *forced[-2:]] == [Bounds(1, 7), Bounds(1, 6), Bounds(1, 1)]


def test_search_with_fewer_steps_left_finds_what_it_would_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = lexicon([a + b + c for a in "bcdf" for b in "aeio" for c in "lmnp"])
    lists = [words.everything[:size] for size in (60, 40, 30)]
    figures = Figures()
    for steps in (2400, *range(60, 1200, 60), 2400):
        monkeypatch.setattr(game_values, "STEPS_A_GAME", steps)
        assert misses_forced(words, lists, figures=figures) == misses_forced(words, lists)


def test_search_cut_short_is_not_repeated_with_fewer_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(1)
    words = lexicon(["".join(chance.choices("abcdefgh", k=4)) for _ in range(100)])
    figures = Figures()

    def forced(steps: int, figures: Figures | None = None) -> list[Bounds]:
        monkeypatch.setattr(game_values, "STEPS_A_GAME", steps)
        return misses_forced(words, [words.everything], figures=figures)

    alone = {steps: forced(steps) for steps in range(60, 600, 20)}
    forced(600, figures)
    [trace] = [figures.searched.get(key) for key in figures.searched.keys]
    monkeypatch.delattr(game_values, "_closer_bounds")

    assert trace is not None
    assert trace.steps < 600  # it was cut short
    assert {steps: forced(steps, figures) for steps in alone} == alone
    assert len({*map(str, alone.values())}) > 2


# --- Bit sets -------------------------------------------------------------------------------------


Subset = tuple[WordSets, int, list[str]]  # all words; a bit set of some; and these as strings

WORDS = st.sets(st.text("abcde", min_size=3, max_size=3), min_size=1, max_size=12)
SETS = st.sets(st.integers(0, 200))


def word_sets(words: set[str]) -> WordSets:
    all_words = lexicon(words)
    return WordSets(all_words, range(len(all_words)))


def strings(sets: WordSets, words: int) -> list[str]:
    return sorted(map(sets.lexicon.word, sets.ids_of(words)))


@st.composite
def subsets(draw: st.DrawFn) -> Subset:
    sets = word_sets(draw(WORDS))
    bits = draw(st.integers(1, sets.everything))
    return sets, bits, strings(sets, bits)


@given(SETS)
def test_bit_set_has_its_numbers(numbers: set[int]) -> None:
    members = sum(1 << number for number in numbers)
    assert list(numbers_in(members)) == sorted(numbers)
    assert list(numbers_in(first_of(members))) == sorted(numbers)[:1]
    assert number_of_first(members) == min(numbers, default=-1)


@given(subsets())
def test_families_are_those_of_the_words(drawn: Subset) -> None:
    sets, bits, words = drawn
    every_word = strings(sets, sets.everything)
    first = sets.lexicon.word(sets.ids_of(bits)[0])
    for letter in sorted(set("".join(every_word))):
        number = sets.lexicon.alphabet.index(letter)
        having = [strings(sets, family) for family in sets.families(number, bits)]
        lacking = strings(sets, bits & sets.lacking(number))
        expected = [sorted(part) for part in parts(words, letter)]
        assert sorted([*having, lacking] if lacking else having) == sorted(expected)
        if letter in first:
            place = referee.where(letter, first)
            family = [word for word in every_word if referee.where(letter, word) == place]
            assert strings(sets, sets.family(number, bits)) == sorted(family)


@given(subsets())
def test_safe_letters_split_words_into_parts_without_one(drawn: Subset) -> None:
    sets, bits, words = drawn
    safe = [
        number
        for number, letter in enumerate(sets.lexicon.alphabet)
        if all(letter in word for word in words) and len(parts(words, letter)) > 1
    ]
    assert sets.safe_letter(bits) == next(iter(safe), None)

    split = list(sets.parts(bits))

    assert sum(split) == bits
    assert all(sets.safe_letter(part) is None for part in split)
    whole, *forced = (
        referee.misses_forced(frozenset(strings(sets, each))) for each in [bits, *split]
    )
    assert max(forced) == whole


@given(subsets())
def test_uncertain_letters_are_in_some_words_not_in_all(drawn: Subset) -> None:
    sets, bits, words = drawn
    lacking = [
        (number, [word for word in words if letter not in word])
        for number, letter in enumerate(sets.lexicon.alphabet)
    ]
    uncertain = [pair for pair in lacking if pair[1] and pair[1] != words]
    letters = [(letter, strings(sets, without)) for letter, without in sets.uncertain_letters(bits)]
    assert letters == sorted(uncertain, key=lambda pair: len(pair[1]))


@settings(max_examples=200)
@given(st.sets(st.text("abc", min_size=3, max_size=3), min_size=1))
def test_groups_are_all_words_that_differ_in_one_letter(words: set[str]) -> None:
    sets = word_sets(words)
    groups = defaultdict(list)
    for word in sorted(words):
        for letter in set(word):
            groups[word.replace(letter, "_")].append(word)
    listed = [strings(sets, group) for group in sets.groups()]
    assert sorted(listed) == sorted(group for group in groups.values() if len(group) >= LEAST_GROUP)
    assert [len(group) for group in listed] == sorted(map(len, listed), reverse=True)


def test_node_below_has_the_groups_that_are_left() -> None:
    sets = word_sets({"bill", "dill", "fill", "gill", "hill", "exam", "edit"})
    node = Node(SearchMemory(sets.lexicon, sets.ids, Budget()), sets.everything)
    without_b = node.below(sets.everything & sets.lacking(1))
    [group], [smaller] = node.groups, without_b.groups
    assert strings(sets, group) == ["bill", "dill", "fill", "gill", "hill"]
    assert strings(sets, smaller) == ["dill", "fill", "gill", "hill"]
    assert without_b.below(without_b.words & sets.lacking(3)).groups == []


# --- The dealer -----------------------------------------------------------------------------------


FOURS = st.sets(st.text("abcdef", min_size=4, max_size=4), min_size=2, max_size=20)
GROUP = ["pqq", "rqq", "sqq"]  # two misses
LEFT = [f"x{word}" for word in OVERRATED]
RIGHT = [f"{word}x" for word in GROUP]
RIGHTMOST = ["dacx", "fedx", "fbbx", "fgex"]  # one miss, by its estimate too


def places_kept(dealer: Minimax, words: Lexicon, letter: str) -> referee.Where:
    """Where the family that the dealer keeps has the letter."""
    game = started(dealer, words)
    [family] = dealer.keep(game, game.families(letter))
    return tuple(places(family.positions))


def started(dealer: Minimax, words: Lexicon) -> Game:
    return start({words.length: words}, dealer, length=words.length, max_misses=MOST_MISSES, seed=1)


def table(words: Lexicon, refutation: Iterable[str], forced: int) -> RefutationTable:
    ids = [word_id for word in refutation if (word_id := words.id_of(word)) is not None]
    return refutation_table(sorted(ids), forced)


@settings(max_examples=120)
@given(FOURS, st.data())
def test_patient_dealer_keeps_what_the_referee_keeps(words: set[str], data: st.DataObject) -> None:
    letter = data.draw(st.sampled_from(sorted(set("".join(words)))))
    allowed = referee.Referee(sorted(words), "minimax").allowed(letter)
    assert allowed == [places_kept(Minimax(10**9), lexicon(words), letter)]


@pytest.mark.parametrize(
    ("words", "nodes", "limits", "places"),
    [
        pytest.param([*LEFT, *RIGHT], 2, {}, (0,), id="estimate, for two nodes are too few"),
        pytest.param([*LEFT, *RIGHT], 3, {}, (3,), id="search, for three nodes suffice"),
        pytest.param([*RIGHTMOST, *LEFT], 0, {}, (0,), id="what is estimated at two"),
        pytest.param([*RIGHTMOST, *LEFT], 10**9, {}, (3,), id="tie that the search shows"),
        pytest.param(["xbc", "xcb", "ayz"], 0, {}, (), id="miss counts against two free words"),
        pytest.param(["xbc", "xcb", "ayz"], 10**9, {}, (), id="miss counts after a search, too"),
        pytest.param([*LEFT, *RIGHT], 10**9, {"LONGEST_SEARCHED": 4}, (3,), id="long"),
        pytest.param([*LEFT, *RIGHT], 10**9, {"LONGEST_SEARCHED": 3}, (0,), id="too long"),
        pytest.param([*RIGHTMOST, *LEFT], 0, {"LONGEST_PLAYED": 8}, (0,), id="long estimate"),
        pytest.param([*RIGHTMOST, *LEFT], 0, {"LONGEST_PLAYED": 7}, (3,), id="every other word"),
    ],
)
def test_family_is_kept(
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    nodes: int,
    limits: dict[str, int],
    places: referee.Where,
) -> None:
    for name, most in limits.items():
        monkeypatch.setattr(minimax, name, most)
    assert places_kept(Minimax(nodes), lexicon(words), "x") == places


@pytest.mark.parametrize(
    ("words", "forced"),
    [
        pytest.param([*LEFT, *RIGHT], 2, id="overrated family is not kept"),
        pytest.param([*RIGHT, "xaaa", "xaab", "xabc"], 3, id="estimate is raised"),
    ],
)
def test_table_decides_for_its_words(words: list[str], forced: int) -> None:
    all_words = lexicon(words)
    dealer = Minimax(0, {all_words: table(all_words, RIGHT, forced)})
    assert places_kept(dealer, all_words, "x") == (3,)


def test_table_of_other_words_changes_nothing() -> None:
    words, others = lexicon([*LEFT, *RIGHT[:2]]), lexicon(GROUP)
    dealer = Minimax(0, {others: table(others, GROUP, 9)})
    assert places_kept(dealer, words, "x") == places_kept(Minimax(0), words, "x")


def test_decision_is_remembered_for_its_words_and_letter() -> None:
    dealer = Minimax(10**9)
    words, others = lexicon(["abc", "acb", "xby"]), lexicon(["abc", "acb", "aaz"])
    for _ in range(2):
        assert places_kept(dealer, words, "a") == ()
        assert places_kept(dealer, words, "b") == (1,)
        assert places_kept(dealer, others, "a") == (0,)


def test_decision_is_remembered_for_its_cheat_list() -> None:
    words, dealer = lexicon(["abc", "acb", "aaz", "xby", "xyb"]), Minimax(10**9)
    for _ in range(2):
        for letter, place, kept in (("x", 0b001, (0,)), ("z", 0b100, ())):
            game = started(dealer, words)
            fits = ~words.with_letter_at(letter, place)  # words without it
            state = replace(game.state, cheat_list=game.state.cheat_list.only(fits))
            game = replace(game, state=state)
            [family] = dealer.keep(game, game.families("a"))
            assert tuple(places(family.positions)) == kept


def test_old_decisions_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minimax, "MOST_REMEMBERED", 2)
    dealer = Minimax(0)
    for letter in "abc":
        places_kept(dealer, lexicon(["abc", "acb"]), letter)
        assert 0 < len(dealer._remembered) <= 2


@settings(max_examples=50)
@given(FOURS, st.integers(0, 3))
def test_wrong_table_costs_the_promise_and_not_the_game(words: set[str], too_much: int) -> None:
    all_words = lexicon(words)
    wrong = refutation_table(range(len(words)), too_much + len(words), groups=1)
    game = started(Minimax(0, {all_words: wrong}), all_words)
    for letter in all_words.alphabet:
        if game.state.status == "in_progress":
            game = guess_letter(game, letter)
    assert game.state.status == "won"
