"""The benchmark that takes the service apart still fits it."""

import sys

from tests.programs import printed
from tools.bench.parts import PARTS


def test_each_part_of_a_guess_can_be_left_out() -> None:
    small = "from tools.bench import parts; parts.ROUNDS, parts.GAMES = 2, 2; parts.main()"

    shown = printed(sys.executable, "-c", small, seconds=60)

    rows = [line.split("|")[1].strip() for line in shown.splitlines() if line.startswith("|")]
    assert rows[2:] == [*PARTS, "all of these", "what remains: Flask"]
