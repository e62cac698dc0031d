"""A checker of refutation tables, in plain Python: it shares nothing with what makes them."""

from collections import defaultdict
from collections.abc import Sequence
from typing import TypeAlias

from hangman_lab.exact.certificate_check import BadCertificate, families_of, is_one_letter_group

Words: TypeAlias = int  # some words of the table: bit i stands for the i-th


def check_table(
    words: Sequence[str],
    refutations: Sequence[tuple[Sequence[str], int]],
    groups: Sequence[Sequence[str]],
) -> str:
    """What a table proves, in a sentence. Raises BadCertificate.

    `words` are all of its words. Each of `refutations` is some of them, with the misses that they
    force. A refutation is right if the table has a reply to every letter: words of one family that
    are a refutation or the rest of a one-letter group, and force as much, or one miss less if they
    lack the letter.
    """
    table = Table(words, refutations, groups)
    for group in groups:
        if not is_one_letter_group(group):
            raise BadCertificate(
                f"one-letter group {' '.join(group)}: they differ in more than a letter each"
            )
    for refutation, forces in refutations:
        if letter := table.unanswered(refutation, forces):
            raise BadCertificate(f"refutation {' '.join(refutation)}: no reply to {letter}")
    most = max([forces for _, forces in refutations] + [len(group) - 1 for group in groups])
    return f"a dealer who keeps to {len(words)} words forces misses: {most}"


class Table:
    """The refutations by what they force, and how letters tell the words of the table apart."""

    def __init__(
        self,
        words: Sequence[str],
        refutations: Sequence[tuple[Sequence[str], int]],
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
                for positions, family in families_of(letter, list(words)).items()
            ]
            for letter in sorted(set("".join(words)))
        }

    def unanswered(self, words: Sequence[str], forces: int) -> str | None:
        """A letter to which the table has no reply that makes these words force so much."""
        refutation = self._set_of(words)
        refutations = (
            self._refutations_within(refutation, forces),
            self._refutations_within(refutation, forces - 1),
        )
        for letter, families in self._families.items():
            kept = [
                (lacks, refutation & family) for lacks, family in families if refutation & family
            ]
            forced = (
                self._forces(part, forces - lacks, refutations[lacks]) for lacks, part in kept
            )
            if len(kept) > 1 and not any(forced):
                return letter
        return None

    def _set_of(self, words: Sequence[str]) -> Words:
        return sum(self._bits[word] for word in words)

    def _refutations_within(self, words: Words, forces: int) -> list[Words]:
        """The refutations within some words that force so much."""
        return [
            refutation
            for refutation in self._refutations[forces]
            if refutation & words == refutation
        ]

    def _forces(self, words: Words, misses: int, refutations: Sequence[Words]) -> bool:
        """Whether some words force `misses`, by one of the refutations or by a one-letter group."""
        return (
            misses <= 0
            or any(refutation & words == refutation for refutation in refutations)
            or any((group & words).bit_count() > misses for group in self._groups)
        )
