"""What `Games` promises, also if the store fails, words change."""

from collections.abc import Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import pytest
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as NotInTime

from service.engine.errors import HangmanError
from service.engine.lexicon import Lexicon
from service.play import daily
from service.play.games import Games
from service.play.ids import digest_of
from service.play.refusals import Busy, DayNotOver, KeptTooLong, KeyReused
from service.play.requests import GameChoices, Guess
from service.play.seats import Seat
from service.play.views import GameView, InsightView, Outcome, Refused, rfc3339
from service.store.commands import Command
from service.store.connection_queue import AllInUse
from service.store.errors import GameChanged, StoreUnavailable
from service.store.game_store import Days
from service.store.record import key_of, watch_id_of
from tests.play.conftest import WORDS, Act, Misfortune, UnluckyStore, games_of, luck, played
from tests.support.fakes import redis_of

KEY = "a key of a game!"
TODAY = GameChoices(daily="today")


@pytest.fixture(autouse=True)
def days_of_three_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "LENGTHS", [3])


def reply_lost(act: Act) -> None:
    act()
    raise StoreUnavailable("the reply was lost")


def not_done(act: Act) -> None:
    raise StoreUnavailable("it never arrived")


def race_lost(act: Act) -> None:
    raise GameChanged


def keys_in(store: UnluckyStore, pattern: str) -> list[bytes]:
    return list(redis_of(store).execute_command("KEYS", pattern))


@pytest.mark.parametrize("misfortune", [reply_lost, not_done, race_lost])
@pytest.mark.parametrize("key", [KEY, None])
def test_guess_is_made_once_and_its_end_counted_once(
    games: Games, store: UnluckyStore, misfortune: Misfortune, key: str | None
) -> None:
    game = played(games, "bfhjkl", daily="today")
    games.guess(game.id, Guess("m"))
    store.ahead = [misfortune]

    last = games.guess(game.id, Guess("x", key=key))
    again = games.guess(game.id, Guess("x", key=key)) if key else None

    assert (last.view.status, last.replayed) == ("lost", False)
    assert (last.view.version, len(games.guesses(Seat.of_player(game.id)))) == (9, 8)
    assert games.guesses(Seat.of_player(game.id))[-1] == last.view.last_guess
    assert again in (None, last._replace(replayed=True))
    assert Days(store.commands).results_of("2023-11-14") == {"begun": 1, "misses 8": 1}


@pytest.mark.parametrize("misfortune", [reply_lost, not_done, race_lost])
def test_call_counts_once_whatever_happens_to_its_guess(
    games: Games, store: UnluckyStore, misfortune: Misfortune
) -> None:
    game = played(games, "bfhjkl", daily="today")
    store.ahead = [misfortune]
    for guess in (Guess("m", key=KEY, call=True), Guess("m", key=KEY, call=True)):
        assert games.guess(game.id, guess).view.misses == 7
    games.guess(game.id, Guess("x", call=True))
    counts = {"begun": 1, "misses 8": 1, "called": 1}
    assert Days(store.commands).results_of("2023-11-14") == counts


def test_player_of_a_days_game_need_not_wait_for_its_end(games: Games) -> None:
    game = played(games, "bfhjklmx", daily="today")
    player, watcher = Seat.of_player(game.id), Seat.of_watcher(game.watch_id)

    assert games.confession(player).word == games.show(player).view.word
    assert games.show(watcher).view.word is None
    with pytest.raises(Refused) as refused:
        games.confession(watcher)
    assert isinstance(refused.value.reason, DayNotOver)
    assert vars(refused.value.game) == vars(games.show(watcher).view)


@pytest.mark.parametrize("misfortune", [reply_lost, not_done])
def test_game_is_created_once(games: Games, store: UnluckyStore, misfortune: Misfortune) -> None:
    store.ahead = [misfortune]
    game = games.start(GameChoices()).view
    assert games.show(Seat.of_player(game.id)).view == game
    assert len(keys_in(store, "hangman:game:*")) == 1


