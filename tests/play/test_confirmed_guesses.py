"""What replicas have not confirmed is not acknowledged: real primaries, replicas and clusters."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from service.play.games import Games
from service.play.requests import GameChoices, Guess
from service.play.seats import Seat
from service.play.views import Refused
from service.store.address import servers_at
from service.store.errors import StoreUnavailable
from service.store.game_store import Claims, Days, GameStore
from service.store.record import Retention, key_of
from service.store.redis_commands import RedisCommands
from tests.support import factory, records
from tests.support.servers import Server, cluster, in_step, one_server
from tests.support.waiting import wait_until

CATALOGUE = factory.catalogue_of(["cat", "cot", "cut", "dog"])
NOT_CONFIRMED = "^NotConfirmed: too few replicas confirmed"


def games_at(url: str, replicas: int = 1) -> Games:
    servers = servers_at(url, connect_timeout=5, read_timeout=1, wait_replicas=replicas)
    return Games(CATALOGUE, GameStore(RedisCommands(servers), Retention(60_000, 60_000)))


def follow(replica: Server, primary: Server) -> None:
    replica.client.execute_command("REPLICAOF", "127.0.0.1", primary.port)
    wait_until(lambda: in_step(replica), "the replica is not in step")


@contextmanager
def three_servers(folder: Path) -> Iterator[list[Server]]:
    """A primary and two replicas."""
    with (
        one_server(folder / "primary") as primary,
        one_server(folder / "first") as first,
        one_server(folder / "second") as second,
    ):
        for replica in (first, second):
            follow(replica, primary)
        yield [primary, first, second]


def freeze(replica: Server) -> None:
    replica.send(signal.SIGSTOP)


def cut_off(replica: Server) -> None:
    replica.client.execute_command("REPLICAOF", "NO", "ONE")


def thaw(replica: Server) -> None:
    replica.send(signal.SIGCONT)
    wait_until(lambda: bool(replica.client.ping()), "it does not answer")


def fails(act: Callable[[], object]) -> None:
    with pytest.raises(StoreUnavailable, match=NOT_CONFIRMED):
        act()


@pytest.mark.parametrize("cut", [freeze, cut_off])
def test_guess_that_no_replica_has_is_made_once_after_a_failover(
    tmp_path: Path, cut: Callable[[Server], None]
) -> None:
    """A frozen replica has the guess in its socket; one that was cut off never gets it."""
    with three_servers(tmp_path) as (primary, first, second):
        games = games_at(primary.url)
        game = games.start(GameChoices(length=3)).view
        seat = Seat.of_player(game.id)
        kept = games.guess(game.id, Guess("e", key="the first guess"))
        for replica in (first, second):
            cut(replica)

        def guess() -> Any:
            return games.guess(game.id, Guess("a", key="the second guess"))

        fails(guess)
        fails(guess)  # it finds its operation, which no replica has
        fails(lambda: games.guess(game.id, Guess("e")))  # 409, with the game
        fails(
            lambda: games.guess(game.id, Guess("i", tags=frozenset([kept.tag])))
        )  # 412, with the game
        fails(lambda: games.guess(game.id, Guess("o", key="the second guess")))  # another guess
        fails(lambda: games.delete(game.id, frozenset([kept.tag])))
        fails(lambda: games.claim_word(seat))
        assert games.show(seat).view.version == 3  # reading does not wait

        primary.send(signal.SIGKILL)
        if cut is freeze:
            for replica in (first, second):
                thaw(replica)
        cut_off(first)
        follow(second, first)
        games = games_at(first.url)
        after = guess()
        assert after.replayed == (cut is freeze)
        assert games.show(seat).view.guessed_letters == ("e", "a")
        assert guess().replayed


def test_retry_is_answered_when_replicas_are_back(tmp_path: Path) -> None:
    with three_servers(tmp_path) as (primary, first, second):
        games = games_at(primary.url)
        game = games.start(GameChoices(length=3)).view
        freeze(first)
        freeze(second)
        fails(lambda: games.guess(game.id, Guess("a", key="the only guess!!")))
        thaw(second)  # one of them is enough
        for _ in range(2):
            assert games.guess(game.id, Guess("a", key="the only guess!!")).replayed
        with pytest.raises(Refused) as refused:
            games.guess(game.id, Guess("a"))
        assert refused.value.game.version == 2


def test_start_that_no_replica_has_is_not_acknowledged(tmp_path: Path) -> None:
    with three_servers(tmp_path) as (primary, first, second):
        games, store = games_at(primary.url), games_at(primary.url).store
        days, claims = Days(store.commands), Claims(store.commands)
        before = games.start(GameChoices(length=3), "an early start!!").view
        assert days.draw_once("2026-11-28", lambda: b"a game") == b"a game"
        today = games.show_day()
        assert claims.claim("a game", 9, 60_000, b"a claim!") == (1, False)
        for replica in (first, second):
            freeze(replica)

        fails(lambda: games.start(GameChoices(length=3)))
        for _ in range(2):  # a game that is there already must be confirmed, too
            fails(lambda: store.create("a game", records.record()))
        for key in ("an early start!!", "a late start!!!!"):
            fails(lambda: games.start(GameChoices(length=3), key))  # noqa: B023  # at once
        fails(lambda: Days(store.commands).draw_once("2026-11-28", lambda: b"another"))
        assert days.draw_once("2026-11-28", lambda: b"another") == b"a game"  # it is confirmed
        fails(lambda: claims.claim("a game", 9, 60_000, b"a claim!"))
        fails(lambda: games_at(primary.url).start(GameChoices(daily="today")))
        assert games.show_day() == today  # reading does not wait

        Days(store.commands).count("2026-11-28", "begun")  # counts never wait
        assert days.results_of("2026-11-28") == {"begun": 1}
        for replica in (first, second):
            thaw(replica)
        again = games.start(GameChoices(length=3), "an early start!!")
        assert (again.view.id, again.replayed) == (before.id, True)
        assert claims.claim("a game", 9, 60_000, b"a claim!") == (1, True)


def test_draw_that_no_replica_has_is_told_to_nobody(tmp_path: Path) -> None:
    with three_servers(tmp_path) as (primary, first, second):
        games, others = games_at(primary.url), games_at(primary.url)
        for replica in (first, second):
            freeze(replica)

        for _ in range(2):  # the second time, the store has a draw, which a failover would lose
            fails(games.show_day)
            fails(others.show_day)
            fails(games.store.draw_secret)
            fails(others.store.draw_secret)
        for replica in (first, second):
            thaw(replica)
        assert games.show_day() == others.show_day()
        assert games.store.draw_secret() == others.store.draw_secret()


def test_confirming_changes_nothing_that_anybody_sees(tmp_path: Path) -> None:
    with three_servers(tmp_path) as (primary, *_):
        games = games_at(primary.url, replicas=2)
        game = games.start(GameChoices(length=3)).view
        games.guess(game.id, Guess("a", key="the only guess!!"))
        key, client = key_of(game.id), primary.client
        client.execute_command("PEXPIRE", key, 5000)
        value = client.get(key)
        games.guess(game.id, Guess("a", key="the only guess!!"))
        assert client.get(key) == value
        assert 0 < int(client.execute_command("PTTL", key)) <= 5000


def test_cluster_waits_at_the_node_that_has_the_game(tmp_path: Path) -> None:
    with cluster(tmp_path) as store:
        games = games_at(store.url)
        started = [games.start(GameChoices(length=3)).view for _ in range(8)]
        while len({is_of_first_node(games, game.id) for game in started}) < 2:
            started.append(games.start(GameChoices(length=3)).view)
        for game in started:
            games.guess(game.id, Guess("e"))
        for replica in store.servers[3:]:
            freeze(replica)
        for game in started:
            fails(lambda: games.guess(game.id, Guess("a", key="the second guess")))  # noqa: B023  # at once
        thaw(store.servers[3])
        confirmed = [game for game in started if is_made(games, game.id)]
        at_first = [game for game in started if is_of_first_node(games, game.id)]
        for replica in store.servers[4:]:
            thaw(replica)
        store.wait_until_whole()
        assert 0 < len(confirmed) < len(started)
        assert confirmed == at_first
        for game in started:
            games.guess(game.id, Guess("a", key="the second guess"))
            view = games.show(Seat.of_player(game.id)).view
            assert view.guessed_letters == ("e", "a")


def is_made(games: Games, game_id: str) -> bool:
    try:
        return games.guess(game_id, Guess("a", key="the second guess")).replayed
    except StoreUnavailable:
        return False


def is_of_first_node(games: Games, game_id: str) -> bool:
    commands: Any = games.store.commands
    slot: int = commands.servers.redis_py.keyslot(key_of(game_id))
    return slot < 5461
