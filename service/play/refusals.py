"""Why a request about a game is refused, beside the reasons of the engine and the store."""

from collections.abc import Iterable

from service.engine.errors import HangmanError, InvalidInput, NotAWord, OutOfRange


class UnknownDictionary(InvalidInput):
    """A name that no dictionary of the service has."""

    sentence = "There is no dictionary “{}”; there are: {}."
    field = "dictionary"

    def __init__(self, name: str, names: Iterable[str]) -> None:
        known = tuple(names)
        super().__init__(name, ", ".join(known), allowed=known)


class NoWordToSet(NotAWord):
    """A word set for a new game that the game's dictionary does not have."""

    sentence = "“{}” is not in the dictionary: set another word, or choose another dictionary."
    field = "secret_word"


class DictionaryGone(HangmanError):
    """A game whose dictionary was removed, or no longer has a word that fits."""

    sentence = (
        "The dictionary “{}” of this game has been removed or has changed so much that "
        "no word fits what was said. Start another game."
    )


class DealerGone(HangmanError):
    """A game whose dealer the service does not have; its name is not for the player."""

    sentence = "The dealer of this game is not here any more. Start another game."


class DayNotOpen(InvalidInput):
    """A day whose game cannot be started."""

    sentence = "Only today's game can be started: it is {} (UTC)."
    field = "daily"


class UnknownDay(HangmanError):
    """A day that had no game, because nobody asked for it, or that lies ahead."""

    sentence = "There is no game of this day: today is {} (UTC)."


class Busy(HangmanError):
    """A request for which nothing was done, because too many others came first."""

    sentence = "Other requests came first, and nothing was done: ask again in a moment."


class KeyReused(HangmanError):
    """An idempotency key that came before with another request."""

    sentence = "This Idempotency-Key came before with another request: use a new one."


class GameInProgress(HangmanError):
    """A question that is answered only when the game is over."""

    sentence = "The game is not over. Ask again when it is."


class DayNotOver(HangmanError):
    """A question of somebody who watches, which is answered only when the day is over."""

    def __init__(self, ends_at: str) -> None:
        super().__init__(f"Other people may still play the game of this day: ask after {ends_at}.")
        self.ends_at = ends_at


class NoOtherWords(HangmanError):
    """A game in which the player learned the word, or there was hardly another one."""

    sentence = "There are no other words: the dealer was honest, or fewer than three words fitted."


class NoWordLeft(HangmanError):
    """A game whose other words are all given out."""

    sentence = "All {} words are given out."


class NotACheat(InvalidInput):
    """A name, of several, that no dealer of the service has that cheats."""

    sentence = "“{}” is not a dealer that cheats; there are: {}."

    def __init__(self, number: int, name: str, names: Iterable[str]) -> None:
        cheats = tuple(names)
        super().__init__(name, ", ".join(cheats), field=f"dealers/{number}", allowed=cheats)


class KeptTooLong(OutOfRange):
    """A request to keep a game longer than the service does."""

    sentence = "A game can be kept for {} seconds at most."
    field = "keep_seconds"


class VersionMismatch(HangmanError):
    """A request that is meant for other versions of the game than the store has."""

    sentence = (
        "The game is at version {}, and If-Match names another (a weak ETag, W/…, names none)."
        " Nothing was done; go on from the game as it stands."
    )
