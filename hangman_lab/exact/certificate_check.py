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
        _check_refutations(certificate.get("refutations"), set(words), misses)
        count = len(certificate["refutations"][0]["words"])
        return f"a dealer who keeps to {count} of {len(words):,} words forces misses: {misses}"
    raise BadCertificate(f"kind: {kind!r} is neither player nor dealer")


def is_one_letter_group(words: Collection[str]) -> bool:
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


def _check_refutations(refutations: JSON, words: set[str], misses: int) -> None:
    """The first refutation forces `misses`.

    Each refutation forces what it says if those that it names do. A reply has fewer words than the
    refutation that it belongs to, so refutations cannot name one another in a circle.
    """
    if not isinstance(refutations, list) or not refutations:
        raise BadCertificate("refutations: there are none")
    for number, refutation in enumerate(refutations):
        _check_form(refutation, words, f"refutation {number}")
    for number, refutation in enumerate(refutations):
        if refutation.get("one_letter_group"):
            _check_group(refutation, f"refutation {number}")
        elif refutation["forces"] > 0:
            _check_replies(refutation, refutations, f"refutation {number}")
    if refutations[0]["forces"] < misses:
        raise BadCertificate(
            f"refutation 0: it forces {refutations[0]['forces']} misses, not {misses}"
        )


def _check_form(refutation: JSON, words: set[str], place: str) -> None:
    """The refutation has words, all of them known, and says what they force."""
    if not _is_refutation(refutation):
        raise BadCertificate(f"{place}: no words, or nothing that they force")
    strange = sorted(set(refutation["words"]) - words)
    if strange:
        raise BadCertificate(f"{place}: not among the words: {_some(strange)}")


def _is_refutation(refutation: JSON) -> bool:
    return (
        isinstance(refutation, dict)
        and isinstance(refutation.get("words"), list)
        and bool(refutation["words"])
        and all(isinstance(word, str) for word in refutation["words"])
        and isinstance(refutation.get("forces"), int)
    )


def _check_group(refutation: JSON, place: str) -> None:
    """The words of a one-letter group cost a miss each, but for the last."""
    if not is_one_letter_group(refutation["words"]):
        raise BadCertificate(
            f"{place}: its words differ in more than a letter each: no one-letter group"
        )
    count = len(set(refutation["words"]))
    if refutation["forces"] > count - 1:
        raise BadCertificate(f"{place}: a one-letter group of {count} words forces one miss less")


def _check_replies(refutation: JSON, refutations: list[JSON], place: str) -> None:
    """Whichever letter is guessed, the refutation has a reply that forces enough."""
    words = sorted(set(refutation["words"]))
    replies: Mapping[str, int] = refutation.get("replies", {})
    for letter in sorted(set("".join(words))):
        families = families_of(letter, words)
        if len(families) == 1:
            continue  # it tells nothing and costs nothing: the game is where it was
        here = f"{place}, letter {letter}"
        number = replies.get(letter)
        if not isinstance(number, int) or not 0 <= number < len(refutations):
            raise BadCertificate(f"{here}: no reply")
        missed = _check_family(refutations[number], number, families, here)
        forces = refutations[number]["forces"]
        if forces + missed < refutation["forces"]:
            raise BadCertificate(f"{here}: refutation {number} forces {forces}, which is too few")


def _check_family(reply: JSON, number: int, families: Families, place: str) -> bool:
    """The reply has words of one family alone; say whether the letter is missed."""
    words = set(reply["words"])
    if not words < set().union(*families.values()):
        raise BadCertificate(f"{place}: refutation {number} is not a part of it")
    shown = {positions for positions, family in families.items() if words & set(family)}
    if len(shown) != 1:
        raise BadCertificate(f"{place}: refutation {number} has the letter at different places")
    return shown == {()}


def _some(words: list[str]) -> str:
    more = f" and {len(words) - 3:,} more" if len(words) > 3 else ""
    return ", ".join(words[:3]) + more
