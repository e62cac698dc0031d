"""What players were told, and whether it is still true: nothing lost, doubled or contradicted.

The checker knows the rules of the game, and nothing of the service.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

GameId: TypeAlias = str
FIRST = 2  # the version of a game after its first guess


@dataclass(frozen=True)
class Call:
    """A request of a player, and what came back; the status is 0 if nothing did."""

    game: GameId
    letter: str  # empty if it is no guess
    key: str  # its idempotency key, if any
    sent: float  # monotonic seconds
    seconds: float
    status: int
    code: str
    version: int
    positions: tuple[int, ...] = ()
    replayed: bool = False

    @property
    def is_acknowledged(self) -> bool:
        return bool(self.letter) and self.status == 200

    @property
    def says_guessed(self) -> bool:
        """Whether it refuses a letter because the game has it, which is a promise, too."""
        return self.code == "already-guessed"

    @property
    def answered(self) -> float:
        return self.sent + self.seconds


@dataclass(frozen=True)
class Ending:
    """A game after the faults: its guesses as each instance shows them, and its word.

    The guesses are None if the game is gone, and the word is empty if nobody knows it.
    """

    shown: tuple[tuple[str, ...] | None, ...]
    word: str = ""

    @property
    def letters(self) -> tuple[str, ...]:
        return self.shown[0] or ()

    @property
    def is_disputed(self) -> bool:
        return len(set(self.shown)) > 1


@dataclass(frozen=True)
class Verdict:
    """What is not as the players were told."""

    lost: tuple[Call, ...]  # acknowledged, but not where the acknowledgement says
    doubled: tuple[GameId, ...]  # a letter twice in a game, or two versions for one key
    misfits: tuple[Call, ...]  # answers that do not fit the word
    disputed: tuple[GameId, ...]  # instances disagree
    disordered: tuple[GameId, ...]  # versions that did not rise, though nobody said so

    @property
    def holds(self) -> bool:
        return not (self.lost or self.contradictions)

    @property
    def contradictions(self) -> int:
        """What may never happen, whatever a store has lost."""
        return sum(map(len, (self.doubled, self.misfits, self.disputed, self.disordered)))

    def __str__(self) -> str:
        lost = f"{len(self.lost)} lost"
        if self.lost:
            games = {call.game for call in self.lost}
            times = [call.answered for call in self.lost]
            lost += f" of {max(times) - min(times):.1f} s, in {len(games)} games"
        others = {
            "doubled": self.doubled,
            "that do not fit the word": self.misfits,
            "disputed": self.disputed,
            "out of order": self.disordered,
        }
        wrong = [f"{len(each)} {name}" for name, each in others.items() if each]
        return ", ".join([lost, *(wrong or ["nothing doubled or contradicted"])])


@dataclass
class History:
    """The requests of all players, in the order in which each got its answer."""

    calls: list[Call] = field(default_factory=list)

    @property
    def guesses(self) -> list[Call]:
        return [call for call in self.calls if call.letter]

    @property
    def acknowledged(self) -> list[Call]:
        return [call for call in self.calls if call.is_acknowledged]

    @property
    def games(self) -> dict[GameId, list[Call]]:
        """The guesses of each game."""
        games: dict[GameId, list[Call]] = {}
        for call in self.guesses:
            games.setdefault(call.game, []).append(call)
        return games

    @property
    def statuses(self) -> Counter[int]:
        return Counter(call.status for call in self.calls)

    @property
    def refused(self) -> int:
        """How many requests the service refused for good."""
        return sum(call.status in range(400, 500) and call.status != 429 for call in self.calls)

    def share(self, status: int) -> float:
        """The share of all requests that were answered so."""
        return self.statuses[status] / max(1, len(self.calls))

    @property
    def slowest(self) -> float:
        """The seconds of the slowest answer."""
        return max((call.seconds for call in self.calls), default=0.0)

    @property
    def gap(self) -> float:
        """The longest time without an acknowledged guess, in seconds."""
        times = sorted(call.answered for call in self.acknowledged)
        return max((after - one for one, after in pairwise(times)), default=0.0)

    def verdict(self, endings: Mapping[GameId, Ending]) -> Verdict:
        """Compare what the players were told with the games as the instances now show them."""
        games = [(game, guesses, endings[game]) for game, guesses in self.games.items()]
        lost = tuple(call for _, guesses, ending in games for call in _lost(guesses, ending))
        # A player who is not told of a rollback sees versions fall; that is counted as lost.
        rolled_back = {call.game for call in lost}
        return Verdict(
            lost,
            tuple(game for game, guesses, ending in games if _is_doubled(guesses, ending)),
            tuple(call for _, guesses, ending in games for call in _misfits(guesses, ending)),
            tuple(game for game, _, ending in games if ending.is_disputed),
            tuple(
                game
                for game, guesses, _ in games
                if game not in rolled_back and _is_disordered(guesses)
            ),
        )


def _is_kept(call: Call, letters: Sequence[str]) -> bool:
    if call.is_acknowledged:
        return [*letters[call.version - FIRST : call.version - FIRST + 1]] == [call.letter]
    return not call.says_guessed or call.letter in letters


def _lost(guesses: Sequence[Call], ending: Ending) -> Iterator[Call]:
    yield from (call for call in guesses if not _is_kept(call, ending.letters))


def _is_doubled(guesses: Sequence[Call], ending: Ending) -> bool:
    letters = ending.letters
    versions: dict[str, set[int]] = {}
    for call in guesses:
        if call.key and call.is_acknowledged:
            versions.setdefault(call.key, set()).add(call.version)
    return len(letters) > len(set(letters)) or any(len(each) > 1 for each in versions.values())


def _misfits(guesses: Sequence[Call], ending: Ending) -> Iterator[Call]:
    """The answers of kept guesses that name other positions than the word has.

    A replayed answer shows the game as it is now, so it may be about another letter.
    """
    for call in guesses:
        if ending.word and call.is_acknowledged and not call.replayed:
            places = tuple(place for place, each in enumerate(ending.word) if each == call.letter)
            if _is_kept(call, ending.letters) and call.positions != places:
                yield call


def _is_disordered(guesses: Sequence[Call]) -> bool:
    """Whether versions did not rise from one acknowledged guess to the next.

    After a 412 they need not: it has told the player of the rollback.
    """
    told = any(call.status == 412 for call in guesses)
    versions = [call.version for call in guesses if call.is_acknowledged and not call.replayed]
    return not told and any(one >= after for one, after in pairwise(versions))
