"""Other words: everybody gets a different one that still fitted when a cheat won."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from hashlib import blake2b

import pytest

from service.play.claims import WORDS_LISTED
from service.play.games import Games
from service.play.refusals import AllWordsClaimed, GameInProgress, NoWordsToClaim
from service.play.requests import GameRequest, Guess
from service.play.views import GameView, Refused, WatchedView
from service.registry import DEALERS
from service.store.errors import GameNotFound
from tests.play.conftest import UnluckyStore, games_of
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


def lost(games: Games, dealer: str = "largest-family", seed: int = 1) -> GameView:
    """A game in which all words without an o still fitted."""
    game = games.start(GameRequest(dealer=dealer, seed=seed, max_misses=1)).view
    return games.guess(game.id, Guess("o")).view


def order(games: Games, game: GameView) -> list[str]:
    """The plain rule: by the XOR of a keyed hash for each letter, the word that was shown last."""
    salt = games.store.load(game.id).commitment.salt

    def number(text: str) -> bytes:
        return blake2b(text.encode(), digest_size=8, key=salt, person=b"words").digest()

    def hash_of(word: str) -> int:
        numbers = [int.from_bytes(number(f"{n} {letter}")) for n, letter in enumerate(word)]
        return reduce(int.__xor__, numbers)

    return sorted(FITTING, key=lambda word: (word == game.word, hash_of(word)))


def claimed(games: Games, game: GameView, claims: int, key: str | None = None) -> list[str]:
    return [games.claim_word(game.watch_id, key)[0].word for _ in range(claims)]


@pytest.mark.parametrize("dealer", [name for name in DEALERS if name not in HONEST])
def test_each_word_is_given_once_and_the_one_that_was_shown_last(games: Games, dealer: str) -> None:
    game = lost(games, dealer)

    words = claimed(games, game, len(FITTING))

    assert words == order(games, game)
    assert words[-1] == game.word
    assert sorted(words) == FITTING


def test_games_have_orders_of_their_own(games: Games) -> None:
    assert len({tuple(order(games, lost(games))) for _ in range(8)}) > 1


def test_instances_agree_though_one_has_words_more(store: UnluckyStore) -> None:
    one, other = games_of(store, WORDS), games_of(store, ["cod", *WORDS, "dog", "box"])
    game = lost(one)

    words = [*claimed(one, game, 3), *claimed(other, game, 3), *claimed(one, game, 1)]

    assert words == order(one, game)[:7]


def test_repeated_claim_of_a_word_that_is_gone_finds_none_left(store: UnluckyStore) -> None:
    before, after = games_of(store, WORDS), games_of(store, [*FITTING[:5], "toe"])
    game = lost(before)
    claimed(before, game, 6)
    before.claim_word(game.watch_id, "the seventh")

    with refused(AllWordsClaimed):
        after.claim_word(game.watch_id, "the seventh")
    assert len(after.claimed_words(game.watch_id).words) == 5


def test_fifty_words_are_listed(store: UnluckyStore) -> None:
    letters = "abcdefgh"
    games = games_of(store, [f"{one}{other}x" for one in letters for other in letters])
    game = games.start(GameRequest(max_misses=1)).view
    game = games.guess(game.id, Guess("z")).view
    assert games.claimed_words(game.watch_id).words == []

    words = claimed(games, game, 60)

    listed = games.claimed_words(game.watch_id)
    assert (listed.claimed_count, listed.words) == (60, words[:WORDS_LISTED])


@pytest.mark.parametrize("words", [["cat", "dog"], ["cat", "cot", "dog"]])
def test_three_words_are_needed(store: UnluckyStore, words: list[str]) -> None:
    games = games_of(store, words)
    game = games.start(GameRequest(max_misses=1)).view
    game = games.guess(game.id, Guess("z")).view
    assert game.status == "lost"

    if len(words) == 3:
        assert len(claimed(games, game, 3)) == 3
    else:
        with refused(NoWordsToClaim):
            games.claim_word(game.watch_id)


@pytest.mark.parametrize("dealer", HONEST)
def test_honest_dealer_has_no_other_words(games: Games, dealer: str) -> None:
    game = next(game for game in (lost(games, dealer, seed) for seed in range(99)) if game.misses)

    for ask in (games.claim_word, games.claimed_words):
        with refused(NoWordsToClaim):
            ask(game.watch_id)


@pytest.mark.parametrize("dealer", DEALERS)
def test_before_the_end_every_dealer_refuses_alike(games: Games, dealer: str) -> None:
    game = games.start(GameRequest(dealer=dealer)).view

    for ask in (games.claim_word, games.claimed_words):
        with refused(GameInProgress):
            ask(game.watch_id)
        with pytest.raises(GameNotFound):
            ask(game.id)


def test_won_game_has_no_other_words(games: Games) -> None:
    game = games.start(GameRequest(max_misses=1000)).view
    for letter in "abcdefghijklmnopqrstuvwxyz":
        if game.status == "in_progress":
            game = games.guess(game.id, Guess(letter)).view
    assert game.status == "won"

    with refused(NoWordsToClaim):
        games.claim_word(game.watch_id)
