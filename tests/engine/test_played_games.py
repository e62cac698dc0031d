"""Games written down as anyone can read them, played again."""

from pathlib import Path

import pytest

from service.choices import MOST_MISSES
from service.engine.game import Game, guess_letter, guess_word
from tests.support import factory

PLAYED = sorted(Path(__file__).parents[1].glob("played/*.txt"))


def line_of(guess: str, game: Game, *, scored: bool) -> list[str]:
    answer = "hit" if game.transcript.answers[-1].hit else "miss"
    left = str(len(game.ids)) + (f"/{game.cheat_score}" if scored else "")
    return ["guess", guess, game.transcript.pattern, answer, "words", left]


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_game_is_played_as_written(path: Path) -> None:
    lines = [line.split() for line in path.read_text().splitlines() if not line.startswith("#")]
    words, dealer, *guesses = lines
    assert guesses
    game = factory.game(words[1:], dealer[1], max_misses=MOST_MISSES)

    for line in guesses:
        guess = line[1]
        game = guess_letter(game, guess) if len(guess) == 1 else guess_word(game, guess)

        assert line_of(guess, game, scored="/" in line[-1]) == line
