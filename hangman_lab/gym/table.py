"""The table at which an environment plays: the words, the dealer, and what a player sees."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from service.dictionaries.dictionary import folders_by_name, load_with_tables
from service.engine.game import Dealer, Game, guess_letter, start
from service.engine.lexicon import Lexicon
from service.engine.transcript import places
from service.registry import dealers
from service.settings import Settings

Observation: TypeAlias = dict[str, Any]  # arrays, by the keys of `Table.observation_space`
Reward: TypeAlias = float

Name = TypeVar("Name", str, int)
Chosen = TypeVar("Chosen")

WON: Final = 1.0
HANGED: Final = -1.0
REPEATED: Final = -1.0  # a letter that was guessed before: else a player might never lose


@dataclass(frozen=True, eq=False)
class Table:
    """Words of one length, a dealer, and after how many misses a player is hanged."""

    lexicon: Lexicon
    dealer: Dealer
    max_misses: int

    @classmethod
    def laid(cls, dealer: str, dictionary: str, length: int, max_misses: int) -> "Table":
        """A table by names. Raises ValueError."""
        folders = Settings.from_environ(os.environ).dictionary_folders
        place = _chosen("dictionary", dictionary, folders_by_name(folders))
        words = load_with_tables([place], folders)[dictionary]
        lexicon = _chosen("length", length, words.lexicons)
        by_name = dealers(dictionaries=[words])
        return cls(lexicon, _chosen("dealer", dealer, by_name), max_misses)

    @property
    def letters(self) -> int:
        """How many letters the alphabet has."""
        return len(self.lexicon.alphabet)

    @property
    def action_space(self) -> "spaces.Discrete[np.int64]":
        """The letters."""
        return spaces.Discrete(self.letters)

    @property
    def observation_space(self) -> "spaces.Dict[Any]":
        """What a player sees."""
        return spaces.Dict(
            {
                "pattern": spaces.MultiDiscrete([self.letters + 1] * self.lexicon.length),
                "guessed": spaces.MultiBinary(self.letters),
                "misses_left": spaces.Discrete(self.max_misses + 1),
            }
        )

    def game(self, seed: int) -> Game:
        """The game of a seed: the same as that of the service."""
        words = {self.lexicon.length: self.lexicon}
        length = self.lexicon.length
        return start(words, self.dealer, length=length, max_misses=self.max_misses, seed=seed)

    def after(self, game: Game, action: int) -> tuple[Game, Reward]:
        """The game after a letter, and the reward; a letter guessed before changes nothing."""
        if game.guessed_letters >> int(action) & 1:
            return game, REPEATED
        game = guess_letter(game, self.lexicon.alphabet[action])
        return game, {"won": WON, "lost": HANGED, "in_progress": 0.0}[game.status]

    def seen(self, game: Game) -> Observation:
        """What the player sees."""
        pattern = np.full(self.lexicon.length, self.letters)
        for answer in game.transcript.letters:
            pattern[places(answer.positions)] = self.lexicon.alphabet.index(answer.guess)
        left = game.state.remaining_guesses
        return {
            "pattern": pattern,
            "guessed": 1 - self.action_mask(game),
            "misses_left": np.int64(left or 0),
        }

    def action_mask(self, game: Game) -> NDArray[np.int8]:
        """1 for each letter that was not guessed, (letters,) int8: what `sample(mask=…)` takes."""
        hidden = game.hidden_letters >> np.arange(self.letters) & 1
        return hidden.astype(np.int8)


def _chosen(what: str, name: Name, choices: Mapping[Name, Chosen]) -> Chosen:
    """The choice of this name. Raises ValueError, which names them all."""
    if name not in choices:
        names = ", ".join(map(str, choices))
        raise ValueError(f"there is no {what} {name!r}; there are: {names}")
    return choices[name]
