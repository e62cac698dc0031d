"""Many games of hangman as one vector environment of Gymnasium."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from hangman_lab.gym.games_in_columns import GamesInColumns, plays_in_columns
from hangman_lab.gym.games_in_turn import GamesInTurn
from hangman_lab.gym.table import HANGED, REPEATED, WON, Observation, Table
from service.engine.game import SEEDS

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
        in_columns = plays_in_columns(self.table.dealer)
        self._games = GamesInColumns(self.table) if in_columns else GamesInTurn(self.table)
        self._chances: list[np.random.Generator] = []
        self._guessed = np.zeros((num_envs, self.table.letters), dtype=np.bool_)
        self._are_over = np.zeros(num_envs, dtype=np.bool_)

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
        self._games.start(
            {n: self._drawn(n) if given is None else given for n, given in enumerate(seeds)}
        )
        return self._look()

    def step(self, actions: NDArray[np.int64]) -> Steps:
        """Guess a letter in each game; those that are over start anew."""
        go_on = ~self._are_over
        repeat = self._guessed[np.arange(self.num_envs), actions] & go_on
        self._games.guess(actions, go_on & ~repeat)
        self._games.start({n: self._drawn(n) for n in np.flatnonzero(~go_on).tolist()})
        seen, infos = self._look()
        ends = np.where(seen["misses_left"] == 0, HANGED, WON)
        rewards = np.where(repeat, REPEATED, np.where(self._are_over, ends, 0.0))
        truncated = np.zeros(self.num_envs, dtype=np.bool_)
        return seen, rewards, self._are_over.copy(), truncated, infos

    def render(self) -> tuple[str, ...] | None:
        """A line for each game, as `HangmanEnv` renders it."""
        if self.render_mode is None:
            return None
        signs, seen = f"{self.table.lexicon.alphabet}_", self._games.seen()
        rows = zip(seen["pattern"].tolist(), seen["misses_left"].tolist(), strict=True)
        return tuple(f"{''.join([signs[n] for n in pattern])}  {left}" for pattern, left in rows)

    def _seeds(self, seed: int | list[int | None] | None) -> list[int | None]:
        if isinstance(seed, list):
            return seed
        return [None if seed is None else seed + index for index in range(self.num_envs)]

    def _chance(self, seed: int | None) -> np.random.Generator:
        return gymnasium.utils.seeding.np_random(seed)[0]

    def _drawn(self, number: int) -> int:
        return int(self._chances[number].integers(SEEDS))

    def _look(self) -> tuple[Observation, dict[str, Any]]:
        """What the players see; remembers which games are over, and what was guessed."""
        seen = self._games.seen()
        self._guessed = seen["guessed"] == 1
        is_shown = (seen["pattern"] < self.table.letters).all(axis=1)
        self._are_over = is_shown | (seen["misses_left"] == 0)
        return seen, self._infos()

    def _infos(self) -> dict[str, Any]:
        """Masks of all games, and the words of those that are over, as Gymnasium batches infos."""
        masks = (~self._guessed).astype(np.int8)
        infos = {"action_mask": masks, "_action_mask": np.ones(self.num_envs, dtype=np.bool_)}
        if not self._are_over.any():
            return infos
        words = np.full(self.num_envs, None, dtype=object)
        for number in np.flatnonzero(self._are_over).tolist():
            words[number] = self._games.word(number)
        return {**infos, "word": words, "_word": self._are_over.copy()}
