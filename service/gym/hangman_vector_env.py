"""Many games of hangman as one vector environment of Gymnasium."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from service.engine.game import SEEDS, Game
from service.gym.table import Observation, Table

Steps = tuple[
    Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]


class HangmanVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Games as those of `HangmanEnv`, whose docstring says what is seen and rewarded, side by side.

    `reset(seed=s)` gives the games the seeds s, s + 1, …; each then draws its own seeds, so a game
    goes on as a `HangmanEnv` with its seed would. A game that is over starts anew at the next step,
    whatever the action (Gymnasium's `NEXT_STEP`).
    """

    metadata = {  # noqa: RUF012  # Gymnasium declares it so
        "render_modes": ["ansi"],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        dealer: str = "largest-family",
        dictionary: str = "en",
        length: int = 8,
        max_misses: int = 8,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table.laid(dealer, dictionary, length, max_misses)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_action_space = self.table.action_space
        self.single_observation_space = self.table.observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.games: list[Game] = []
        self._chances: list[np.random.Generator] = []

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Start all games anew; a list has a seed for each, or None to go on drawing."""
        del options
        seeds = self._seeds(seed)
        if not self._chances:
            self._chances = [self._chance(None) for _ in seeds]
        self._chances = [
            chance if given is None else self._chance(given)
            for chance, given in zip(self._chances, seeds, strict=True)
        ]
        self.games = [
            self._drawn(index) if given is None else self.table.game(given)
            for index, given in enumerate(seeds)
        ]
        return self._seen(), self._infos()

    def step(self, actions: NDArray[np.int64]) -> Steps:
        """Guess a letter in each game; those that are over start anew."""
        rewards = np.zeros(self.num_envs)
        for index, game in enumerate(self.games):
            if game.status == "in_progress":
                self.games[index], rewards[index] = self.table.after(game, int(actions[index]))
            else:
                self.games[index] = self._drawn(index)
        truncated = np.zeros(self.num_envs, dtype=np.bool_)
        return self._seen(), rewards, self._are_over(), truncated, self._infos()

    def render(self) -> tuple[str, ...] | None:
        """A line for each game, as `HangmanEnv` renders it."""
        if self.render_mode is None:
            return None
        return tuple(f"{g.transcript.pattern}  {g.state.remaining_guesses}" for g in self.games)

    def _seeds(self, seed: int | list[int | None] | None) -> list[int | None]:
        if isinstance(seed, list):
            return seed
        return [None if seed is None else seed + index for index in range(self.num_envs)]

    def _chance(self, seed: int | None) -> np.random.Generator:
        return gymnasium.utils.seeding.np_random(seed)[0]

    def _drawn(self, index: int) -> Game:
        return self.table.game(int(self._chances[index].integers(SEEDS)))

    def _are_over(self) -> NDArray[np.bool_]:
        return np.array([game.status != "in_progress" for game in self.games])

    def _seen(self) -> Observation:
        rows = [self.table.seen(game) for game in self.games]
        return {key: np.stack([row[key] for row in rows]) for key in rows[0]}

    def _infos(self) -> dict[str, Any]:
        """Masks of all games, and the words of those that are over, as Gymnasium batches infos."""
        masks = np.stack([self.table.action_mask(game) for game in self.games])
        infos = {"action_mask": masks, "_action_mask": np.ones(self.num_envs, dtype=np.bool_)}
        are_over = self._are_over()
        if not are_over.any():
            return infos
        words = [
            game.word if over else None for game, over in zip(self.games, are_over, strict=True)
        ]
        return {**infos, "word": np.array(words, dtype=object), "_word": are_over}
