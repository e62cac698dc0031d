"""After the end: the confession, the opening that bound the dealer, and other words to claim."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import reduce
from hashlib import blake2b
from threading import Event, Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.transcript import Transcript, letter_answer, word_answer
from service.play.catalogue import StoredGame
from service.play.claims import WORDS_LISTED
from service.play.commitment import NotAnOpening, Opening, opening_in
from service.play.confession import Confessions, OddsView, hanged
from service.play.games import Games
from service.play.refusals import Busy, DictionaryUnknown, NoWordsToClaim
from service.play.requests import GameChoices, Guess
from service.play.seats import Seat
from service.play.views import GameView, Refused, WatchedView
from service.registry import DEALERS
from service.store.errors import ForeignValue
from service.store.record import record_bytes, watch_id_of
from tests.commitment_referee import digest
from tests.play.conftest import WORDS, UnluckyStore, games_of, played
from tests.support import factory
from tests.support.fakes import redis_of
from tests.support.referee import HONEST
from tests.support.waiting import PATIENCE

ALPHABET = "abcde"
words_of_length = st.integers(1, 4).flatmap(
    lambda length: st.sets(st.text(ALPHABET, min_size=length, max_size=length), min_size=1)
)


@pytest.mark.parametrize("limit", [0, 2, 50])
def test_confession_has_odds_and_the_commonest_words_first(store: UnluckyStore, limit: int) -> None:
    commonness = {"cat": 30, "cot": 10, "cut": 20, "dog": 50, "fox": 70, "hub": 40, "ivy": 60}
    games = games_of(store, commonness)
    confession = games.confession(Seat.of_player(played(games, "cx", max_misses=2).id), limit)
    step, _ = confession.guesses
    assert confession.odds == OddsView(same_answers=3, word_count=7, hanged_share=0.4286)
    assert (step.words_before, step.words_left) == (7, 4)
    assert step.dropped == ["cot", "cut", "cat"][:limit]
    assert step.kept == ["hub", "dog", "ivy", "fox"][:limit]


def test_whole_word_is_a_family_of_its_own_if_it_fits(games: Games) -> None:
    game = played(games, ["c", "dog", "cat"], max_misses=2)
    steps = games.confession(Seat.of_player(game.id), 0).guesses
    assert [step.family_count for step in steps] == [2, 1, 2]


class Slow:
    """Work that waits for `go_on`, and then returns or raises its result."""

    def __init__(self, result: Any) -> None:
        self.result = result
        self.begun, self.go_on, self.times = Event(), Event(), 0

    def __call__(self) -> Any:
        self.times += 1
        self.begun.set()
        assert self.go_on.wait(PATIENCE)
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


def stored_game(games: Games) -> StoredGame:
    return games.catalogue.game_of(games.store.load(watch_id_of(played(games, "").id)))


@pytest.mark.parametrize("result", [object(), Busy()], ids=["confession", "failure"])
def test_two_at_a_time_share_one_computation(games: Games, result: Any) -> None:
    work, confessions, results = Slow(result), Confessions(), list[Any]()
    stored = stored_game(games)

    def confess() -> None:
        try:
            results.append(confessions.once(stored.record, work))
        except Busy as error:
            results.append(error)

    first, second = (Thread(target=confess, daemon=True) for _ in range(2))
    first.start()
    assert work.begun.wait(PATIENCE)
    second.start()
    second.join(0.1)
    work.go_on.set()
    for thread in (first, second):
        thread.join(PATIENCE)

    assert (results, work.times) == ([result, result], 1)
    another = object()  # a failure is not cached, and a confession is
    next_one = confessions.once(stored.record, lambda: another)  # type: ignore[arg-type,return-value]  # any object will do
    assert next_one is (another if isinstance(result, Busy) else result)


def test_oldest_confessions_are_forgotten(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.play.confession.MOST_KEPT", 2)
    confessions, work = Confessions(), Slow("a confession")
    work.go_on.set()
    first, second, third = (stored_game(games) for _ in range(3))
    for stored in (first, second, third, third, second, first):
        confessions.once(stored.record, work)
    assert work.times == 4


def is_hanged(word: str, guesses: Sequence[str], max_misses: int) -> bool:
    """Whether the honest dealer of a word hangs the player; a guess in capitals is a whole word."""
    hidden, misses = set(word), 0
    for guess in guesses:
        if not hidden or misses == max_misses:
            break
        hit = guess == word.upper() or guess in word
        misses += not hit
        hidden -= set(word) if guess == word.upper() else {guess}
    return misses == max_misses


@given(st.data())
def test_hanged_words_are_those_of_an_honest_dealer(data: st.DataObject) -> None:
    words = sorted(data.draw(words_of_length))
    guess = st.sampled_from([*ALPHABET, "x", *map(str.upper, words)])  # no x in the dictionary
    guesses = data.draw(st.lists(guess, unique=True, max_size=12))
    max_misses = data.draw(st.integers(1, 5) | st.just(1000))
    lexicon = factory.lexicon(words, ALPHABET)
    answers = [
        word_answer(guess.lower(), hit=False) if guess.isupper() else letter_answer(guess, 0)
        for guess in guesses
    ]

    found = hanged(lexicon, Transcript(lexicon.length, tuple(answers)), max_misses).tolist()

    listed = lexicon.words(lexicon.everything)
    assert found == [is_hanged(word, guesses, max_misses) for word in listed]


# --- The opening ---------------------------------------------------------------------------------


def test_opening_has_what_decides_the_game(games: Games) -> None:
    choices: dict[str, Any] = {"max_misses": 5, "seed": 2**53 - 1}
    ids = [played(games, "xyzvw", dealer=dealer, **choices).id for dealer in ("honest", "minimax")]

    honest, minimax = (
        opening_in(games.confession(Seat.of_player(game_id)).opening) for game_id in ids
    )

    assert (honest.word, honest.budget) == (games.store.load(watch_id_of(ids[0])).state.word, None)
    assert (minimax.word, minimax.budget) == (None, 100)
    assert (honest.dealer, honest.dictionary, honest.version) == ("honest", "en", 1)
    assert (honest.length, honest.max_misses, honest.seed) == (3, 5, 2**53 - 1)
    assert honest.fingerprint == games.catalogue.dictionaries["en"].description.fingerprint
    assert len(honest.salt) == 32
    assert honest.salt != minimax.salt


def test_records_of_all_dealers_have_one_size(games: Games, store: UnluckyStore) -> None:
    requests = [GameChoices(dealer=dealer, seed=1) for dealer in DEALERS]
    requests.append(GameChoices(secret_word="cot", seed=1))
    records = [store.load(watch_id_of(games.start(request).view.id)) for request in requests]
    assert len({len(record_bytes(record)) - len(record.dealer) for record in records}) == 1


def test_opening_is_of_the_start_though_words_change(store: UnluckyStore) -> None:
    games, changed = games_of(store, WORDS), games_of(store, ["bib", "fez", "hub"])
    old, new = (each.catalogue.dictionaries["en"].description for each in (games, changed))
    game = played(games, "x", dealer="honest", max_misses=5)
    word = games.store.load(watch_id_of(game.id)).state.word
    for letter in "yvwq":
        changed.guess(game.id, Guess(letter))

    confession = changed.confession(Seat.of_player(game.id))

    opening = opening_in(confession.opening)
    assert (opening.fingerprint, opening.word) == (old.fingerprint, word)
    assert confession.fingerprint == new.fingerprint != old.fingerprint
    assert confession.word not in WORDS
    assert game.commitment == digest(confession.opening)


OPENING = Opening(
    budget=None, dealer="honest", dictionary="en", fingerprint="0f", length=3, max_misses=8,
    salt="00", seed=2**53 - 1, version=1, word="çàé",
)  # fmt: skip
TEXT = OPENING.text


NOT_AS_RFC_8785_SAYS = [
    "", "{}", "[]", "null", "5", "[" * 10_000, TEXT + " ", TEXT.replace(":", ": "),
    TEXT.replace('"seed":', '"seed":1,"seed":'), TEXT.replace('"seed":', '"seen":'),
    TEXT.replace('"version":1', '"version":1,"wit":1'), TEXT.replace("ç", "\\u00e7"),
    '{"word":null,' + TEXT[1:].replace(',"word":"çàé"', ""), TEXT.replace("çàé", "\\u001b"),
]  # fmt: skip
MEMBERS_THAT_NO_OPENING_HAS: list[tuple[str, Any]] = [
    ("seed", 2**53), ("seed", -1), ("seed", None), ("seed", 5.0), ("seed", "5"), ("seed", True),
    ("version", 2), ("length", None), ("budget", 0.5), ("budget", float("nan")),
    ("max_misses", 0), ("max_misses", []), ("word", 5), ("dealer", None), ("salt", {}),
]  # fmt: skip
WRONG = [replace(OPENING, **{name: value}).text for name, value in MEMBERS_THAT_NO_OPENING_HAS]


def test_opening_is_read_only_as_it_was_written() -> None:
    assert opening_in(TEXT) == OPENING
    assert digest(TEXT)
    for text in [*NOT_AS_RFC_8785_SAYS, *WRONG]:
        with pytest.raises(NotAnOpening):
            opening_in(text)


# --- Other words: each different, each still fitted when a cheat won ------------------------------


FITTING = ["bad", "bag", "bat", "bin", "bit", "bud", "bug", "but"]
CLAIMABLE = [*FITTING, "toe", "zoo"]


@contextmanager
def refused(reason: type[Exception]) -> Iterator[None]:
    """Expect a refusal for this reason, with the game as watchers may see it."""
    with pytest.raises(Refused) as caught:
        yield
    assert type(caught.value.reason) is reason
    assert isinstance(caught.value.game, WatchedView)


def lost(games: Games, **choices: Any) -> GameView:
    """Play a game that is lost while all words without an o still fit."""
    return played(games, "o", max_misses=1, **choices)


def order(games: Games, game: GameView) -> list[str]:
    """The order of claims: by the XOR of a keyed hash of each letter, with the word shown last."""
    salt = games.store.load(watch_id_of(game.id)).commitment.salt

    def number(text: str) -> int:
        digest = blake2b(text.encode(), digest_size=8, key=salt, person=b"words").digest()
        return int.from_bytes(digest)

    def hash_of(word: str) -> int:
        return reduce(int.__xor__, [number(f"{n} {letter}") for n, letter in enumerate(word)])

    return sorted(FITTING, key=lambda word: (word == game.word, hash_of(word)))


def claimed(games: Games, game: GameView, claims: int) -> list[str]:
    return [games.claim_word(Seat.of_watcher(game.watch_id))[0].word for _ in range(claims)]


@pytest.mark.parametrize("dealer", [name for name in DEALERS if name not in HONEST])
def test_each_word_is_claimed_once_the_shown_one_last(store: UnluckyStore, dealer: str) -> None:
    games = games_of(store, CLAIMABLE)
    game = lost(games, dealer=dealer, seed=1)
    assert claimed(games, game, len(FITTING)) == order(games, game)


@pytest.mark.parametrize("other", [["cod", *CLAIMABLE], [*FITTING[:5], "toe"]])
def test_instance_with_other_words_neither_gives_nor_lists_any(
    store: UnluckyStore, other: list[str]
) -> None:
    """Its numbers would mean words that nobody was given, or that others have."""
    own, strange = games_of(store, CLAIMABLE), games_of(store, other)
    game = lost(own)
    words = claimed(own, game, 3)
    for claim in (strange.claim_word, strange.claimed_words):
        with pytest.raises(DictionaryUnknown):
            claim(Seat.of_watcher(game.watch_id))
    assert [*words, *claimed(own, game, 1)] == order(own, game)[:4]
    assert own.claimed_words(Seat.of_watcher(game.watch_id)).words == order(own, game)[:4]


def test_fifty_words_are_listed(store: UnluckyStore) -> None:
    games = games_of(store, [first + second + "x" for first in "abcdefgh" for second in "abcdefgh"])
    game = played(games, "z", max_misses=1)
    assert games.claimed_words(Seat.of_watcher(game.watch_id)).words == []
    words = claimed(games, game, 60)
    listed = games.claimed_words(Seat.of_watcher(game.watch_id))
    assert (listed.claimed_count, listed.words) == (60, words[:WORDS_LISTED])


def test_count_that_is_not_a_number_is_refused_by_its_key(store: UnluckyStore) -> None:
    games = games_of(store, CLAIMABLE)
    game = lost(games)
    key = f"hangman:claims:{game.watch_id}"
    redis_of(store).execute_command("HSET", key, "claimed", "abc")
    for claim in (games.claimed_words, games.claim_word):
        with pytest.raises(ForeignValue, match=f"{key}: .*; delete the key"):
            claim(Seat.of_watcher(game.watch_id))


def test_three_words_are_needed(store: UnluckyStore) -> None:
    two, three = games_of(store, ["cat", "dog"]), games_of(store, ["cat", "cot", "dog"])
    assert len(claimed(three, played(three, "z", max_misses=1), 3)) == 3
    with refused(NoWordsToClaim):
        two.claim_word(Seat.of_watcher(played(two, "z", max_misses=1).watch_id))


@pytest.mark.parametrize("dealer", HONEST)
def test_honest_and_won_games_have_no_other_words(store: UnluckyStore, dealer: str) -> None:
    games = games_of(store, CLAIMABLE)
    honest = next(game for n in range(99) if (game := lost(games, dealer=dealer, seed=n)).misses)
    won = played(games, "abcdefghijklmnopqrstuvwxyz", max_misses=1000)
    assert won.status == "won"
    for game in (honest, won):
        for claim in (games.claim_word, games.claimed_words):
            with refused(NoWordsToClaim):
                claim(Seat.of_watcher(game.watch_id))
