"""A model's tools over MCP: whole games through the SDK's own client, at a real service."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from string import ascii_lowercase
from subprocess import PIPE, Popen
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from tests.support.programs import environment
from tests.support.running import free_port, in_a_thread, serving
from tools.clients.relay import Relay

PROGRAM = str(Path(__file__).with_name("hangman_mcp.py"))
CHOICES = {"length": 5, "dealer": "honest", "seed": 4, "max_misses": 6}


@pytest.fixture(scope="module")
def relay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Relay]:
    """A network in front of a service; it loses, cuts, delays and refuses some responses."""
    with (
        serving(tmp_path_factory.mktemp("service")) as service,
        in_a_thread(Relay(service.url)) as relay,
    ):
        yield relay


def agent(
    url: str, home: Path, plays: Callable[[Client], Awaitable[Any]], mode: str = "auto"
) -> Any:
    """What an agent finds out that has started the program."""

    async def play() -> Any:
        environ = environment(home, HANGMAN_URL=url)
        program = StdioServerParameters(command=sys.executable, args=[PROGRAM], env=environ)
        async with Client(program, mode=mode) as client:
            return await plays(client)

    return asyncio.run(play())


async def called(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The result of a tool, which must succeed."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert json.loads(result.content[0].text) == result.structured_content
    return dict(result.structured_content)


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """Why a tool refuses."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.content
    return str(result.content[0].text)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_agent_plays_a_whole_game(relay: Relay, tmp_path: Path, mode: str) -> None:
    async def plays(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == {
            *("start_game", "guess", "show_game", "hint", "confession", "review")
        }
        game = await called(client, "start_game", **CHOICES)
        assert (game["pattern"], game["remaining_guesses"]) == ("_____", 6)
        assert (await called(client, "hint", **of(game)))["words_left"] > 1000
        for letter in ascii_lowercase:
            game = await called(client, "guess", letter=letter, **of(game))
            if game["status"] != "in_progress":
                break
        assert game == await called(client, "show_game", **of(game))
        confession = await called(client, "confession", **of(game))
        review = await called(client, "review", **of(game))

        assert (game["status"], game["misses"], game["dealer"]) == ("lost", 6, "honest")
        letters = [guess["letter"] for guess in confession["guesses"]]
        assert letters == game["guessed_letters"] == list(ascii_lowercase[: len(letters)])
        assert [guess["letter"] for guess in review["guesses"]] == letters
        assert confession["word"] == game["word"]

    agent(relay.url, tmp_path, plays, mode)
    assert not next(relay.faults, "")  # all have befallen it
    assert not relay.reused


def of(game: dict[str, Any]) -> dict[str, Any]:
    return {"game_id": game["game_id"]}


def test_arguments_may_be_null_or_encoded_twice(relay: Relay, tmp_path: Path) -> None:
    async def plays(client: Client) -> None:
        odd = {"length": "5", "dealer": '"honest"', "seed": "4", "max_misses": 6}
        game = await called(client, "start_game", **odd, dictionary=None)
        assert (game["length"], game["remaining_guesses"]) == (5, 6)
        game = await called(client, "guess", letter='"e"', word=None, **of(game))
        assert game["guessed_letters"] == ["e"]
        game = await called(client, "guess", letter=None, word="beach", **of(game))
        assert game["wrong_words"] == ["beach"]

    agent(relay.url, tmp_path, plays)


def test_all_arguments_may_be_one_text(relay: Relay, tmp_path: Path) -> None:
    """The SDK's client refuses to send that, so the lines are written here."""
    environ = environment(tmp_path, HANGMAN_URL=relay.url)
    about = {"protocolVersion": "2025-06-18", "capabilities": {}}
    about["clientInfo"] = {"name": "framework", "version": "1"}
    arguments = json.dumps(CHOICES)
    messages = [
        {"id": 1, "method": "initialize", "params": about},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "start_game", "arguments": arguments}},
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **each}) + "\n" for each in messages)

    with Popen((sys.executable, PROGRAM), stdin=PIPE, stdout=PIPE, env=environ, text=True) as host:
        assert host.stdin
        assert host.stdout
        host.stdin.write(lines)
        host.stdin.flush()  # at the end of its input, the program drops what it has not answered
        _, started = (json.loads(host.stdout.readline()) for _ in range(2))
        host.stdin.close()

    assert started["result"]["structuredContent"]["length"] == 5


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("guess", {"letter": "e"}, "You have already guessed “e”. It is not a miss."),
        ("guess", {}, "There is no guess: send a letter, for example"),
        ("confession", {}, "The game is not over yet."),
        ("show_game", {"game_id": "0" * 26}, "There is no such game"),
        ("start_game", {"dealer": "me"}, "There is no dealer “me”. Choose one of: any, "),
    ],
)
def test_refusal_is_a_sentence_for_the_model(
    relay: Relay, tmp_path: Path, tool: str, arguments: dict[str, Any], sentence: str
) -> None:
    async def plays(client: Client) -> None:
        game = await called(client, "start_game", **CHOICES)
        await called(client, "guess", letter="e", **of(game))
        own = {} if tool == "start_game" else of(game)
        assert sentence in await refused(client, tool, **{**own, **arguments})

    agent(relay.url, tmp_path, plays)


def test_service_that_does_not_answer_is_named(tmp_path: Path) -> None:
    nowhere = f"http://127.0.0.1:{free_port()}"

    async def plays(client: Client) -> None:
        assert f"{nowhere} does not answer" in await refused(client, "start_game")

    agent(nowhere, tmp_path, plays)


def test_limit_says_when_to_try_again(tmp_path: Path) -> None:
    limits = {"HANGMAN_RATELIMIT_ENABLED": "true", "HANGMAN_RATELIMIT_CREATE": "2"}

    async def plays(client: Client) -> None:
        for _ in range(2):
            await called(client, "start_game")
        assert " Try again in " in await refused(client, "start_game")

    with serving(tmp_path / "service", **limits) as service:
        agent(service.url, tmp_path, plays)
