"""Refutations worked out beforehand: whoever keeps to them forces what they promise."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hangman_lab.exact.guarantees import guarantees
from hangman_lab.exact.minimization import minimized, table_of
from hangman_lab.exact.tables import promise, spelled_table
from hangman_lab.tables import refutations_bytes
from hangman_lab.verify.value import check_table
from hangman_lab.verify.words import BadCertificate
from service.dictionaries.arrays import DictionaryError
from service.dictionaries.dictionary import Dictionary
from service.dictionaries.exact_tables import REFUTATIONS
from service.engine.game import guess_letter, start
from service.engine.lexicon import Lexicon
from service.search.budget import Budget
from service.search.game_values import value_bounds
from service.search.minimax import Minimax
from service.search.refutation_table import RefutationTable
from service.search.values import Search, value
from tests.support.factory import lexicon
from tests.support.referee import misses_forced

WORDS = st.sets(st.text("abcdef", min_size=4, max_size=4), min_size=2, max_size=16)


def table_of_words(words: set[str]) -> tuple[Lexicon, RefutationTable | None]:
    all_words = lexicon(words)
    *_, bounds = value(Search(all_words, range(len(all_words)), Budget()))
    return all_words, table_of(
        minimized(all_words, bounds.refutation)
    ) if bounds.refutation else None


@settings(max_examples=80)
@given(WORDS)
def test_dealer_who_cannot_look_ahead_keeps_the_promise(words: set[str]) -> None:
    all_words, table = table_of_words(words)
    assume(table)
    assert table

    *_, guarantee = guarantees(all_words, Minimax(0, {all_words: table}), lambda: True)

    assert guarantee.exact
    assert guarantee.lower == misses_forced(frozenset(words)) == promise(table)


@settings(max_examples=100)
@given(WORDS)
def test_table_passes_the_checker(words: set[str]) -> None:
    all_words, table = table_of_words(words)
    assume(table)
    assert table

    assert f"forces misses: {promise(table)}" in checked(table, all_words)


@settings(max_examples=60)
@given(WORDS, st.data())
def test_table_never_says_too_much(words: set[str], data: st.DataObject) -> None:
    all_words, table = table_of_words(words)
    assume(table)
    assert table
    game = start({4: all_words}, Minimax(0, {all_words: table}), length=4, max_misses=1000, seed=1)
    while len(game.ids) > 1:
        most = misses_forced(frozenset(all_words.words(game.ids)))
        assert table.misses_forced(game.ids) <= most
        assert value_bounds(all_words, game.ids, Budget(lambda _: False), table).lower <= most
        unknown = sorted(set(all_words.alphabet) - set(game.transcript.guessed_letters))
        game = guess_letter(game, data.draw(st.sampled_from(unknown)))


@settings(max_examples=50)
@given(WORDS)
def test_refutation_that_lacks_a_reply_is_named(words: set[str]) -> None:
    all_words, table = table_of_words(words)
    assume(table and len(table.forced))
    assert table
    forced_too_much = table.forced.copy()
    forced_too_much[0] += 1

    with pytest.raises(BadCertificate, match=r"refutation .*: no reply to"):
        checked(replace(table, forced=forced_too_much), all_words)


def test_words_that_are_no_group_are_named() -> None:
    with pytest.raises(BadCertificate, match="one-letter group bills bolts"):
        check_table([], [["bills", "bolts"]], 1, ["bills", "bolts"])


@pytest.mark.parametrize("length", [8, 9, 12])
def test_shipped_table_promises_the_value(
    dictionaries: Mapping[str, Dictionary], length: int
) -> None:
    dictionary = dictionaries["en"]
    table = dictionary.refutation_tables[length]

    assert promise(table) == dictionary.misses_forced[length].lower
    assert f"forces misses: {promise(table)}" in checked(table, dictionary.lexicons[length])


@settings(max_examples=25)
@given(WORDS)
def test_file_gives_the_table_back(
    tmp_path_factory: pytest.TempPathFactory, words: set[str]
) -> None:
    _, table = table_of_words(words)
    assume(table)
    assert table
    path = tmp_path_factory.mktemp("refutations") / "04.refutations"

    path.write_bytes(refutations_bytes(table))
    assert refutations_bytes(REFUTATIONS.read(path)) == refutations_bytes(table)

    path.write_bytes(refutations_bytes(table)[:-3])
    with pytest.raises(DictionaryError, match=r"04\.refutations: no table of refutations"):
        REFUTATIONS.read(path)


def checked(table: RefutationTable, all_words: Lexicon) -> str:
    content = spelled_table(table, all_words.words(table.words))
    everything = all_words.words(all_words.everything)
    return check_table(content["refutations"], content["groups"], promise(table), everything)
