"""How our guessers do in the environment: `python -m hangman_lab.gym.baselines` prints Markdown."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hangman_lab.gym.hangman_env import HangmanEnv
from hangman_lab.gym.table import Observation
from service.engine.guessers import Guesser
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords, possible_words
from service.engine.transcript import Transcript, letter_answer
from service.registry import GUESSERS

Player: TypeAlias = Callable[[Observation, int], int]  # what it sees and a seed to a letter

DEALERS: Final = ("honest", "largest-family", "cheat-score")
GAMES: Final = 100
LENGTH: Final = 6
NEVER_HANGED: Final = 26  # misses: no game has as many
HANGED_AT: Final = 8  # misses: what a game that is won has fewer than


def possible(lexicon: Lexicon, seen: Observation) -> PossibleWords:
    """The words that fit an observation."""
    answers = [
        letter_answer(lexicon.alphabet[letter], _places(seen["pattern"] == letter))
        for letter in np.flatnonzero(seen["guessed"]).tolist()
    ]
    return possible_words(lexicon, Transcript(lexicon.length, tuple(answers)))


def guessing(guesser: Guesser, lexicon: Lexicon) -> Player:
    """A player that guesses as one of our guessers; without chance it thinks once of a position."""
    picked: dict[tuple[bytes, bytes, int], int] = {}

    def letter(seen: Observation, seed: int) -> int:
        if guesser.is_deterministic:
            seed = 0
        key = seen["pattern"].tobytes(), seen["guessed"].tobytes(), seed
        if key not in picked:
            picked[key] = guesser.pick(possible(lexicon, seen), seed)
        return picked[key]

    return letter


def any_letter(seen: Observation, seed: int) -> int:
    """A letter not guessed yet, at random."""
    letters = np.flatnonzero(seen["guessed"] == 0)
    return int(np.random.default_rng([seed, len(letters)]).choice(letters))


def misses(env: HangmanEnv, player: Player) -> NDArray[np.int64]:
    """The misses of a player in the games with the seeds 0, 1, …, (games,)."""
    return np.array([_misses(env, player, seed) for seed in range(GAMES)])


def _misses(env: HangmanEnv, player: Player, seed: int) -> int:
    seen, _ = env.reset(seed=seed)
    is_over = False
    while not is_over:
        seen, _, is_over, _, _ = env.step(np.int64(player(seen, seed)))
    return NEVER_HANGED - int(seen["misses_left"])


def _places(shown: Any) -> int:
    return sum(1 << place for place in np.flatnonzero(shown).tolist())


def main() -> None:
    """Print a row for each guesser: its misses against each dealer, and the games that it wins."""
    envs = [HangmanEnv(dealer, length=LENGTH, max_misses=NEVER_HANGED) for dealer in DEALERS]
    lexicon = envs[0].table.lexicon
    players = {name: guessing(guesser, lexicon) for name, guesser in GUESSERS.items()}
    print(f"| player | {' | '.join(f'`{dealer}`' for dealer in DEALERS)} |")
    print(f"|---|{'---:|' * len(DEALERS)}")
    for name, player in {"any letter": any_letter, **players}.items():
        counts = [misses(env, player) for env in envs]
        cells = [f"{many.mean():.2f} ({(many < HANGED_AT).mean():.0%})" for many in counts]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
