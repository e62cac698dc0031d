"""Check a commitment and its game by the contract alone, without code of the service."""

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b, sha256
from typing import Any

from tests.support.referee import Referee, where

MEMBERS = [
    "budget", "dealer", "dictionary", "fingerprint", "length", "max_misses", "salt", "seed",
    "version", "word",
]  # fmt: skip


def digest(opening: str) -> str:
    """The SHA-256, in hexadecimal, of an opening, which must be in the form of RFC 8785."""
    members = json.loads(opening)
    assert [*members] == MEMBERS
    assert opening == json.dumps(members, separators=(",", ":"), ensure_ascii=False)
    return sha256(opening.encode()).hexdigest()


def drawn(seed: int, purpose: str, options: Sequence[Any]) -> Any:
    """The option that a seed draws for a purpose."""
    number = int.from_bytes(blake2b(f"{seed} {purpose}".encode(), digest_size=8).digest())
    return options[number % len(options)]


def check(confession: Mapping[str, Any], words: Sequence[str], sizes: Mapping[str, int]) -> None:
    """Raise AssertionError unless the game went as its opening says.

    `words` are all words of that length in the dictionary's order, `sizes` their SCOWL sizes.
    """
    opening, shown = json.loads(confession["opening"]), confession["word"]
    assert digest(confession["opening"]) == confession["commitment"]
    referee, misses = Referee(list(words), opening["dealer"], opening["word"] or ""), 0
    for number, answer in enumerate(confession["guesses"]):
        assert misses != opening["max_misses"]
        places, whole = tuple(answer["positions"]), answer["word"]
        if whole is None:
            allowed = sorted(  # fewest letters first, then those further right
                referee.allowed(answer["letter"]),
                key=lambda at: (len(at), [-place for place in reversed(at)]),
            )
            assert places == drawn(opening["seed"], f"guess {number}", allowed)
            referee.answer_letter(answer["letter"], places)
        else:
            assert places == (tuple(range(len(whole))) if answer["hit"] else ())
            referee.answer_word(whole, answer["hit"])
        assert answer["hit"] == bool(places)
        misses += not answer["hit"]
    assert shown == last_word(opening, referee, sizes)


def last_word(opening: Mapping[str, Any], referee: Referee, sizes: Mapping[str, int]) -> str:
    """The word shown at the end: an honest dealer's, or one of the commonest words left."""
    if opening["word"] is not None:
        assert opening["word"] in referee.words
        return str(opening["word"])
    smallest = min(sizes[word] for word in referee.words)
    commonest = [word for word in referee.words if sizes[word] == smallest]
    known = all(where(c, commonest[0]) == where(c, word) for word in referee.words for c in word)
    return commonest[0] if known else str(drawn(opening["seed"], "end", commonest))
