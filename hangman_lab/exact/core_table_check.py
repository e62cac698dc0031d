"""A checker of core tables, in plain Python: it shares nothing with what makes or uses them."""

from collections import defaultdict
from collections.abc import Sequence
from typing import TypeAlias

from hangman_lab.exact.certificate_check import BadCertificate, families_of, is_star

Words: TypeAlias = int  # some words of the table: bit i stands for the i-th


def check_table(
    words: Sequence[str],
    cores: Sequence[tuple[Sequence[str], int]],
    stars: Sequence[Sequence[str]],
) -> str:
    """What a table proves, in a sentence. Raises BadCertificate.

    `words` are all of its words. Each of `cores` is some of them, with the misses that they force.
    A core is right if the table has a reply to every letter: words of one family that are a core or
    the rest of a star, and force as much, or one miss less if they lack the letter.
    """
    table = Table(words, cores, stars)
    for star in stars:
        if not is_star(star):
            raise BadCertificate(f"star {' '.join(star)}: they differ in more than a letter each")
    for core, forces in cores:
        if letter := table.unanswered(core, forces):
            raise BadCertificate(f"core {' '.join(core)}: no reply to {letter}")
    most = max([forces for _, forces in cores] + [len(star) - 1 for star in stars])
    return f"a dealer who keeps to {len(words)} words forces misses: {most}"


class Table:
    """The cores by what they force, and how letters tell the words of the table apart."""

    def __init__(
        self,
        words: Sequence[str],
        cores: Sequence[tuple[Sequence[str], int]],
        stars: Sequence[Sequence[str]],
    ) -> None:
        self._bits = {word: 1 << number for number, word in enumerate(words)}
        self._stars = [self._set_of(star) for star in stars]
        self._cores: dict[int, list[Words]] = defaultdict(list)
        for core, forces in cores:
            self._cores[forces].append(self._set_of(core))
        self._families = {
            letter: [
                (not positions, self._set_of(family))
                for positions, family in families_of(letter, list(words)).items()
            ]
            for letter in sorted(set("".join(words)))
        }

    def unanswered(self, words: Sequence[str], forces: int) -> str | None:
        """A letter to which the table has no reply that makes these words force so much."""
        core = self._set_of(words)
        cores = self._cores_within(core, forces), self._cores_within(core, forces - 1)
        for letter, families in self._families.items():
            kept = [(lacks, core & family) for lacks, family in families if core & family]
            forced = (self._forces(part, forces - lacks, cores[lacks]) for lacks, part in kept)
            if len(kept) > 1 and not any(forced):
                return letter
        return None

    def _set_of(self, words: Sequence[str]) -> Words:
        return sum(self._bits[word] for word in words)

    def _cores_within(self, words: Words, forces: int) -> list[Words]:
        """The cores within some words that force so much."""
        return [core for core in self._cores[forces] if core & words == core]

    def _forces(self, words: Words, misses: int, cores: Sequence[Words]) -> bool:
        """Whether some words force `misses`, by one of the cores or by a star."""
        return (
            misses <= 0
            or any(core & words == core for core in cores)
            or any((star & words).bit_count() > misses for star in self._stars)
        )
