"""Cores worked out beforehand: whoever keeps to them forces what they promise."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.analysis.checking import BadCertificate
from service.analysis.checking_tables import check_table
from service.analysis.guarantees import guarantees
from service.analysis.thinning import proven_by, thinned
from service.dictionaries.cores_file import cores_bytes, cores_in
from service.dictionaries.dictionary import Dictionary
from service.dictionaries.errors import DictionaryError
from service.engine.dealers import Minimax
from service.engine.forced import forced
from service.engine.game import guess_letter, start
from service.engine.lexicon import Lexicon
from service.engine.nodes import Nodes
from service.engine.proven import Proven, proven
from service.engine.search import Search, value
from tests.factory import lexicon
from tests.referee import misses_forced

WORDS = st.sets(st.text("abcdef", min_size=4, max_size=4), min_size=2, max_size=16)


class Unpromising(Minimax):
    """Minimax, of whom nothing is believed."""

    def promises(self, lexicon: Lexicon) -> int:
        del lexicon
        return 0


def with_table(words: set[str]) -> Lexicon:
    of = lexicon(words)
    *_, bounds = value(Search(of, range(len(of)), Nodes()))
    return replace(of, proven=proven_by(thinned(of, bounds.core))) if bounds.core else of


@settings(max_examples=150, deadline=None)
@given(WORDS)
def test_dealer_who_cannot_look_ahead_keeps_the_promise(words: set[str]) -> None:
    of = with_table(words)

    *_, found = guarantees(of, Unpromising(0), lambda: True)

    assert found.exact
    assert found.lower == misses_forced(frozenset(words)) == Minimax(0).promises(of)


@settings(max_examples=150, deadline=None)
@given(WORDS)
def test_table_passes_the_checker(words: set[str]) -> None:
    table = with_table(words).proven

    if table:
        assert f"forces misses: {table.promise}" in checked(table, lexicon(words))


@settings(max_examples=100, deadline=None)
@given(WORDS, st.data())
def test_table_never_says_too_much(words: set[str], data: st.DataObject) -> None:
    of = with_table(words)
    game = start({4: of}, Minimax(0), length=4, max_misses=None, seed=1)
    while of.proven and len(game.cheat_list) > 1:
        left = frozenset(of.words(game.cheat_list))
        assert of.proven.misses_forced(game.cheat_list) <= misses_forced(left)
        assert forced(of, game.cheat_list, 0, Nodes(lambda _: False)).lower <= misses_forced(left)
        unknown = sorted(set(of.alphabet) - set(game.transcript.guessed_letters))
        game = guess_letter(game, data.draw(st.sampled_from(unknown)))


@settings(max_examples=50, deadline=None)
@given(WORDS)
def test_core_that_lacks_a_reply_is_named(words: set[str]) -> None:
    table = with_table(words).proven
    if table is None or not len(table.forced):
        return
    forced_too_much = table.forced.copy()
    forced_too_much[0] += 1

    with pytest.raises(BadCertificate, match=r"core .*: no reply to"):
        checked(replace(table, forced=forced_too_much), lexicon(words))


@settings(max_examples=50, deadline=None)
@given(WORDS, st.integers(0, 3))
def test_wrong_table_costs_the_promise_and_not_the_game(words: set[str], forced: int) -> None:
    of = lexicon(words)
    everything = tuple(range(len(of)))
    game = start(
        {4: replace(of, proven=proven([(everything, forced + len(of))], [everything]))},
        Minimax(0), length=4, max_misses=None, seed=1,
    )  # fmt: skip

    for letter in of.alphabet:
        if game.status == "in_progress":
            game = guess_letter(game, letter)

    assert game.status == "won"


def test_words_that_are_no_star_are_named() -> None:
    with pytest.raises(BadCertificate, match="star bills bolts"):
        check_table(["bills", "bolts"], [], [["bills", "bolts"]])


@pytest.mark.parametrize("length", [8, 9, 12])
def test_shipped_table_promises_the_value(
    dictionaries: Mapping[str, Dictionary], length: int
) -> None:
    dictionary = dictionaries["en"]
    of = dictionary.lexicons[length]

    assert of.proven
    assert of.proven.promise == dictionary.misses_forced[length].lower
    assert f"forces misses: {of.proven.promise}" in checked(of.proven, of)


@settings(max_examples=25, deadline=None)
@given(WORDS)
def test_file_gives_the_table_back(
    tmp_path_factory: pytest.TempPathFactory, words: set[str]
) -> None:
    table = with_table(words).proven
    path = tmp_path_factory.mktemp("cores") / "04.cores"
    if table:
        path.write_bytes(cores_bytes(table))
        assert cores_bytes(cores_in(path)) == cores_bytes(table)
        path.write_bytes(cores_bytes(table)[:-3])
        with pytest.raises(DictionaryError, match=r"04\.cores: no table of cores"):
            cores_in(path)


def test_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "04.cores"
    path.write_bytes(b"words\n{}\n")

    with pytest.raises(DictionaryError, match="of another format"):
        cores_in(path)


def checked(table: Proven, of: Lexicon) -> str:
    words = of.words(table.words)
    cores = [[words[place] for place in places] for places in table.places(table.cores)]
    stars = [[words[place] for place in places] for places in table.places(table.stars)]
    return check_table(words, list(zip(cores, table.forced.tolist(), strict=True)), stars)
