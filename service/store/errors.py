"""Errors of the store of games."""

from service.engine.errors import HangmanError


class GameNotFound(HangmanError):
    """No game has this id: it never was, it was deleted, or it has expired."""

    code = "game-not-found"
    sentence = "There is no such game: it never existed, was deleted, or has expired."


class GameChanged(Exception):
    """The game is no longer at the version that was read: another guess came first."""


class GameDamaged(Exception):
    """A stored game that fails its checksum or cannot be read."""

    code = "game-unplayable"


class StoreUnavailable(Exception):
    """The store did not confirm a command.

    Except for the errors below, nobody knows whether the command ran. If `is_away`, another
    instance of the service may reach the store.
    """

    code = "unavailable"
    is_away = True


class StoreBusy(StoreUnavailable):
    """The command was not sent: all connections of this process stayed in use for too long."""

    is_away = False


class ForeignValue(StoreUnavailable):
    """A value that the service cannot have written; `str(error)` names its key for operators."""

    is_away = False


class WrongType(StoreUnavailable):
    """A value of another Redis type than the command needs: the service cannot have written it."""

    is_away = False


class StoreFull(StoreUnavailable):
    """The store has no room for a new game; its other games go on."""

    code = "store-full"
    is_away = False
