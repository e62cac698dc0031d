"""What the options of `hangman play` choose of a game."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.choices import Insight

if TYPE_CHECKING:
    from service.play.requests import GameChoices


@dataclass(frozen=True)
class GameOptions:
    """The choices; None if an option was left out, which a person is asked for."""

    length: int | None = None
    dictionary: str | None = None
    max_misses: int | None = None
    dealer: str | None = None
    insight: Insight | None = None
    seed: int | None = None
    daily: str | None = None
    secret_word: str | None = None

    @property
    def is_dealer_known(self) -> bool:
        """Whether the person knows who deals."""
        return self.dealer is not None or self.secret_word is not None

    def request(self) -> "GameChoices":
        """The request for the game; it has the defaults of what was left out."""
        from service.play.requests import GameChoices

        chosen = {name: choice for name, choice in vars(self).items() if choice is not None}
        return GameChoices(**chosen)
