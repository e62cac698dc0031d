"""Other words: everybody gets a different one that still fitted when a cheat won."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from hashlib import blake2b
from typing import Any

import pytest

from service.play.claims import WORDS_LISTED
from service.play.games import Games
from service.play.refusals import AllWordsClaimed, NoWordsToClaim
from service.play.views import GameView, Refused, WatchedView
from service.registry import DEALERS
from service.store.errors import ForeignValue
from tests.play.conftest import UnluckyStore, games_of, played
from tests.support.referee import HONEST

FITTING = ["bad", "bag", "bat", "bin", "bit", "bud", "bug", "but"]
WORDS = [*FITTING, "toe", "zoo"]


@contextmanager
def refused(reason: type[Exception]) -> Iterator[None]:
    """Expect a refusal for this reason, with the game as watchers may see it."""
    with pytest.raises(Refused) as caught:
        yield
    assert type(caught.value.reason) is reason
    assert isinstance(caught.value.game, WatchedView)


@pytest.fixture
def games(store: UnluckyStore) -> Games:
    return games_of(store, WORDS)


def lost(games: Games, **choices: Any) -> GameView:
    """A game in which all words without an o still fitted."""
    return played(games, "o", max_misses=1, **choices)


def order(games: Games, game: GameView) -> list[str]:
    """The plain rule: by the XOR of a keyed hash for each letter, the word that was shown last."""
    salt = games.store.load(game.id).commitment.salt

    def number(text: str) -> int:
        digest = blake2b(text.encode(), digest_size=8, key=salt, person=b"words").digest()
        return int.from_bytes(digest)

    def hash_of(word: str) -> int:
        return reduce(int.__xor__, [number(f"{n} {letter}") for n, letter in enumerate(word)])

    return sorted(FITTING, key=lambda word: (word == game.word, hash_of(word)))


def claimed(games: Games, game: GameView, claims: int) -> list[str]:
    return [games.claim_word(game.watch_id, None)[0].word for _ in range(claims)]


@pytest.mark.parametrize("dealer", [name for name in DEALERS if name not in HONEST])
def test_each_word_is_claimed_once_the_shown_one_last(games: Games, dealer: str) -> None:
    game = lost(games, dealer=dealer, seed=1)
    assert claimed(games, game, len(FITTING)) == order(games, game)


def test_instances_agree_though_one_has_words_more(store: UnluckyStore) -> None:
    one, other = games_of(store, WORDS), games_of(store, ["cod", *WORDS, "dog", "box"])
    game = lost(one)
    words = [*claimed(one, game, 3), *claimed(other, game, 3), *claimed(one, game, 1)]
    assert words == order(one, game)[:7]


def test_repeated_claim_of_a_word_that_is_gone_finds_none(store: UnluckyStore) -> None:
    before, after = games_of(store, WORDS), games_of(store, [*FITTING[:5], "toe"])
    game = lost(before)
    claimed(before, game, 6)
    before.claim_word(game.watch_id, "the seventh")

    with refused(AllWordsClaimed):
        after.claim_word(game.watch_id, "the seventh")
    assert len(after.claimed_words(game.watch_id).words) == 5


def test_fifty_words_are_listed(store: UnluckyStore) -> None:
    games = games_of(store, [one + other + "x" for one in "abcdefgh" for other in "abcdefgh"])
    game = played(games, "z", max_misses=1)
    assert games.claimed_words(game.watch_id).words == []

    words = claimed(games, game, 60)

    listed = games.claimed_words(game.watch_id)
    assert (listed.claimed_count, listed.words) == (60, words[:WORDS_LISTED])


def test_count_that_is_no_number_is_refused_by_its_key(store: UnluckyStore, games: Games) -> None:
    game = lost(games)
    key = f"hangman:claims:{game.watch_id}"
    store.client.execute_command("HSET", key, "claimed", "abc")
    with pytest.raises(ForeignValue, match=f"{key}: .*; delete the key"):
        games.claimed_words(game.watch_id)


def test_three_words_are_needed(store: UnluckyStore) -> None:
    two, three = games_of(store, ["cat", "dog"]), games_of(store, ["cat", "cot", "dog"])
    assert len(claimed(three, played(three, "z", max_misses=1), 3)) == 3
    with refused(NoWordsToClaim):
        two.claim_word(played(two, "z", max_misses=1).watch_id)


@pytest.mark.parametrize("dealer", HONEST)
def test_honest_and_won_games_have_no_other_words(games: Games, dealer: str) -> None:
    honest = next(game for n in range(99) if (game := lost(games, dealer=dealer, seed=n)).misses)
    won = played(games, "abcdefghijklmnopqrstuvwxyz", max_misses=1000)
    assert won.status == "won"
    for game in (honest, won):
        for claim in (games.claim_word, games.claimed_words):
            with refused(NoWordsToClaim):
                claim(game.watch_id)
