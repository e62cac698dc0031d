"""The error of dictionaries and word lists."""

from service.engine.errors import HangmanError


class DictionaryError(HangmanError):
    """A dictionary that cannot be built or loaded; `str(error)` says what to mend, and where."""
