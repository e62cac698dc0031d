"""One game of hangman as an environment of Gymnasium."""

from typing import Any

import gymnasium
import numpy as np

from hangman_lab.gym.table import Observation, Reward, Table
from service.engine.game import SEEDS


class HangmanEnv(gymnasium.Env[Observation, np.int64]):
    """Hangman against a dealer that may cheat.

    ## Description
    The player guesses letters of a hidden word. The dealer shows where each stands, or says that it
    is not in the word. Most dealers here have no word: they answer as it suits them, but so that at
    least one word of the dictionary fits everything that they have said. `honest` has one.

    ## Action Space
    `Discrete(26)`: the letter to guess, by its place in the alphabet.

    ## Observation Space
    A `Dict`:

    | key           | space                          | meaning                              |
    |---------------|--------------------------------|--------------------------------------|
    | `pattern`     | `MultiDiscrete([27] * length)` | the letter at each place; 26: hidden |
    | `guessed`     | `MultiBinary(26)`              | 1 for each letter that was guessed   |
    | `misses_left` | `Discrete(max_misses + 1)`     | 0 when the player is hanged          |

    With another alphabet, 26 is its size.

    ## Starting State
    All places are hidden. `reset(seed=s)` starts the game of the seed `s`, which draws the word of
    `honest` and everything else that is left to chance: it is the game that `POST /games` starts
    with this seed. Each `reset()` after that draws its own seed from the first.

    ## Rewards
    - +1 for the word
    - -1 for the miss that hangs
    - -1 for a letter that was guessed before; it changes nothing else
    - 0 for any other letter

    ## Episode End
    Termination: the whole word is shown, or the player has made `max_misses` misses.
    Nothing is truncated: a game takes 26 letters at most, not counting those said before.

    ## Information
    - `action_mask` (26,) int8: 1 for each letter not guessed yet, as `action_space.sample` takes it
    - `word`: at the end, the word that the dealer shows

    ## Arguments
    - `dealer="largest-family"`: `largest-family`, `cheat-score`, `minimax`, `honest` …
    - `dictionary="en"`: a dictionary that is shipped, or one of your own
    - `length=8`: how many letters the word has
    - `max_misses=8`: how many misses hang the player
    - `render_mode=None`: `ansi` makes `render` return the pattern and the misses left as a line

    ```python
    import gymnasium

    env = gymnasium.make("hangman_lab.gym:EvilHangman-v0", dealer="honest", length=6)
    ```

    ## Version History
    * v0: the first
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # Gymnasium declares it so

    def __init__(
        self,
        dealer: str = "largest-family",
        dictionary: str = "en",
        length: int = 8,
        max_misses: int = 8,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table.laid(dealer, dictionary, length, max_misses)
        self.action_space = self.table.action_space
        self.observation_space = self.table.observation_space
        self.render_mode = render_mode
        self.game = self.table.game(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start the game of a seed."""
        super().reset(seed=seed, options=options)
        drawn = int(self.np_random.integers(SEEDS)) if seed is None else seed
        self.game = self.table.game(drawn)
        return self.table.seen(self.game), self._info()

    def step(self, action: np.int64) -> tuple[Observation, Reward, bool, bool, dict[str, Any]]:
        """Guess a letter."""
        self.game, reward = self.table.after(self.game, int(action))
        is_over = self.game.status != "in_progress"
        return self.table.seen(self.game), reward, is_over, False, self._info()

    def render(self) -> str | None:
        """The pattern and the misses left: `_e__e___  5`."""
        if self.render_mode is None:
            return None
        return f"{self.game.transcript.pattern}  {self.game.state.remaining_guesses}"

    def _info(self) -> dict[str, Any]:
        mask = {"action_mask": self.table.action_mask(self.game)}
        return mask if self.game.status == "in_progress" else {**mask, "word": self.game.word}
