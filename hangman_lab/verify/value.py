"""A checker of values: the player's tree of guesses, and the dealer's table of refutations.

The tree claims that the player finds each word within some misses. So it must have a branch for
each answer to its letter, and each must find the words that are left.

A refutation claims that some words force a number of misses. They do if the table has a reply to
every letter that tells them apart: a refutation within one family, or the rest of a one-letter
group, that forces as much, or one miss less if its words lack the letter. A reply has fewer words
than the refutation that it serves, so refutations cannot prove one another in a circle.

In a one-letter group, words become equal if one letter of each is blanked out wherever it stands,
as bill, dill and fill. Each guess rules out one of them, by a miss, until one is left.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any, TypeAlias

from hangman_lab.verify.words import BadCertificate, families_of, refuse_strangers, some_of

JSON: TypeAlias = Any
Words: TypeAlias = int  # some words of a table: bit i stands for the i-th
Refutation: TypeAlias = tuple[Sequence[str], int]  # words, and the misses that they force


def check_tree(tree: JSON, misses: int, words: Collection[str]) -> str:
    """What a tree proves of all these words, in a sentence. Raises BadCertificate."""
    _check_node(tree, sorted(words), misses, "the first guess")
    return f"a player who knows how finds each of {len(words):,} words, with misses: {misses}"


def _check_node(tree: JSON, words: list[str], misses: int, place: str) -> None:
    """Check that a tree finds each of the words within `misses`; `place` is where in the tree."""
    if misses < 0:
        raise BadCertificate(f"{place}: one miss too many, with {words[0]} still possible")
    if not isinstance(tree, str):
        _check_branches(tree, words, misses, place)
    elif words != [tree]:
        raise BadCertificate(f"{place}: it says {tree}, but there are {some_of(words)}")


def _check_branches(tree: JSON, words: list[str], misses: int, place: str) -> None:
    """Check that a tree has a branch for each answer, and that each finds the words left."""
    try:
        letter, branches = tree
        families = families_of(letter, words)
        for positions, family in families.items():
            key = " ".join(map(str, positions))
            next_place = f"{place}, {letter} at {key or 'no place'}"
            if key not in branches:
                raise BadCertificate(f"{next_place}: nothing is said of {some_of(family)}")
            _check_node(branches[key], family, misses - (not positions), next_place)
    except (TypeError, ValueError) as error:
        raise BadCertificate(f"{place}: neither a word nor a letter with branches") from error


def check_table(
    refutations: Sequence[Refutation],
    groups: Sequence[Sequence[str]],
    misses: int,
    words: Collection[str],
) -> str:
    """What refutations and one-letter groups prove, in a sentence. Raises BadCertificate.

    The strongest of them must force at least `misses`.
    """
    used = set().union(*(refutation for refutation, _ in refutations), *groups)
    refuse_strangers(used, words, "refutations")
    table = _Table(sorted(used), refutations, groups)
    for group in groups:
        if not is_one_letter_group(group):
            raise BadCertificate(
                f"one-letter group {' '.join(group)}: they differ in more than a letter each"
            )
    for refutation, forces in refutations:
        if len(set(refutation)) < 2:
            raise BadCertificate(f"refutation {' '.join(refutation)}: one word forces no miss")
        if letter := table.unanswered(refutation, forces):
            raise BadCertificate(f"refutation {' '.join(refutation)}: no reply to {letter}")
    most = max([forces for _, forces in refutations] + [len(set(group)) - 1 for group in groups])
    if most < misses:
        raise BadCertificate(f"refutations: they force {most} misses, not {misses}")
    return f"a dealer who keeps to {len(used)} of {len(words):,} words forces misses: {most}"


def is_one_letter_group(words: Collection[str]) -> bool:
    """Whether the words become equal if one letter of each is blanked out wherever it stands."""
    return bool(
        set.intersection(*({word.replace(letter, "_") for letter in word} for word in words))
    )


class _Table:
    """The refutations by what they force, and how letters tell the words of the table apart."""

    def __init__(
        self,
        words: Sequence[str],
        refutations: Sequence[Refutation],
        groups: Sequence[Sequence[str]],
    ) -> None:
        self._bits = {word: 1 << number for number, word in enumerate(words)}
        self._groups = [self._set_of(group) for group in groups]
        self._refutations: dict[int, list[Words]] = defaultdict(list)
        for refutation, forces in refutations:
            self._refutations[forces].append(self._set_of(refutation))
        self._families = {
            letter: [
                (not positions, self._set_of(family))
                for positions, family in families_of(letter, words).items()
            ]
            for letter in sorted(set("".join(words)))
        }

    def unanswered(self, words: Sequence[str], forces: int) -> str | None:
        """A letter without a reply by which the words force `forces` misses; None if all have."""
        refutation = self._set_of(words)
        within = [self._within(refutation, forces - lacks) for lacks in (False, True)]
        for letter, families in self._families.items():
            parts = [
                (lacks, refutation & family) for lacks, family in families if refutation & family
            ]
            replies = (self._forces(part, forces - lacks, within[lacks]) for lacks, part in parts)
            if len(parts) > 1 and not any(replies):
                return letter
        return None

    def _set_of(self, words: Sequence[str]) -> Words:
        return sum(self._bits[word] for word in set(words))

    def _within(self, words: Words, forces: int) -> list[Words]:
        """The refutations within some words that force `forces` misses."""
        return [each for each in self._refutations[forces] if each & words == each]

    def _forces(self, words: Words, misses: int, refutations: Sequence[Words]) -> bool:
        """Whether some words force `misses`, by one of the refutations or by a one-letter group."""
        return (
            misses <= 0
            or any(refutation & words == refutation for refutation in refutations)
            or any((group & words).bit_count() > misses for group in self._groups)
        )
