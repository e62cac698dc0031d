"""Why a request about a game is refused, in addition to the engine's and the store's reasons."""

from collections.abc import Iterable

from service.engine.errors import HangmanError, InvalidInput, NotAWord, OutOfRange


class UnknownName(InvalidInput):
    """A name that the catalogue does not have."""

    sentence = "There is no {} “{}”. Choose one of: {}."

    def __init__(self, name: str, names: Iterable[str]) -> None:
        known = tuple(names)
        super().__init__(self.field, name, ", ".join(known), allowed=known)


class UnknownDictionary(UnknownName):
    """A name that no dictionary of the service has."""

    code = "unknown-dictionary"
    field = "dictionary"


class UnknownDealer(UnknownName):
    """A name that no dealer of the service has."""

    code = "unknown-dealer"
    field = "dealer"


class UnknownGuesser(UnknownName):
    """A name that no guesser of the service has."""

    code = "unknown-guesser"
    field = "guesser"


class NoWordToSet(NotAWord):
    """A word set for a new game that the game's dictionary does not have."""

    sentence = "“{}” is not in the dictionary: set another word, or choose another dictionary."
    field = "secret_word"


class NotCopyable(InvalidInput):
    """A game whose word no other game may have. Its view has said so from the start."""

    code = "not-copyable"
    sentence = "This game may not be copied: only a game that was started as “copyable” can be."
    field = "like"


class DictionaryUnknown(HangmanError):
    """A game whose words this service does not have; another instance on its store may."""

    code = "dictionary-unknown"
    sentence = (
        "This instance of the service does not have the words of the game's dictionary “{}”."
        " Try again in a minute, or start another game."
    )


class DictionaryGone(HangmanError):
    """A game whose dictionary has no word that fits."""

    code = "game-unplayable"
    sentence = "The dictionary “{}” of this game has no word that fits. Start another game."


class DealerGone(HangmanError):
    """A game whose dealer the service does not have; its name is not for the player."""

    code = "game-unplayable"
    sentence = "This service no longer has the dealer of the game. Start another game."


class DayNotOpen(InvalidInput):
    """A day whose game cannot be started."""

    code = "day-not-open"
    sentence = "Only today's game can be started: today is {} (UTC)."
    field = "daily"


class NoDayToStart(DayNotOpen):
    """Today's game, where the words that it is played with are not reviewed."""

    sentence = "There is no daily game here, because the words of “{}” are not reviewed."


class UnknownDay(HangmanError):
    """A day without a game, because nobody requested it, or a day in the future."""

    code = "day-not-found"
    sentence = "There is no game of this day: today is {} (UTC)."


class NoDay(UnknownDay):
    """Today's game, where the words that it is played with are not reviewed."""

    sentence = NoDayToStart.sentence


class Busy(HangmanError):
    """A request for which nothing was done, because too many others came first."""

    code = "unavailable"
    sentence = "Too many other requests came first, and nothing was done. Try again in a moment."


class KeyReused(HangmanError):
    """An idempotency key that came before with another request."""

    code = "idempotency-key-reused"
    sentence = "This Idempotency-Key was sent with another request: use a new one."


class StartedGameGone(HangmanError):
    """An idempotency key that is remembered, but whose game is gone: it starts no other one."""

    code = "started-game-gone"
    sentence = (
        "The game that this Idempotency-Key started was deleted or has expired. To start another"
        " one, send a new key."
    )


class GameInProgress(HangmanError):
    """A request that is answered only when the game is over."""

    code = "game-in-progress"
    sentence = "The game is not over yet. Send the request again when it is."


class DayNotOver(HangmanError):
    """A request of a watcher that is answered only when the day is revealed."""

    code = "day-not-over"
    sentence = "Other people may still play the game of this day. Send the request again after {}."

    def __init__(self, reveals_at: str) -> None:
        super().__init__(reveals_at)
        self.reveals_at = reveals_at


class NoWordsToClaim(HangmanError):
    """A game without words to claim: the dealer was honest, or fewer than three words fitted."""

    code = "no-words-to-claim"
    sentence = "There are no other words: the dealer was honest, or fewer than three words fitted."


class AllWordsClaimed(HangmanError):
    """A game whose other words have all been claimed."""

    code = "all-words-claimed"
    sentence = "All {} words have been claimed."


class NotACheat(InvalidInput):
    """The name of a dealer that does not cheat, in a list of cheats."""

    code = "not-allowed"
    sentence = "“{}” does not cheat; the dealers that cheat are: {}."

    def __init__(self, number: int, name: str, names: Iterable[str]) -> None:
        cheats = tuple(names)
        super().__init__(name, ", ".join(cheats), field=f"dealers/{number}", allowed=cheats)


class UnknownCheat(NotACheat):
    """A name that no dealer of the service has, in a list of cheats."""

    code = "unknown-dealer"
    sentence = "“{}” is not a dealer of this service; those that cheat are: {}."


class KeptTooLong(OutOfRange):
    """A request to keep a game longer than the service does."""

    sentence = "A game can be kept for 1 to {} seconds."
    field = "keep_seconds"


class VersionMismatch(HangmanError):
    """A request that is meant for other versions of the game than the store has."""

    code = "version-mismatch"
    sentence = (
        "Nothing was done: the game is now at version {}, and your If-Match names another one."
        " Look at the game again, and send its ETag without a W/ in front."
    )
