"""What is remembered of openings is what the dealers would have done."""

import random
from dataclasses import replace

import pytest

from service.engine.game import Game, guess_letter
from service.engine.openings import GUESSES, REMEMBERED, Openings, Remembered
from service.rosters import DEALERS
from tests import factory

ALPHABET = "abcdef"


def begun(dealer: str, seed: int) -> Game:
    chance = random.Random(5)
    words = {"".join(chance.choices(ALPHABET, k=4)) for _ in range(60)}
    return factory.game(words, dealer, max_misses=None, seed=seed, alphabet=ALPHABET)


def played(game: Game, letters: str, openings: Openings | None) -> list[tuple[object, list[int]]]:
    """Answers and cheat lists, guess by guess."""
    split = openings.families if openings else Game.families
    states: list[tuple[object, list[int]]] = []
    for letter in letters:
        if game.status != "in_progress":
            break
        game = guess_letter(game, letter, split)
        states.append((game.transcript.answers[-1], game.ids.tolist()))
    return states


@pytest.mark.parametrize("dealer", DEALERS)
def test_games_with_and_without_a_memory_are_the_same(dealer: str) -> None:
    openings = Openings()

    for seed in range(40):
        letters = "".join(random.Random(seed).sample(ALPHABET, 6))
        game = begun(dealer, seed)
        lexicon = game.lexicon
        for again in range(2):
            shared = replace(begun(dealer, seed), lexicon=lexicon)
            assert played(shared, letters, openings) == played(shared, letters, None), again

    assert openings.hits >= 40


def test_first_guesses_are_remembered_and_later_ones_are_not() -> None:
    openings, game = Openings(), begun("largest-family", 1)

    for _ in range(3):
        played(game, "abcde", openings)

    assert openings.misses == GUESSES
    assert openings.hits == 2 * GUESSES


def test_dealers_share_what_is_remembered_and_decide_for_themselves() -> None:
    openings, game = Openings(), begun("largest-family", 1)
    other = replace(game, dealer=DEALERS["cheat-score"])

    played(game, "a", openings)

    assert played(other, "a", openings) == played(other, "a", None)
    assert (openings.misses, openings.hits) == (1, 1)


def test_list_from_the_memory_is_not_shared_between_games() -> None:
    openings, game = Openings(), begun("largest-family", 1)

    first, second = [guess_letter(game, "a", openings.families) for _ in range(2)]

    assert first.cheat_list is not second.cheat_list
    assert first.ids.tolist() == second.ids.tolist()


def test_memory_is_bounded() -> None:
    openings, game = Openings(), begun("largest-family", 1)
    openings._remembered = {number: Remembered() for number in range(REMEMBERED)}  # of others

    played(game, "ab", openings)

    assert len(openings._remembered) == 2
