"""The Lua scripts of this folder."""

from hashlib import sha1
from pathlib import Path
from typing import Any, Final


class Script:
    """A Lua script of this folder that uses one key; servers know it by its digest.

    It returns an integer, or a list of as many as `integers` says, or for 0 nothing.
    """

    def __init__(self, file: str, integers: int = 1) -> None:
        self.file = file
        self.integers = integers
        self.text = Path(__file__).with_name(file).read_text()
        self.digest = sha1(self.text.encode(), usedforsecurity=False).hexdigest()

    def may_return(self, result: Any) -> bool:
        """Whether this is a result of the script, not one that a proxy made up."""
        if self.integers == 0:
            return result is None
        if self.integers == 1:
            return isinstance(result, int)
        is_list = isinstance(result, list) and len(result) == self.integers
        return is_list and all(isinstance(number, int) for number in result)


LIMIT: Final = "hangman:limit:"  # and the kind and the client: when its debt is paid

CHECK_WRITING: Final = Script("check_writing.lua")
CLAIM_WORD: Final = Script("claim_word.lua", integers=2)
COMPARE_AND_SET: Final = Script("compare_and_set.lua")
COUNT: Final = Script("count_daily.lua", integers=0)
RATE_LIMIT: Final = Script("rate_limit.lua", integers=5)
WRITE_AGAIN: Final = Script("write_again.lua")
