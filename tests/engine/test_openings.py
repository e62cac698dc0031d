"""What is remembered of openings is what the dealers would have done."""

import random

import pytest

from service.engine.dealers import DEALERS
from service.engine.game import Game, guess_letter
from service.engine.openings import GUESSES, REMEMBERED, Openings
from tests import factory

ALPHABET = "abcdef"


def begun(dealer: str, seed: int) -> Game:
    chance = random.Random(5)
    words = {"".join(chance.choices(ALPHABET, k=4)) for _ in range(60)}
    return factory.game(words, dealer, max_misses=None, seed=seed, alphabet=ALPHABET)


def played(game: Game, letters: str, openings: Openings | None) -> list[tuple[object, list[int]]]:
    """Answers and cheat lists, guess by guess."""
    found: list[tuple[object, list[int]]] = []
    for letter in letters:
        if game.status != "in_progress":
            break
        game = (
            guess_letter(game, letter, openings.choices) if openings else guess_letter(game, letter)
        )
        found.append((game.transcript.answers[-1], game.cheat_list.tolist()))
    return found


@pytest.mark.parametrize("dealer", DEALERS)
def test_games_with_and_without_a_memory_are_the_same(dealer: str) -> None:
    openings = Openings()

    for seed in range(40):
        letters = "".join(random.Random(seed).sample(ALPHABET, 6))
        game = begun(dealer, seed)
        lexicon = game.lexicon
        for again in range(2):
            shared = Game(**{**vars(begun(dealer, seed)), "lexicon": lexicon})
            assert played(shared, letters, openings) == played(shared, letters, None), again

    assert openings.found >= 40


def test_first_guesses_are_remembered_and_later_ones_are_not() -> None:
    openings, game = Openings(), begun("largest-family", 1)

    for _ in range(3):
        played(game, "abcde", openings)

    assert openings.missed == GUESSES
    assert openings.found == 2 * GUESSES


def test_dealers_do_not_hear_of_one_another() -> None:
    openings, game = Openings(), begun("largest-family", 1)
    other = Game(**{**vars(game), "dealer": DEALERS["cheat-score"]})

    played(game, "a", openings)

    assert played(other, "a", openings) == played(other, "a", None)


def test_memory_is_bounded_and_keeps_lists_packed() -> None:
    openings, game = Openings(), begun("largest-family", 1)
    openings._remembered = dict.fromkeys(range(REMEMBERED), ())  # full, of others

    played(game, "a", openings)
    [[(_, left)]] = openings._remembered.values()
    played(game, "a", openings)

    assert left._ids is None
