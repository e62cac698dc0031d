"""A checker of core tables, in plain Python: it shares nothing with what makes or uses them."""

from collections import defaultdict
from collections.abc import Sequence
from typing import TypeAlias

from service.exact.certificate_check import BadCertificate, families_of, is_star

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
    bits = {word: 1 << number for number, word in enumerate(words)}
    table = Table(
        words,
        [(sum(bits[word] for word in core), forces) for core, forces in cores],
        [sum(bits[word] for word in star) for star in stars],
    )
    for star in stars:
        if not is_star(star):
            raise BadCertificate(f"star {' '.join(star)}: they differ in more than a letter each")
    for core, forces in cores:
        letter = table.unanswered(sum(bits[word] for word in core), forces)
        if letter:
            raise BadCertificate(f"core {' '.join(core)}: no reply to {letter}")
    most = max([forces for _, forces in cores] + [len(star) - 1 for star in stars])
    return f"a dealer who keeps to {len(words)} words forces misses: {most}"


class Table:
    """The cores by what they force, and how letters tell the words of the table apart."""

    def __init__(
        self, words: Sequence[str], cores: Sequence[tuple[Words, int]], stars: Sequence[Words]
    ) -> None:
        self._stars = stars
        self._cores: dict[int, list[Words]] = defaultdict(list)
        for core, forces in cores:
            self._cores[forces].append(core)
        letters = sorted(set("".join(words)))
        self._families = {letter: _families(letter, list(words)) for letter in letters}

    def unanswered(self, core: Words, forces: int) -> str | None:
        """A letter that the table has no reply to."""
        by_hit = self._cores_within(core, forces)
        by_miss = self._cores_within(core, forces - 1)
        for letter, families in self._families.items():
            kept = [(lacking, core & family) for lacking, family in families if core & family]
            if len(kept) > 1 and not any(
                self._forces(family, forces - lacking, by_miss if lacking else by_hit)
                for lacking, family in kept
            ):
                return letter
        return None

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


def _families(letter: str, words: list[str]) -> list[tuple[bool, Words]]:
    """The families of all words, each with whether it lacks the letter."""
    return [
        (not positions, sum(1 << words.index(word) for word in family))
        for positions, family in families_of(letter, words).items()
    ]
