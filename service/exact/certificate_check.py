"""A checker of certificates, in plain Python: it shares nothing with the search that made them."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

JSON: TypeAlias = Any
Where: TypeAlias = tuple[int, ...]


class BadCertificate(Exception):
    """A certificate that proves nothing; `str(error)` says where it fails."""


def check(certificate: JSON, words: Collection[str]) -> str:
    """What the certificate proves of all these words, in a sentence. Raises BadCertificate."""
    kind, misses = certificate.get("kind"), certificate.get("misses")
    if not isinstance(misses, int):
        raise BadCertificate("misses: not a whole number")
    if kind == "player":
        _check_tree(certificate.get("tree"), sorted(words), misses, "the first guess")
        return f"a player who knows how finds each of {len(words):,} words, with misses: {misses}"
    if kind == "dealer":
        _check_cores(certificate.get("cores"), set(words), misses)
        count = len(certificate["cores"][0]["words"])
        return f"a dealer who keeps to {count} of {len(words):,} words forces misses: {misses}"
    raise BadCertificate(f"kind: {kind!r} is neither player nor dealer")


def _check_tree(tree: JSON, words: list[str], misses: int, place: str) -> None:
    if misses < 0:
        raise BadCertificate(f"{place}: one miss too many, with {words[0]} still possible")
    if isinstance(tree, str):
        if words != [tree]:
            raise BadCertificate(f"{place}: it says {tree}, but there are {_some(words)}")
        return
    try:
        letter, branches = tree
        families = families_of(letter, words)
        for where, family in families.items():
            key = " ".join(map(str, where))
            next_place = f"{place}, {letter} at {key or 'no place'}"
            if key not in branches:
                raise BadCertificate(f"{next_place}: nothing is said of {_some(family)}")
            _check_tree(branches[key], family, misses - (not where), next_place)
    except (TypeError, ValueError) as error:
        raise BadCertificate(f"{place}: neither a word nor a letter with branches") from error


def _check_cores(cores: JSON, words: set[str], misses: int) -> None:
    """Each core forces what it says, if those that it names force what they say.

    A reply has fewer words than what it replies from, so that cores cannot name one another in a
    circle.
    """
    if not isinstance(cores, list) or not cores:
        raise BadCertificate("cores: there are none")
    for number, core in enumerate(cores):
        _check_form(core, words, f"core {number}")
    for number, core in enumerate(cores):
        if core.get("star"):
            _check_star(core, f"core {number}")
        elif core["forces"] > 0:
            _check_core(core, cores, f"core {number}")
    if cores[0]["forces"] < misses:
        raise BadCertificate(f"core 0: it forces {cores[0]['forces']} misses, not {misses}")


def _check_form(core: JSON, words: set[str], place: str) -> None:
    if not _is_core(core):
        raise BadCertificate(f"{place}: no words, or nothing that they force")
    strange = sorted(set(core["words"]) - words)
    if strange:
        raise BadCertificate(f"{place}: not among the words: {_some(strange)}")


def _check_star(core: JSON, place: str) -> None:
    """Words that are one, but for a letter each, cost a miss each, but for the last."""
    if not is_star(core["words"]):
        raise BadCertificate(f"{place}: its words differ in more than a letter each: no star")
    if core["forces"] > len(set(core["words"])) - 1:
        raise BadCertificate(
            f"{place}: a star of {len(set(core['words']))} words forces one miss less"
        )


def is_star(words: Collection[str]) -> bool:
    """Whether the words are equal when one letter of each is blanked out wherever it stands."""
    return bool(
        set.intersection(*({word.replace(letter, "_") for letter in word} for word in words))
    )


def _is_core(core: JSON) -> bool:
    return (
        isinstance(core, dict)
        and isinstance(core.get("words"), list)
        and bool(core["words"])
        and all(isinstance(word, str) for word in core["words"])
        and isinstance(core.get("forces"), int)
    )


def _check_core(core: JSON, cores: list[JSON], place: str) -> None:
    """Whichever letter is guessed, the reply keeps some of the words and forces enough."""
    kept = set(core["words"])
    replies: Mapping[str, int] = core.get("replies", {})
    for letter in sorted(set("".join(kept))):
        families = families_of(letter, sorted(kept))
        if len(families) == 1:
            continue  # it tells nothing and costs nothing: the game is where it was
        here = f"{place}, letter {letter}"
        number = replies.get(letter)
        if not isinstance(number, int) or not 0 <= number < len(cores):
            raise BadCertificate(f"{here}: no reply")
        reply = cores[number]
        left = set(reply["words"])
        if not left < kept:
            raise BadCertificate(f"{here}: core {number} is not a part of it")
        shown = {where for where, family in families.items() if left & set(family)}
        if len(shown) != 1:
            raise BadCertificate(f"{here}: core {number} has the letter at different places")
        if reply["forces"] + (shown == {()}) < core["forces"]:
            raise BadCertificate(
                f"{here}: core {number} forces {reply['forces']}, which is too few"
            )


def families_of(letter: str, words: list[str]) -> dict[Where, list[str]]:
    """The words by where they have the letter."""
    found: dict[Where, list[str]] = defaultdict(list)
    for word in words:
        found[tuple(place for place, other in enumerate(word) if other == letter)].append(word)
    return found


def _some(words: list[str]) -> str:
    more = f" and {len(words) - 3:,} more" if len(words) > 3 else ""
    return ", ".join(words[:3]) + more
