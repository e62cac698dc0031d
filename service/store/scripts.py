"""The Lua scripts of this folder."""

from hashlib import sha1
from pathlib import Path
from typing import Final


class Script:
    """A Lua script of this folder that uses one key; servers know it by its digest."""

    def __init__(self, file: str) -> None:
        self.text = Path(__file__).with_name(file).read_text()
        self.digest = sha1(self.text.encode(), usedforsecurity=False).hexdigest()


LIMIT: Final = "hangman:limit:"  # and the kind and the client: when its debt is paid

CLAIM_WORD: Final = Script("claim_word.lua")
COMPARE_AND_SET: Final = Script("compare_and_set.lua")
COUNT: Final = Script("count_daily.lua")
RATE_LIMIT: Final = Script("rate_limit.lua")
