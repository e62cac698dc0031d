"""What is remembered of openings is what the dealers would have done."""

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from service.engine import openings as openings_module
from service.engine.game import Game, guess_letter
from service.engine.openings import GUESSES, Openings
from service.registry import DEALERS
from tests import factory

ALPHABET = "abcdef"


def begun(dealer: str, seed: int) -> Game:
    chance = random.Random(5)
    words = sorted({"".join(chance.choices(ALPHABET, k=4)) for _ in range(60)})
    return factory.game(words, dealer, max_misses=None, seed=seed, alphabet=ALPHABET)


def played(
    game: Game, letters: Iterable[str], openings: Openings | None
) -> list[tuple[object, list[int]]]:
    """Answers and cheat lists, guess by guess."""
    split = openings.families if openings else Game.families
    states: list[tuple[object, list[int]]] = []
    for letter in letters:
        if game.status != "in_progress":
            break
        game = guess_letter(game, letter, split)
        states.append((game.transcript.answers[-1], game.ids.tolist()))
    return states


def hits(game: Game, letters: str, openings: Openings | None) -> list[bool]:
    split = openings.families if openings else Game.families
    for letter in letters:
        game = guess_letter(game, letter, split)
    return [answer.hit for answer in game.transcript.answers]


@pytest.mark.parametrize("dealer", DEALERS)
def test_games_with_and_without_a_memory_are_the_same(dealer: str) -> None:
    openings, lexicon = Openings(), begun(dealer, 1).lexicon  # one for all: they share the memory

    for seed in range(40):
        game = replace(begun(dealer, seed), lexicon=lexicon)
        letters = random.Random(seed).sample(ALPHABET, 6)
        assert played(game, letters, openings) == played(game, letters, None), seed

    assert openings.hits >= 30


@pytest.mark.parametrize("order", [["ea", "za"], ["za", "ea"]])
def test_list_that_other_letters_have_led_to_is_judged_by_the_letters_of_this_game(
    order: list[str],
) -> None:
    """After e, or after z, four words are left; a cheat score counts letters not guessed yet."""
    game = factory.game(["bbbbbe", "ccccce", "ddddde", "ahijke"], "cheat-score", max_misses=None)
    openings = Openings()

    answers = {letters: hits(game, letters, openings) for letters in order}

    assert answers == {letters: hits(game, letters, None) for letters in order}
    assert answers == {"ea": [True, True], "za": [False, False]}
    assert openings.hits == 1


def test_first_guesses_are_remembered_and_later_ones_are_not() -> None:
    openings, game = Openings(), begun("largest-family", 1)

    for _ in range(3):
        played(game, "abcde", openings)

    assert openings.misses == GUESSES
    assert openings.hits == 2 * GUESSES


def test_honest_game_finds_what_games_of_a_cheat_have_left_and_decides_for_itself() -> None:
    """So that its answers come as fast: nobody is told by the memory who else deals here."""
    cheated = begun("largest-family", 1)
    said = played(cheated, "abc", None)
    honest = next(
        game
        for game in (replace(begun("honest", seed), lexicon=cheated.lexicon) for seed in range(999))
        if played(game, "abc", None) == said
    )
    openings = Openings()
    played(cheated, "abc", openings)

    assert played(honest, "abc", openings) == said
    assert (openings.misses, openings.hits) == (3, 3)


@pytest.mark.parametrize("dealer", DEALERS)
def test_dealers_share_what_is_remembered_and_decide_for_themselves(dealer: str) -> None:
    openings, game = Openings(), begun("largest-family", 1)
    other = replace(game, dealer=DEALERS[dealer])

    played(game, "a", openings)

    assert played(other, "a", openings) == played(other, "a", None)
    assert (openings.misses, openings.hits) == (1, 1)


def test_list_from_the_memory_is_not_shared_between_games() -> None:
    openings, game = Openings(), begun("largest-family", 1)

    first, second = [guess_letter(game, "a", openings.families) for _ in range(2)]

    assert first.cheat_list is not second.cheat_list
    assert first.ids.tolist() == second.ids.tolist()


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings_module, "REMEMBERED", 4)
    openings, game = Openings(), begun("largest-family", 1)

    for letter in "abcdef":  # the fifth starts the memory anew
        played(game, letter, openings)
    misses = openings.misses
    for letter in "efabcd":
        played(game, letter, openings)

    assert (misses, openings.hits) == (6, 2)
