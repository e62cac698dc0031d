"""A checker of certificates, in plain Python: it shares nothing with the search that made them."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

JSON: TypeAlias = Any
Positions: TypeAlias = tuple[int, ...]  # where a letter stands in a word, from 0
Families: TypeAlias = dict[Positions, list[str]]


class BadCertificate(Exception):
    """A certificate that proves nothing; `str(error)` says where it fails."""


def check(certificate: JSON, words: Collection[str]) -> str:
    """What a certificate proves of all these words, in a sentence. Raises BadCertificate."""
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


def is_star(words: Collection[str]) -> bool:
    """Whether the words become equal if one letter of each is blanked out wherever it stands."""
    return bool(
        set.intersection(*({word.replace(letter, "_") for letter in word} for word in words))
    )


def positions_of(letter: str, word: str) -> Positions:
    """Where a word has a letter."""
    return tuple([place for place, other in enumerate(word) if other == letter])


def families_of(letter: str, words: list[str]) -> Families:
    """The words by where they have the letter."""
    families: Families = defaultdict(list)
    for word in words:
        families[positions_of(letter, word)].append(word)
    return families


def _check_tree(tree: JSON, words: list[str], misses: int, place: str) -> None:
    """The tree finds each of the words within `misses`. `place` says where in the tree we are."""
    if misses < 0:
        raise BadCertificate(f"{place}: one miss too many, with {words[0]} still possible")
    if not isinstance(tree, str):
        _check_branches(tree, words, misses, place)
    elif words != [tree]:
        raise BadCertificate(f"{place}: it says {tree}, but there are {_some(words)}")


def _check_branches(tree: JSON, words: list[str], misses: int, place: str) -> None:
    """The tree has a branch for each answer to its letter, and each finds the words left."""
    try:
        letter, branches = tree
        families = families_of(letter, words)
        for positions, family in families.items():
            key = " ".join(map(str, positions))
            next_place = f"{place}, {letter} at {key or 'no place'}"
            if key not in branches:
                raise BadCertificate(f"{next_place}: nothing is said of {_some(family)}")
            _check_tree(branches[key], family, misses - (not positions), next_place)
    except (TypeError, ValueError) as error:
        raise BadCertificate(f"{place}: neither a word nor a letter with branches") from error


def _check_cores(cores: JSON, words: set[str], misses: int) -> None:
    """The first core forces `misses`.

    Each core forces what it says if those that it names do. A reply has fewer words than the core
    that it belongs to, so cores cannot name one another in a circle.
    """
    if not isinstance(cores, list) or not cores:
        raise BadCertificate("cores: there are none")
    for number, core in enumerate(cores):
        _check_form(core, words, f"core {number}")
    for number, core in enumerate(cores):
        if core.get("star"):
            _check_star(core, f"core {number}")
        elif core["forces"] > 0:
            _check_replies(core, cores, f"core {number}")
    if cores[0]["forces"] < misses:
        raise BadCertificate(f"core 0: it forces {cores[0]['forces']} misses, not {misses}")


def _check_form(core: JSON, words: set[str], place: str) -> None:
    """The core has words, all of them known, and says what they force."""
    if not _is_core(core):
        raise BadCertificate(f"{place}: no words, or nothing that they force")
    strange = sorted(set(core["words"]) - words)
    if strange:
        raise BadCertificate(f"{place}: not among the words: {_some(strange)}")


def _is_core(core: JSON) -> bool:
    return (
        isinstance(core, dict)
        and isinstance(core.get("words"), list)
        and bool(core["words"])
        and all(isinstance(word, str) for word in core["words"])
        and isinstance(core.get("forces"), int)
    )


def _check_star(core: JSON, place: str) -> None:
    """The words of a star cost a miss each, but for the last."""
    if not is_star(core["words"]):
        raise BadCertificate(f"{place}: its words differ in more than a letter each: no star")
    count = len(set(core["words"]))
    if core["forces"] > count - 1:
        raise BadCertificate(f"{place}: a star of {count} words forces one miss less")


def _check_replies(core: JSON, cores: list[JSON], place: str) -> None:
    """Whichever letter is guessed, the core has a reply that forces enough."""
    words = sorted(set(core["words"]))
    replies: Mapping[str, int] = core.get("replies", {})
    for letter in sorted(set("".join(words))):
        families = families_of(letter, words)
        if len(families) == 1:
            continue  # it tells nothing and costs nothing: the game is where it was
        here = f"{place}, letter {letter}"
        number = replies.get(letter)
        if not isinstance(number, int) or not 0 <= number < len(cores):
            raise BadCertificate(f"{here}: no reply")
        missed = _check_family(cores[number], number, families, here)
        forces = cores[number]["forces"]
        if forces + missed < core["forces"]:
            raise BadCertificate(f"{here}: core {number} forces {forces}, which is too few")


def _check_family(reply: JSON, number: int, families: Families, place: str) -> bool:
    """The reply has words of one family alone; say whether the letter is missed."""
    words = set(reply["words"])
    if not words < set().union(*families.values()):
        raise BadCertificate(f"{place}: core {number} is not a part of it")
    shown = {positions for positions, family in families.items() if words & set(family)}
    if len(shown) != 1:
        raise BadCertificate(f"{place}: core {number} has the letter at different places")
    return shown == {()}


def _some(words: list[str]) -> str:
    more = f" and {len(words) - 3:,} more" if len(words) > 3 else ""
    return ", ".join(words[:3]) + more
