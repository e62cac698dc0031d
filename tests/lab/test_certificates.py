"""Certificates prove what they say, and a wrong one is refused where it fails."""

import copy
import json
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hangman_lab.exact.certificates import dealers_table, players_tree, smallest
from hangman_lab.verify.certificate import check
from hangman_lab.verify.words import BadCertificate
from service.search.budget import Budget
from service.search.values import Search, value
from tests.support.factory import lexicon
from tests.support.referee import misses_forced

WORDS = st.sets(st.text("abcdefg", min_size=4, max_size=4), min_size=2, max_size=25)
GROUP = {"bills", "dills", "fills", "gills"}
THREE = {"bills", "dills", "fills"}  # too few for a one-letter group that needs no replies


def certificates(words: set[str]) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The player's and, where a miss can be forced, the dealer's."""
    all_words = lexicon(words)
    search = Search(all_words, range(len(all_words)), Budget())
    *_, bounds = value(search)
    tree = players_tree(search, search.root, bounds.upper)
    player = {"kind": "player", "misses": bounds.upper, "tree": tree}
    if bounds.refutation is None:
        return player, None
    table = dealers_table(search.lexicon, smallest(all_words, bounds.refutation, lambda: True))
    return player, json.loads(json.dumps({"kind": "dealer", "misses": bounds.lower, **table}))


@settings(max_examples=120)
@given(WORDS)
def test_every_value_is_proved_from_both_sides(words: set[str]) -> None:
    player, dealer = certificates(words)
    assume(dealer)
    assert dealer

    assert "finds each of" in check(player, words)
    assert "forces" in check(dealer, words)
    assert dealer["misses"] == player["misses"] == misses_forced(frozenset(words))


@settings(max_examples=60)
@given(WORDS)
def test_nobody_can_claim_more(words: set[str]) -> None:
    player, dealer = certificates(words)
    assume(dealer)
    assert dealer

    with pytest.raises(BadCertificate, match="one miss too many"):
        check({**player, "misses": player["misses"] - 1}, words)
    with pytest.raises(BadCertificate, match="refutations: they force"):
        check({**dealer, "misses": dealer["misses"] + 1}, words)


def test_words_that_force_nothing_need_no_dealer() -> None:
    player, dealer = certificates({"abc", "acb"})

    assert check(player, {"abc", "acb"}) == (
        "a player who knows how finds each of 2 words, with misses: 0"
    )
    assert dealer is None


def test_refutation_of_a_group_is_the_group() -> None:
    _, dealer = certificates(GROUP | {"bolts", "zebra"})

    assert dealer
    assert dealer["refutations"] == []
    assert list(map(set, dealer["groups"])) == [GROUP]


@pytest.mark.parametrize(
    ("spoil", "place"),
    [
        (lambda table: table["refutations"].pop(), "refutation bills dills fills: no reply to b"),
        (
            lambda table: table["refutations"].append([["bills"], 1]),
            "refutation bills: one word forces no miss",
        ),
        (
            lambda table: table["refutations"].append([["balls", "bills"], 1]),
            "refutations: not among the words: balls",
        ),
        (
            lambda table: table["groups"].append(["bills", "dolls"]),
            "one-letter group bills dolls: they differ",
        ),
    ],
)
def test_wrong_refutation_is_refused_where_it_fails(spoil: Any, place: str) -> None:
    _, dealer = certificates(THREE)
    assert dealer
    wrong = copy.deepcopy(dealer)

    spoil(wrong)

    with pytest.raises(BadCertificate, match=place):
        check(wrong, THREE | {"dolls"})


@pytest.mark.parametrize(
    ("tree", "place"),
    [
        ("bills", "the first guess: it says bills, but there are bills, dills, fills and 1 more"),
        (["b", {"0": "bills"}], "the first guess, b at no place: nothing is said of dills"),
        (["b", {"0": "dills", "": "x"}], "b at 0: it says dills, but there are bills"),
        (7, "the first guess: neither a word nor a letter"),
    ],
)
def test_wrong_tree_is_refused_where_it_fails(tree: object, place: str) -> None:
    with pytest.raises(BadCertificate, match=place):
        check({"kind": "player", "misses": 3, "tree": tree}, GROUP)


def test_what_is_of_no_kind_is_refused() -> None:
    with pytest.raises(BadCertificate, match="kind: 'judge' is not one of player, dealer"):
        check({"misses": 1, "kind": "judge"}, GROUP)
