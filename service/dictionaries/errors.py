"""What can be wrong with a dictionary or with the word list of one."""

from service.engine.errors import HangmanError


class DictionaryError(HangmanError):
    """A dictionary that cannot be built or loaded; `str(error)` says what, where, and the mend."""
