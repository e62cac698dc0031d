"""A connection's next guess in its game needs no read, and is as right as one that reads."""

import gc
from typing import Any

import pytest

from service.engine.errors import InvalidGuess
from service.play import resident_games
from service.play.games import Games
from service.play.refusals import KeyReused
from service.play.requests import GameRequest, Guess
from service.play.resident_games import ResidentGames
from service.store.game_store import GameStore
from service.store.record import key_of
from tests.play.conftest import UnluckyStore

KEY = "a key of sixteen."


class Line:
    """A client's connection."""


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def game_id(games: Games, line: Line) -> str:
    """A game in which x was guessed on the line."""
    game_id = games.start(GameRequest(length=3)).view.id
    games.guess(game_id, Guess("x", key=KEY), line)
    return game_id


def value_of(store: GameStore, game_id: str) -> bytes:
    value = store.client.execute_command("GET", key_of(game_id))
    assert isinstance(value, bytes)
    return value


def test_only_a_connections_next_guess_needs_no_read(
    games: Games, store: UnluckyStore, game_id: str, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    def listen(*arguments: Any) -> Any:
        commands.append(arguments[0])
        return send(*arguments)

    commands, send = list[str](), store.client.execute_command
    another = games.start(GameRequest(length=3)).view.id
    monkeypatch.setattr(store.client, "execute_command", listen)

    view = games.guess(game_id, Guess("z"), line).view
    assert set(commands) <= {"EVALSHA", "EVAL"}  # the text is sent if the hash is unknown
    assert view.guessed_letters == ("x", "z")

    games.guess(game_id, Guess("y"), Line())
    games.guess(another, Guess("x"), line)
    assert commands.count("GET") == 2


def test_key_of_a_guess_that_was_undone_replays_nothing(
    games: Games, store: UnluckyStore, line: Line
) -> None:
    game_id = games.start(GameRequest(length=3)).view.id
    before = value_of(store, game_id)
    games.guess(game_id, Guess("x", key=KEY), line)
    store.client.execute_command("SET", key_of(game_id), before)
    assert not games.guess(game_id, Guess("x", key=KEY), line).replayed


@pytest.mark.parametrize(
    ("guess", "reason"), [(Guess("z", key=KEY), KeyReused), (Guess("#"), InvalidGuess)]
)
def test_refusal_and_replay_are_the_same_on_the_connection(
    games: Games, game_id: str, line: Line, guess: Guess, reason: type[Exception]
) -> None:
    with pytest.raises(reason):
        games.guess(game_id, guess, line)
    again = games.guess(game_id, Guess("x", key=KEY), line)
    assert again == games.show(game_id)._replace(replayed=True)


def test_game_stays_until_its_end_or_the_connections_end(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines, residents = [Line(), Line(), Line()], ResidentGames()
    monkeypatch.setattr(games._residents, "_records", residents._records)
    ids = [games.start(GameRequest(max_misses=2)).view.id for _ in lines]
    for game_id, line in zip(ids, lines, strict=True):
        games.guess(game_id, Guess("x"), line)

    games.guess(ids[0], Guess("z"), lines[0])  # the second miss
    del line, lines[1]
    gc.collect()

    assert [game_id for game_id, _ in residents._records.values()] == [ids[2]]


def test_residents_are_few_and_long_lists_stay_packed(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resident_games, "MOST_GAMES", 3)
    monkeypatch.setattr(resident_games, "UNPACKED_WORDS", 2)
    lines, records = [Line() for _ in range(10)], games._residents._records
    for line in lines:
        games.guess(games.start(GameRequest(length=3)).view.id, Guess("x"), line)
        assert len(records) <= 3

    assert all(record.state.cheat_list._ids is None for _, record in records.values())
