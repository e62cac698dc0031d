"""How our guessers do in the environment: `python -m hangman_lab.gym.baselines` prints Markdown."""

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np

from hangman_lab.gym.hangman_env import HangmanEnv
from service.engine.game import Game
from service.engine.possible_words import PossibleWords
from service.registry import GUESSERS

Player: TypeAlias = Callable[[Game, int], int]  # a game and its seed to a letter

DEALERS: Final = ("honest", "largest-family", "cheat-score")
GAMES: Final = 100
LENGTH: Final = 6
NEVER_HANGED: Final = 26  # misses: no game has as many
HANGED_AT: Final = 8  # misses: what a game that is won has fewer than


def any_letter(game: Game, seed: int) -> int:
    """A letter not guessed yet, at random."""
    hidden = game.hidden_letters >> np.arange(len(game.lexicon.alphabet)) & 1
    letters = np.flatnonzero(hidden)
    return int(np.random.default_rng([seed, len(letters)]).choice(letters))


def guessing(name: str) -> Player:
    """A player that guesses as one of our guessers; without chance it thinks once of a position."""
    guesser, letters = GUESSERS[name], dict[tuple[bytes, int, int], int]()

    def letter(game: Game, seed: int) -> int:
        seed = 0 if guesser.is_deterministic else seed
        key = game.ids.tobytes(), game.guessed_letters, seed
        if key not in letters:
            possible = PossibleWords(game.lexicon, game.ids, game.guessed_letters)
            letters[key] = guesser.pick(possible, seed)
        return letters[key]

    return letter


def misses(env: HangmanEnv, player: Player, seed: int) -> int:
    """The misses of a player in the game of a seed."""
    env.reset(seed=seed)
    while env.game.status == "in_progress":
        env.step(np.int64(player(env.game, seed)))
    return env.game.transcript.misses


def main() -> None:
    """Print a row for each guesser: its misses against each dealer, and the games that it wins."""
    envs = [HangmanEnv(dealer, length=LENGTH, max_misses=NEVER_HANGED) for dealer in DEALERS]
    print(f"| player | {' | '.join(f'`{dealer}`' for dealer in DEALERS)} |")
    print(f"|---|{'---:|' * len(DEALERS)}")
    for name, player in {"any letter": any_letter, **{n: guessing(n) for n in GUESSERS}}.items():
        counts = [np.array([misses(env, player, seed) for seed in range(GAMES)]) for env in envs]
        cells = [f"{many.mean():.2f} ({(many < HANGED_AT).mean():.0%})" for many in counts]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