@pytest.mark.parametrize("command", range(5))
@pytest.mark.parametrize("arrives", [True, False])
def test_start_is_done_once_whichever_reply_is_lost(
    games: Games, store: UnluckyStore, monkeypatch: pytest.MonkeyPatch, command: int, arrives: bool
) -> None:
    servers, numbers = redis_of(store), count()
    send = servers.send

    def lose_one(commands: Sequence[Command]) -> list[Any]:
        is_lost = next(numbers) == command
        answers = send(commands) if arrives or not is_lost else []
        return [NotInTime("the reply was lost")] if is_lost else answers

    monkeypatch.setattr(servers, "send", lose_one)
    ids = []
    for _ in range(2):
        with suppress(StoreUnavailable):
            ids.append(games.start(TODAY, KEY).view.id)

    assert {*ids} == {games.start(TODAY, KEY).view.id}
    assert Days(store.commands).results_of("2023-11-14").get("begun") == 1


@pytest.mark.parametrize("other", [TODAY, replace(TODAY, max_misses=7)])
def test_of_two_simultaneous_starts_with_a_key_one_is_kept(
    games: Games, store: UnluckyStore, other: GameChoices
) -> None:
    def start_first(act: Act) -> None:
        firsts.append(games_of(store, WORDS).start(TODAY, KEY))
        act()

    firsts: list[Outcome[GameView]] = []
    store.ahead = [luck, start_first]
    if other == TODAY:
        second = games.start(other, KEY)
        assert (second.view.id, second.replayed) == (firsts[0].view.id, True)
    else:
        with pytest.raises(KeyReused):
            games.start(other, KEY)
    assert len(keys_in(store, "hangman:game:*")) == 1
    assert Days(store.commands).results_of("2023-11-14") == {"begun": 1}


def test_save_that_arrives_late_is_not_a_replay(games: Games, store: UnluckyStore) -> None:
    late: list[Act] = []

    def delayed(act: Act) -> None:
        late.append(act)
        raise StoreUnavailable("no reply in time")

    def overtaken(act: Act) -> None:
        late.pop()()
        act()

    game = games.start(GameChoices()).view
    store.ahead = [delayed, overtaken]

    after = games.guess(game.id, Guess("x", key=KEY))

    assert (after.view.version, after.replayed) == (2, False)


@pytest.mark.parametrize(("keep_for", "seconds"), [(None, 3600), (7200, 7200)])
def test_key_lives_as_long_as_its_game_or_an_hour(
    games: Games, store: UnluckyStore, keep_for: int | None, seconds: int
) -> None:
    games.start(GameChoices(keep_seconds=keep_for), KEY)
    [name] = keys_in(store, "hangman:start:*")
    assert seconds - 60 < redis_of(store).ttl(name) <= seconds


def test_state_after_a_rollback_has_another_tag(games: Games, store: UnluckyStore) -> None:
    game = games.start(GameChoices()).view
    value = store.commands.get(key_of(game.id))
    lost = games.guess(game.id, Guess("x"))
    redis_of(store).set(key_of(game.id), value)
    after = games.guess(game.id, Guess("x"))
    assert after.view.version == lost.view.version == 2
    assert after.tag != lost.tag
    with pytest.raises(Refused, match="at version 2"):
        games.guess(game.id, Guess("z", tags=frozenset({lost.tag})))


def test_digest_of_a_request_is_of_all_its_fields(games: Games) -> None:
    digest = digest_of({"length": 3, "dealer": None, "seed": 0})
    assert len(digest) == 8
    assert digest == digest_of({"seed": 0, "length": 3}) != digest_of({"length": 3})
    games.start(GameChoices(), KEY)
    for other in ({"max_misses": 7}, {"insight": "count"}, {"seed": 1}, {"keep_seconds": 9}):
        with pytest.raises(KeyReused):
            games.start(GameChoices(**other), KEY)


def test_game_is_not_deleted_if_a_guess_comes_first(games: Games, store: UnluckyStore) -> None:
    def guess_first(act: Act) -> None:
        games.guess(game.id, Guess("x"))
        act()

    game, tag, _ = games.start(GameChoices())
    store.ahead = [guess_first]
    with pytest.raises(Refused, match="at version 2"):
        games.delete(game.id, frozenset({tag}))
    assert games.show(Seat.of_player(game.id)).view.version == 2


def test_deletion_that_always_comes_too_late_gives_up(games: Games, store: UnluckyStore) -> None:
    game, tag, _ = games.start(GameChoices())
    store.ahead = [race_lost] * 2_000
    with pytest.raises(Busy):
        games.delete(game.id, frozenset({tag}))
    assert games.show(Seat.of_player(game.id)).view == game


