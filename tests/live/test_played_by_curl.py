"""Games played with curl, judged by a referee that has only read the original word list."""

from itertools import cycle

import pytest

from tests import originals, programs
from tests.live.played_by_curl import DEALERS, lengths_in, play_some
from tests.live.running import Service


@originals.needed
@pytest.mark.parametrize("dictionary", ["en", "en-large"])
def test_referee_agrees_with_every_answer_at_every_length(
    service: Service, dictionary: str
) -> None:
    programs.curl()
    for length, dealer in zip(lengths_in(dictionary), cycle(DEALERS), strict=False):
        assert play_some(service.url, dictionary, length, dealer, games=1)
