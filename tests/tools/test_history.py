"""The checker of histories finds what it is for, in histories that are made up."""

from dataclasses import replace

import pytest

from tools.faults.history import Call, Ending, History

WORD = "deed"


def call(letter: str, version: int, **more: object) -> Call:
    """An acknowledged guess in the game `g`, with the answer that fits the word."""
    positions = tuple(place for place, each in enumerate(WORD) if each == letter)
    told = Call("g", letter, f"key-{letter}", version, 0.1, 200, "", version, positions)
    return replace(told, **more)  # type: ignore[arg-type]  # fields of a call


E, A, D = call("e", 2), call("a", 3), call("d", 4)
ENDING = Ending((("e", "a", "d"), ("e", "a", "d")), WORD)
REFUSED = call("e", 3, status=409, code="already-guessed")
UNANSWERED = call("x", 0, status=0)


def test_history_that_is_true_holds() -> None:
    found = History([E, UNANSWERED, A, REFUSED, D]).verdict({"g": ENDING})

    assert found.holds
    assert str(found) == "0 lost, nothing doubled or contradicted"


def test_guess_after_the_end_of_the_history_is_no_fault() -> None:
    longer = Ending((("e", "a", "d", "x"),), WORD)

    assert History([E, A, D]).verdict({"g": longer}).holds


@pytest.mark.parametrize(
    ("shown", "lost"),
    [
        (("e", "a"), [D]),  # the last one is gone
        (("e", "d"), [A, D]),  # one is gone, and another one has its place
        (("e", "d", "a"), [A, D]),  # both are there, in another order
        (None, [E, A, D]),  # the game is gone
    ],
)
def test_lost_guess_is_found(shown: tuple[str, ...] | None, lost: list[Call]) -> None:
    found = History([E, A, D]).verdict({"g": Ending((shown,), WORD)})

    assert list(found.lost) == lost
    assert not found.holds
    assert not found.contradictions


def test_letter_that_was_refused_as_guessed_must_be_there() -> None:
    found = History([REFUSED]).verdict({"g": Ending((("a",),), WORD)})

    assert found.lost == (REFUSED,)


def test_letter_that_is_twice_in_a_game_is_doubled() -> None:
    found = History([E]).verdict({"g": Ending((("e", "e"),), WORD)})

    assert found.doubled == ("g",)
    assert not found.holds


def test_key_with_two_versions_is_doubled() -> None:
    again = replace(A, key=E.key)

    assert History([E, again]).verdict({"g": ENDING}).doubled == ("g",)


@pytest.mark.parametrize("positions", [(), (1,), (0, 3), (1, 2, 3)])
def test_answer_that_does_not_fit_is_found(positions: tuple[int, ...]) -> None:
    wrong = replace(E, positions=positions)

    assert History([wrong, A]).verdict({"g": ENDING}).misfits == (wrong,)


def test_miss_of_a_letter_that_the_word_has_is_found() -> None:
    assert History([replace(D, positions=())]).verdict({"g": ENDING}).misfits


def test_replayed_answer_may_show_a_later_game() -> None:
    replayed = replace(E, positions=(), replayed=True)

    assert History([E, A, replayed]).verdict({"g": ENDING}).holds


def test_instances_that_disagree_are_found() -> None:
    disputed = Ending((("e", "a", "d"), ("e", "a")), WORD)

    assert History([E, A]).verdict({"g": disputed}).disputed == ("g",)


def test_version_that_does_not_rise_is_found() -> None:
    again = replace(A, sent=9.0)

    assert History([E, A, again]).verdict({"g": ENDING}).disordered == ("g",)


def test_player_who_was_told_of_a_rollback_may_see_versions_fall() -> None:
    told = call("d", 2, status=412, code="version-mismatch")

    assert History([E, A, told, replace(A, sent=9.0)]).verdict({"g": ENDING}).holds


def test_rollback_that_nobody_told_of_counts_as_lost_alone() -> None:
    after = call("x", 3)

    found = History([E, A, D, after]).verdict({"g": Ending((("e", "x"),), WORD)})

    assert found.lost == (A, D)
    assert not found.contradictions