def test_life_that_nobody_limits_ends_before_the_records_do(games: Games) -> None:
    longest = games.store.life.longest // 1000
    for seconds in (0, longest + 1):
        with pytest.raises(KeptTooLong, match=f"1 to {longest} seconds"):
            GameChoices(keep_seconds=seconds).kept_for(games.store.life)
    game = games.start(GameChoices(keep_seconds=longest)).view
    assert games.show(Seat.of_player(game.id)).view == game


@pytest.mark.parametrize(
    ("misfortunes", "error"), [([not_done] * 2, StoreUnavailable), ([race_lost] * 100, Busy)]
)
def test_guess_that_fails_again_and_again_is_not_made(
    games: Games, store: UnluckyStore, misfortunes: list[Misfortune], error: type[Exception]
) -> None:
    game = games.start(GameChoices()).view
    store.ahead = misfortunes.copy()
    with pytest.raises(error):
        games.guess(game.id, Guess("x"))
    assert games.show(Seat.of_player(game.id)).view == game


@pytest.mark.parametrize(
    ("error", "tries", "fails"),
    [(NotInTime("no reply"), 1, False), (NotInTime("no reply"), 2, True), (AllInUse(), 1, True)],
)
def test_look_is_tried_twice_unless_the_store_is_busy(
    games: Games,
    store: UnluckyStore,
    monkeypatch: pytest.MonkeyPatch,
    error: RedisError,
    tries: int,
    fails: bool,
) -> None:
    game = games.start(GameChoices()).view
    servers, numbers = redis_of(store), count()
    send = servers.send
    monkeypatch.setattr(
        servers, "send", lambda commands: [error] if next(numbers) < tries else send(commands)
    )
    with pytest.raises(StoreUnavailable) if fails else nullcontext():
        assert games.show(Seat.of_player(game.id)).view == game
    assert next(numbers) == (tries if fails else tries + 1)


