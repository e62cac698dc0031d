"""Hangman for language models: tools over the Model Context Protocol that call the REST API.

A host starts this program, and talks with it over standard input and output. HANGMAN_URL is the
address of the service; HANGMAN_KEY is your API key, if the service needs one.
"""

# /// script
# requires-python = ">=3.11"
# dependencies = ["mcp>=2.3,<3"]
# ///

import json
import os
import random
import time
from dataclasses import replace
from typing import Annotated, Any
from uuid import uuid4

import httpx2
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

URL = os.environ.get("HANGMAN_URL", "http://localhost:8000").rstrip("/")
KEY = os.environ.get("HANGMAN_KEY")
AUTHORIZATION = {"Authorization": f"Bearer {KEY}"} if KEY else {}
HTTP = httpx2.Client(headers=AUTHORIZATION, timeout=10)
BUSY = (429, 503)
PATIENCE = 5  # seconds: a longer pause is for the model to decide on
# What a model needs of a game; the API shows more.
SHOWN = (
    *("message", "status", "over", "pattern", "length", "misses", "remaining_guesses"),
    *("guessed_letters", "wrong_words", "last_guess", "word", "dealer", "seed"),
)

GameID = Annotated[str, Field(description="The game_id that start_game returned.")]


async def understand(context: Any, call_next: Any) -> Any:
    """Accept arguments as some frameworks send them: encoded twice, or null if left out."""
    if context.method == "tools/call":
        arguments = decoded(context.params.get("arguments")) or {}
        if isinstance(arguments, dict):
            sent = {name: decoded(value) for name, value in arguments.items()}
            arguments = {name: value for name, value in sent.items() if value is not None}
        context = replace(context, params={**context.params, "arguments": arguments})
    return await call_next(context)


def decoded(value: Any) -> Any:
    r"""A value without its second encoding, as in `"{\"letter\": \"e\"}"` or `"\"e\""`."""
    if not isinstance(value, str) or value[:1] not in ("{", '"'):
        return value
    try:
        return decoded(json.loads(value))
    except ValueError:
        return value


server = MCPServer(
    "evil-hangman",
    instructions="Begin with start_game, then guess.",
    middleware=[understand],
    log_level="WARNING",
)


@server.tool()
def start_game(
    length: Annotated[int | None, Field(description="The number of letters.")] = None,
    dealer: Annotated[
        str | None, Field(description="largest-family cheats, honest does not, any may do either.")
    ] = None,
    max_misses: Annotated[int | None, Field(description="The misses that end the game.")] = None,
    dictionary: Annotated[str | None, Field(description="The words, such as en.")] = None,
    seed: Annotated[int | None, Field(description="The same seed gives the same game.")] = None,
) -> dict[str, Any]:
    """Start a game of hangman. You may leave out every argument. The dealer may cheat."""
    choices = {"length": length, "dealer": dealer, "max_misses": max_misses}
    return shown(request("POST", "/games", {**choices, "dictionary": dictionary, "seed": seed}))


@server.tool()
def guess(game_id: GameID, letter: str = "", word: str = "") -> dict[str, Any]:
    """Guess a letter or the whole word: send one of the two. Repeating a guess costs no miss."""
    offered = {"letter": letter or None, "word": word or None}
    return shown(request("POST", f"/games/{game_id}/guesses", offered))


@server.tool()
def show_game(game_id: GameID) -> dict[str, Any]:
    """Show a game as it is now."""
    return shown(request("GET", f"/games/{game_id}"))


@server.tool()
def hint(game_id: GameID) -> dict[str, Any]:
    """Rank the letters, best first, and show some words that fit. A hint costs no miss."""
    return request("GET", f"/games/{game_id}/hint")


@server.tool()
def confession(game_id: GameID) -> dict[str, Any]:
    """Say what the dealer did at each guess, when the game is over."""
    return request("GET", f"/games/{game_id}/confession?words=3")


@server.tool()
def review(game_id: GameID) -> dict[str, Any]:
    """Say how many misses each guess cost beyond the best letter, when the game is over."""
    return request("GET", f"/games/{game_id}/review")


def shown(game: dict[str, Any]) -> dict[str, Any]:
    """What the model sees of a game."""
    return {"game_id": game["id"], **{name: game[name] for name in SHOWN}}


def request(method: str, path: str, body: Any = None) -> dict[str, Any]:
    """The service's response. Raises ToolError, with a sentence for the model.

    If no response of the service comes, the request is sent again: its key makes sure that it
    counts once. What is not JSON comes from a captive portal or a proxy.
    """
    headers = {"Idempotency-Key": str(uuid4())} if body is not None else {}
    for pause in (1, 2, 4, 0):
        try:
            response = HTTP.request(method, URL + path, json=body, headers=headers)
            content = response.json()
            if response.is_success:
                return dict(content)
            header = response.headers.get("Retry-After", "")
            wait = int(header) if header.isdecimal() else pause
            refusal = ToolError(content["detail"])
            if response.status_code not in BUSY or wait > PATIENCE:
                break
        except httpx2.HTTPError as error:
            wait, refusal = pause, ToolError(f"{URL} does not answer: {error}. Is it running?")
        except (KeyError, TypeError, ValueError):
            wait, refusal = pause, ToolError(f"{URL} is not an Evil Hangman service.")
        if pause:
            time.sleep(wait + random.random())
    raise refusal


if __name__ == "__main__":
    server.run()
