"""An agent that guesses the alphabet, over version 1 or 2 of the official SDK for Python."""

import asyncio
import os
import sys
from contextlib import AsyncExitStack, suppress

with suppress(ImportError):  # version 1 has it elsewhere
    from mcp import Client
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

URL = os.environ.get("HANGMAN_URL", "http://localhost:8000") + "/mcp"


async def main(mode: str) -> None:
    async with AsyncExitStack() as stack:
        if mode == "session":  # version 1
            read, write, *_ = await stack.enter_async_context(streamable_http_client(URL))
            client = await stack.enter_async_context(ClientSession(read, write))
            print((await client.initialize()).protocolVersion)
        else:
            client = await stack.enter_async_context(Client(URL, mode=mode))
            print(client.protocol_version)
        await play(client)


async def play(client) -> None:
    print(*[tool.name for tool in (await client.list_tools()).tools])
    try:
        await client.list_prompts()
    except Exception as error:  # each version has a class of its own
        print(error)
    game = await call(client, "start_game", length=8, seed=20261121093000)
    for letter in "eetaoinshrdlucmfwypvbgkjqxz":
        game = await call(client, "guess", game_id=game["game_id"], letter=letter) or game
        if game["status"] != "in_progress":
            break
    print(game["dealer"], game["word"], game["seed"])
    await call(client, "review", game_id=game["game_id"])


async def call(client, tool: str, **arguments) -> dict:
    """Call a tool, print its text without the game's id, and return its structured content."""
    result = (await client.call_tool(tool, arguments)).model_dump(by_alias=True)
    content = result["structuredContent"] or {}
    mark = "refused: " if result["isError"] else ""
    print(mark + result["content"][0]["text"].replace(content.get("game_id", ""), ""))
    return content


asyncio.run(main(sys.argv[1]))
