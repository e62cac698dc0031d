"""One game of hangman as an environment of Gymnasium."""

import os
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, TypeAlias, TypeVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from service.choices import SEEDS
from service.dictionaries.dictionary import Dictionary, folders_by_name, load_with_tables
from service.engine.game import Game, guess_letter, start
from service.engine.transcript import places
from service.plugins import load_plugins
from service.registry import dealers
from service.settings import Places

Observation: TypeAlias = dict[str, Any]  # arrays, by the keys of the observation space

Name = TypeVar("Name", str, int)
Chosen = TypeVar("Chosen")

REWARDS: Final = {"won": 1.0, "lost": -1.0, "in_progress": 0.0}
REPEATED: Final = -1.0  # for a letter that was guessed before: a player could repeat it forever


class HangmanEnv(gymnasium.Env[Observation, np.int64]):
    """Hangman against a dealer that may cheat.

    ## Description
    The player guesses letters of a hidden word. The dealer shows where each stands, or says that it
    is not in the word. Most dealers here do not have a word: they choose their answers, but so that
    at least one word of the dictionary fits all of them. `honest` has a word.

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
    All places are hidden. `reset(seed=s)` starts the game of the seed `s`, which decides the word
    of `honest` and every other random choice. `POST /games` with this seed starts the same game.
    Each `reset()` without a seed draws one from the first seed.

    ## Rewards
    - +1 for the word
    - -1 for the miss that hangs
    - -1 for a letter that was guessed before; it changes nothing else
    - 0 for any other letter

    ## Episode End
    Termination: the whole word is shown, or the player has made `max_misses` misses.
    A game is never truncated: it ends after at most 26 letters, not counting repeated ones.

    ## Information
    - `action_mask` (26,) int8: 1 for each letter not guessed yet, for `action_space.sample`
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
        load_plugins(Places.from_environ(os.environ).plugins)
        words = _dictionary(dictionary)
        self.lexicon = _chosen("length", length, words.lexicons)
        self._dealer = _chosen("dealer", dealer, dealers([words]))
        self._max_misses = max_misses
        letters = len(self.lexicon.alphabet)
        self.action_space = spaces.Discrete(letters)
        self.observation_space = spaces.Dict(
            {
                "pattern": spaces.MultiDiscrete([letters + 1] * length),
                "guessed": spaces.MultiBinary(letters),
                "misses_left": spaces.Discrete(max_misses + 1),
            }
        )
        self.render_mode = render_mode
        self.game = self._game(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start the game of a seed."""
        super().reset(seed=seed, options=options)
        self.game = self._game(int(self.np_random.integers(SEEDS)) if seed is None else seed)
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Guess a letter."""
        if self.game.guessed_letters >> int(action) & 1:
            reward = REPEATED
        else:
            self.game = guess_letter(self.game, self.lexicon.alphabet[action])
            reward = REWARDS[self.game.state.status]
        is_over = self.game.state.status != "in_progress"
        return self._observation(), reward, is_over, False, self._info()

    def render(self) -> str | None:
        """The pattern and the misses left: `_e__e___  5`."""
        if self.render_mode is None:
            return None
        return f"{self.game.transcript.pattern}  {self.game.state.remaining_guesses}"

    def _game(self, seed: int) -> Game:
        length, most = self.lexicon.length, self._max_misses
        words = {length: self.lexicon}
        return start(words, self._dealer, length=length, max_misses=most, seed=seed)

    def _observation(self) -> Observation:
        pattern = np.full(self.lexicon.length, len(self.lexicon.alphabet))
        for answer in self.game.transcript.answers:
            pattern[places(answer.positions)] = self.lexicon.alphabet.index(answer.guess)
        left = self.game.state.remaining_guesses
        return {
            "pattern": pattern,
            "guessed": 1 - self._mask(),
            "misses_left": np.int64(left or 0),
        }

    def _info(self) -> dict[str, Any]:
        mask = {"action_mask": self._mask()}
        state = self.game.state
        return mask if state.status == "in_progress" else {**mask, "word": state.word}

    def _mask(self) -> NDArray[np.int8]:
        """1 for each letter that was not guessed, (letters,) int8."""
        letters = np.arange(len(self.lexicon.alphabet), dtype=np.uint64)
        return (~np.uint64(self.game.guessed_letters) >> letters & 1).astype(np.int8)


@cache  # for the environments of a vector
def _dictionary(name: str) -> Dictionary:
    """A dictionary by its name. Raises ValueError."""
    folders = Places.from_environ(os.environ).dictionary_folders
    place = _chosen("dictionary", name, folders_by_name(folders))
    return load_with_tables([place], folders)[name]


def _chosen(kind: str, name: Name, choices: Mapping[Name, Chosen]) -> Chosen:
    """The choice with this name. Raises ValueError, which lists all names."""
    if name not in choices:
        names = ", ".join(map(str, choices))
        raise ValueError(f"there is no {kind} {name!r}; there are: {names}")
    return choices[name]