def test_guess_is_computed_in_every_game(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise its time would reveal what others have guessed in their games."""
    splits: list[str] = []
    families = Lexicon.families

    def counted(lexicon: Lexicon, letter: str, *more: Any) -> Any:
        splits.append(letter)
        return families(lexicon, letter, *more)

    monkeypatch.setattr(Lexicon, "families", counted)
    for _ in range(2):
        played(games, "x", seed=1)
    assert splits == ["x", "x"]


# --- What may be seen, and for how long -----------------------------------------------------------


def test_words_are_counted_without_being_named(games: Games) -> None:
    insight = games.start(GameChoices(insight="count")).view.insight
    assert insight == InsightView("count", 4, None, None)


@pytest.mark.parametrize(
    ("chosen", "ends"),
    [
        (None, [(0, 10), (5, 15), (9, 19), (12, 72), (70, 120), (119, 120)]),
        (1, [(0, 10), (5, 15), (9, 19), (12, 72)]),  # not shorter than without a choice
        (20, [(0, 20), (5, 20), (15, 25), (16, 76)]),  # a guess leaves a later end alone
        (90, [(0, 90), (5, 90), (50, 90), (51, 111), (110, 120)]),
        (500, [(0, 500), (5, 500), (50, 500), (51, 500), (499, 500)]),
    ],
)
def test_life_of_a_game_grows_with_its_guesses(
    store: UnluckyStore, games: Games, chosen: int | None, ends: list[tuple[int, int]]
) -> None:
    """Seconds of its start, of each guess, and of its end as it is then."""
    begun = 1_700_000_000_000
    games.clock = lambda: begun
    game = games.start(GameChoices(keep_seconds=chosen)).view
    for letter, (at, end) in zip(["", *"xyzwq"], ends, strict=False):
        games.clock = partial(int, begun + 1000 * at)
        if letter:
            game = games.guess(game.id, Guess(letter)).view
        left = int(redis_of(store).pttl(key_of(game.id))) / 1000
        assert game.expires_at == rfc3339(begun + 1000 * end)
        assert games.show(Seat.of_player(game.id)).view.expires_at == game.expires_at
        assert end - at - 1 < left <= end - at


# --- A game goes on though its dictionary changes: with the words that fit its answers ------------


def honest_game(store: UnluckyStore, letters: str) -> str:
    """The id of an honest game that drew “cot”, after these guesses."""
    for seed in range(100):
        game = played(games_of(store, WORDS), letters, dealer="honest", seed=seed, max_misses=3)
        if store.load(watch_id_of(game.id)).state.word == "cot":
            return game.id
    raise AssertionError("no seed draws cot")


def test_game_has_one_state_though_words_change(store: UnluckyStore) -> None:
    games, changed = games_of(store, ["cow", "fox"]), games_of(store, ["cow", "dog", "emu"])
    ids = [games.start(GameChoices(dealer="honest", seed=seed)).view.id for seed in range(9)]
    records = [store.load(watch_id_of(game_id)) for game_id in ids]
    assert {record.state.word for record in records} == {"cow", "fox"}
    for record in records:
        stored = changed.catalogue.game_of(record)
        assert stored.game.state is stored.record.state
        assert stored.record.state.word in ("cow", "dog", "emu")
        assert stored.record.identity == record.identity  # so a save replaces the old state


def test_honest_game_goes_on_though_its_word_is_gone(store: UnluckyStore) -> None:
    game = honest_game(store, "x")
    games = games_of(store, ["cat", "cut", "fox"])  # x has been a miss
    answers = [games.guess(game, Guess(letter)).view for letter in "autc"]
    assert [view.misses for view in answers[:2]] in ([1, 2], [2, 2])
    assert answers[2].pattern[2] == "t"
    assert answers[3].status == "won"
    assert answers[3].word in ("cat", "cut")


def test_honest_game_keeps_its_word_while_it_fits(store: UnluckyStore) -> None:
    game = honest_game(store, "c")
    words = ["cab", "cob", "cod", "cog", "con", "cop", "cot", "cow", "cub", "cud", "cue"]
    for change, miss in enumerate("xyz"):
        games_of(store, words[change:]).guess(game, Guess(miss))
        assert store.load(watch_id_of(game)).state.word == "cot"
    shown = games_of(store, ["cat", "cut"]).show(Seat.of_player(game)).view
    assert shown.word == "cot"  # the player has seen it


def test_retry_after_a_change_has_the_words_of_now(store: UnluckyStore) -> None:
    request = GameChoices(insight="full", seed=1, max_misses=1000)
    guesses = [Guess(letter, key=f"key of {letter}") for letter in "xda"]
    games = games_of(store, WORDS)
    game = games.start(request, "key of the start").view.id
    for guess in guesses:
        games.guess(game, guess)
    games = games_of(store, [*WORDS, "cab", "dig", "fox"])

    start = games.start(request, "key of the start")
    views = [start.view, *(games.guess(game, guess).view for guess in guesses[:2])]

    assert [view.version for view in views] == [1, 2, 3]
    assert [view.guessed_letters for view in views] == [(), ("x",), ("x", "d")]
    assert [view.insight.words if view.insight else None for view in views] == [
        ["cab", "cat", "cot", "cut", "dig", "dog", "fox"],
        ["cab", "cat", "cot", "cut", "dig", "dog"],
        ["cab", "cat", "cot", "cut"],
    ]


@pytest.mark.parametrize(
    ("guess", "code"),
    [(Guess("z", key=KEY), "idempotency-key-reused"), (Guess("#"), "not-in-alphabet")],
)
def test_refused_guess_leaves_the_answer_to_a_repeated_one(
    games: Games, guess: Guess, code: str
) -> None:
    game_id = games.start(GameChoices(length=3)).view.id
    games.guess(game_id, Guess("x", key=KEY))
    with pytest.raises(HangmanError) as refused:
        games.guess(game_id, guess)
    assert getattr(refused.value, "reason", refused.value).code == code
    again = games.guess(game_id, Guess("x", key=KEY))
    assert again == games.show(Seat.of_player(game_id))._replace(replayed=True)


@pytest.mark.parametrize(("elsewhere", "guess"), [("", Guess("x", key=KEY)), ("y", Guess("z"))])
def test_guess_is_made_in_the_history_that_the_store_has(
    games: Games, store: UnluckyStore, elsewhere: str, guess: Guess
) -> None:
    game_id = games.start(GameChoices(length=3)).view.id
    before = store.commands.get(key_of(game_id))
    games.guess(game_id, Guess("x", key=KEY))
    redis_of(store).set(key_of(game_id), before)
    for letter in elsewhere:
        games.guess(game_id, Guess(letter))

    outcome = games.guess(game_id, guess)

    assert (outcome.view.guessed_letters, outcome.replayed) == ((*elsewhere, guess.text), False)
