"""Agents play over the Model Context Protocol, with clients of both its eras."""

import re
from base64 import b64encode
from typing import Any
from unittest.mock import patch

import pytest
from structlog.testing import capture_logs

from service.api.hooks import hash_of
from service.api.limiter import Limiter
from service.api.mcp import METHODS
from service.play.games import Games
from service.store.errors import StoreUnavailable
from tests.api.conftest import Client, Make, served

MODERN, LEGACY = "2026-07-28", "2025-11-25"
PREFIX = "io.modelcontextprotocol/"
META = {f"{PREFIX}protocolVersion": MODERN, f"{PREFIX}clientCapabilities": {}}
SERVER = {"name": "evil-hangman", "version": "1.0.0"}
SHORT = {"length": 5, "dealer": "honest", "seed": 4, "max_misses": 2}
OURS, OTHER = "https://play.example", "https://evil.example"
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
NO_MESSAGES: list[Any] = [
    *({**PING, "id": odd} for odd in list[Any]([None, 1.5, True, [], {}, 10**20])),
    {}, {"id": 1, "method": "ping"}, {**PING, "jsonrpc": "1.0"}, {"jsonrpc": "2.0", "id": 1},
    {**PING, "method": 5}, {"jsonrpc": "2.0", "id": 1, "result": {}}, {**PING, "params": []},
    {**PING, "params": {"_meta": 1}},
    {**PING, "method": "tools/call", "params": {"name": "look", "arguments": "x"}},
]  # fmt: skip


@pytest.fixture(scope="module")
def client(games: Games) -> Client:
    return served(games, mcp=True).test_client()


def legacy(client: Client, method: str, **params: Any) -> Any:
    """Send a request as clients of the `initialize` era do."""
    message = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
    return client.post("/mcp", json=message, headers={"MCP-Protocol-Version": LEGACY})


def modern(client: Client, method: str, headers: Any = (), **params: Any) -> Any:
    """Send a request that describes itself completely; `headers` replace its own."""
    message = {"jsonrpc": "2.0", "id": "a", "method": method, "params": {"_meta": META, **params}}
    own = {"MCP-Protocol-Version": MODERN, "Mcp-Method": method, "Mcp-Name": params.get("name")}
    sent = {name: value for name, value in {**own, **dict(headers)}.items() if value is not None}
    return client.post("/mcp", json=message, headers=sent)


def tool(client: Client, name: str, headers: Any = (), **arguments: Any) -> Any:
    return modern(client, "tools/call", headers, name=name, arguments=arguments)


def called(client: Client, name: str, **arguments: Any) -> Any:
    """Call a tool, which must succeed; return its result."""
    answer = tool(client, name, **arguments)
    assert "structuredContent" in answer.json["result"], answer.json
    return answer.json["result"]


def text_of(result: Any) -> str:
    [content] = result["content"]
    assert content["type"] == "text"
    return str(content["text"])


def refused(client: Client, name: str, **arguments: Any) -> str:
    """Call a tool, which must refuse; return its text."""
    answer = tool(client, name, **arguments)
    assert (answer.status_code, answer.json["result"]["isError"]) == (200, True)
    return text_of(answer.json["result"])


def started(client: Client, **chosen: Any) -> str:
    return str(called(client, "start_game", **{**SHORT, **chosen})["structuredContent"]["game_id"])


def failure(answer: Any) -> tuple[int, int]:
    """The HTTP status and JSON-RPC error code of an answer, which must have its request's id."""
    assert answer.json["jsonrpc"] == "2.0"
    assert answer.json["id"] in ("a", 7)
    assert answer.json["error"]["message"]
    return answer.status_code, answer.json["error"]["code"]


@pytest.mark.parametrize("requested", ["2025-06-18", "2099-01-01", MODERN, None, ["x"]])
def test_legacy_client_begins_with_initialize(client: Client, requested: Any) -> None:
    params = {"protocolVersion": requested, "capabilities": {}, "clientInfo": {}}
    answer = client.post("/mcp", json={**PING, "method": "initialize", "params": params})
    assert (answer.status_code, answer.json["id"]) == (200, 1)
    assert answer.json["result"] == {
        "protocolVersion": "2025-06-18" if requested == "2025-06-18" else LEGACY,
        "serverInfo": SERVER,
        "capabilities": {"tools": {}},
        "instructions": "Begin with start_game, then guess.",
    }
    assert "Mcp-Session-Id" not in answer.headers


def test_only_modern_clients_get_result_types_and_metadata(client: Client) -> None:
    discovered = modern(client, "server/discover").json["result"]
    listed = modern(client, "tools/list").json["result"]
    start = called(client, "start_game", **SHORT)

    for result in (discovered, listed, start):
        assert result["resultType"] == "complete"
        assert result["_meta"] == {f"{PREFIX}serverInfo": SERVER}
        assert ("ttlMs" in result) == ("cacheScope" in result) == (result is not start)
    assert (listed["ttlMs"], discovered["cacheScope"]) == (300_000, "public")
    assert discovered["supportedVersions"] == list(METHODS)
    assert discovered["capabilities"] == {"tools": {}}

    assert legacy(client, "ping").json == {"jsonrpc": "2.0", "id": 7, "result": {}}
    assert legacy(client, "tools/list").json["result"] == {"tools": listed["tools"]}
    bare = legacy(client, "tools/call", name="start_game", arguments=SHORT).json["result"]
    assert bare.keys() == {"content", "structuredContent"}


def test_tools_are_four_with_small_schemas(client: Client) -> None:
    tools = modern(client, "tools/list").json["result"]["tools"]

    schemas = {each["name"]: each["inputSchema"] for each in tools}
    fields = {name: schema["properties"] for name, schema in schemas.items()}
    assert {name: {*each} for name, each in fields.items()} == {
        "start_game": {"length", "dictionary", "max_misses", "dealer", "seed"},
        "guess": {"game_id", "letter", "word"},
        "look": {"game_id"},
        "review": {"game_id", "weights"},
    }
    required = [schema["required"] for schema in schemas.values()]
    assert required == [[], ["game_id"], ["game_id"], ["game_id"]]
    assert fields["review"]["weights"]["enum"] == ["even", "commonness"]
    assert fields["start_game"]["max_misses"]["maximum"] == 1000
    assert all(each["description"] and "\n" not in each["description"] for each in tools)
    assert all(field["description"] for each in fields.values() for field in each.values())


def test_model_plays_and_reads_what_its_guesses_were_worth(client: Client) -> None:
    game, in_base64 = started(client), f"=?base64?{b64encode(b'guess').decode()}?="

    hit = tool(client, "guess", {"Mcp-Name": in_base64}, game_id=game, letter="e").json["result"]
    assert text_of(hit).startswith(
        "The game is in progress. _ e _ _ _ (5 letters). Misses left: 2."
    )
    assert text_of(hit).endswith(f" Guessed: e. The game_id is {game}.")
    assert hit["structuredContent"] == {
        "game_id": game, "status": "in_progress", "pattern": "_e___", "misses": 0,
        "remaining_guesses": 2, "guessed_letters": ["e"], "wrong_words": [], "word": None,
        "dealer": None, "seed": None,
    }  # fmt: skip
    client.post(f"/games/{game}/guesses", json={"word": "beach"})  # an ordinary game of the API
    assert "Guessed: e, beach." in text_of(called(client, "look", game_id=game))
    lost = called(client, "guess", game_id=game, letter="q")
    word = lost["structuredContent"]["word"]
    assert text_of(lost).startswith(f"The game is lost: the word is {word}. _ e _ _ _ (5 letters).")
    assert called(client, "look", game_id=game)["structuredContent"] == lost["structuredContent"]
    review = called(client, "review", game_id=game, weights=None)  # null: left out
    together, first, *_, last = text_of(review).splitlines()
    assert together.startswith("The guesses cost 1.")
    assert first.startswith("e: best, 0.00 ")
    assert last.startswith("q: wasted, 1.00 misses. Best: ")
    assert review["structuredContent"]["game_id"] == game
    assert review["structuredContent"]["cost"] >= 1


@pytest.mark.parametrize(
    ("name", "arguments", "text"),
    [
        ("guess", {"letter": "e"}, "You have already guessed"),
        ("review", {}, "The game is not over"),
        ("look", {"game_id": "0" * 26}, "There is no such game"),
        ("look", {"game_id": None}, "game_id: Missing data"),
        ("start_game", {"secret_word": "beach"}, "secret_word: Unknown field."),
        ("start_game", {"dealer": "me"}, "There is no dealer"),
    ],
)
def test_errors_of_the_game_are_sentences_for_the_model(
    client: Client, name: str, arguments: dict[str, Any], text: str
) -> None:
    game = started(client)
    called(client, "guess", game_id=game, letter="e")
    own = {} if name == "start_game" else {"game_id": game}
    assert text in refused(client, name, **own | arguments)


def test_unreachable_store_is_reported_and_hides_no_tools(client_with: Make) -> None:
    client, away = client_with(mcp=True), StoreUnavailable("secret")
    with (
        patch.object(Limiter, "count_request", side_effect=away),
        patch.object(Games, "show", side_effect=away),
        capture_logs() as log,
    ):
        text = refused(client, "look", game_id="x")
        assert modern(client, "tools/list").status_code == 200
    assert text.startswith("The games cannot be reached just now.")
    assert text.endswith(" Try again in 1 seconds.")
    [line] = [line for line in log if line.get("tool") == "look"]
    logged = [line[name] for name in ("log_level", "problem", "reason")]
    assert logged == ["warning", "unavailable", "secret"]


def test_invalid_json_rpc_message_is_refused(client: Client) -> None:
    for message in NO_MESSAGES:
        answer = client.post("/mcp", json=message)
        assert (answer.status_code, answer.json["error"]["code"]) == (400, -32600), message
        assert "id" not in answer.json
    batch, query = client.post("/mcp", json=[PING, PING]), client.post("/mcp?x=1", json=PING)
    assert (batch.status_code, batch.json["code"]) == (400, "malformed-request")
    assert (query.status_code, query.json["code"]) == (422, "invalid-input")


def test_notification_is_accepted_and_ignored(client: Client) -> None:
    game = started(client)
    params = {"name": "guess", "arguments": {"game_id": game, "letter": "e"}}
    for method in ("notifications/x", "tools/list", "tools/call"):
        answer = client.post("/mcp", json={"jsonrpc": "2.0", "method": method, "params": params})
        assert (answer.status_code, answer.data) == (202, b"")
    assert "Guessed: nothing." in text_of(called(client, "look", game_id=game))


LOOK: dict[str, Any] = {"name": "look", "arguments": {"game_id": "x"}}
ANCIENT = {"MCP-Protocol-Version": "1900-01-01"}
VERSION_0 = {f"{PREFIX}protocolVersion": "1900-01-01"}


@pytest.mark.parametrize(
    ("method", "headers", "params", "status", "code"),
    [
        *[
            ("tools/call", headers, LOOK, 400, -32020)  # headers must agree with the body
            for headers in (
                {"MCP-Protocol-Version": None}, {"MCP-Protocol-Version": LEGACY},
                {"Mcp-Method": None}, {"Mcp-Method": "tools/list"}, {"Mcp-Method": "TOOLS/CALL"},
                {"Mcp-Name": None}, {"Mcp-Name": "guess"}, {"Mcp-Name": "=?base64?x?="},
            )
        ],
        *[("tools/list", ANCIENT, {"_meta": meta}, 400, -32022) for meta in (META | VERSION_0, {})],
        *[
            ("tools/list", {}, {"_meta": {name: META[name]}}, 400, -32602) for name in META
        ],
        *[
            (method, {}, {}, 404, -32601)
            for method in ("nope", "initialize", "ping", "resources/list")
        ],
        *[
            ("tools/call", {"Mcp-Name": str(name)}, {"name": name}, 400, -32602)
            for name in ("nope", "", None, ["look"])
        ],
    ],
)  # fmt: skip
def test_mistake_of_a_modern_client_has_a_status_and_a_code(
    client: Client, method: str, headers: Any, params: Any, status: int, code: int
) -> None:
    answer = modern(client, method, headers, **params)
    assert failure(answer) == (status, code)
    if headers == ANCIENT:
        versions = {"supported": list(METHODS), "requested": "1900-01-01"}
        assert answer.json["error"]["data"] == versions


def test_mistake_does_not_end_a_legacy_clients_session(client: Client) -> None:
    assert failure(legacy(client, "resources/list")) == (200, -32601)
    assert failure(legacy(client, "server/discover")) == (200, -32601)
    assert failure(legacy(client, "tools/call", name="nope")) == (200, -32602)
    unnamed = client.post("/mcp", json={"jsonrpc": "2.0", "id": 7, "method": "nope"})
    assert failure(unnamed) == (200, -32601)
    assert unnamed.json["error"]["data"]["requested"] == "2025-03-26"  # without a header


def test_each_tool_has_its_price_and_its_limit_names_the_seconds(client_with: Make) -> None:
    units = {f"ratelimit_{kind}": 1 for kind in ("create", "read")}
    client = client_with(mcp=True, ratelimit_guess=50, ratelimit_hint=20, **units)
    game = started(client, max_misses=1)
    called(client, "guess", game_id=game, letter="q")
    called(client, "look", game_id=game)
    reviewed = tool(client, "review", game_id=game)
    assert reviewed.headers["RateLimit"].startswith('"hint";r=8;')
    for name in ("start_game", "look", "review"):
        text = refused(client, name, **{} if name == "start_game" else {"game_id": game})
        [seconds] = re.findall(r"^Out of “.* (\d+) seconds\.$", text)
        assert 1 <= int(seconds) <= 60, name


def test_agents_need_a_key_and_are_counted_by_it(client_with: Make) -> None:
    assert modern(client_with(), "tools/list").status_code == 404  # off by default
    client = client_with(mcp=True, api_keys=hash_of("a-key-of-ours"), ratelimit_guess=1)
    key = {"Authorization": "Bearer a-key-of-ours"}
    answers = [modern(client, "tools/list", headers) for headers in ({}, key, key)]
    codes = [(answer.status_code, answer.json.get("code")) for answer in answers]
    assert codes == [(401, "unauthorized"), (200, None), (429, "too-many-requests")]
    assert answers[1].headers["RateLimit"].startswith('"guess";r=0;')
    assert int(answers[2].headers["Retry-After"]) >= 1


@pytest.mark.parametrize(
    ("allowed", "origin", "host", "status"),
    [
        (OURS, None, "localhost", 200), (OURS, OURS, "localhost", 200),
        (OURS, OTHER, "localhost", 403), ("*", OTHER, "localhost", 200),
        (OURS, "http://localhost:8000", "localhost:8000", 200),
        (OURS, "http://127.0.0.1:8000", "127.0.0.1:8000", 200),
        (OURS, "http://[::1]", "[::1]", 200), (OURS, "null", "localhost", 403),
        (OURS, "http://localhost:6274", "localhost:8000", 403),
        (OURS, "http://evil.example", "evil.example", 403),  # it resolves to us: DNS rebinding
        (OURS, "https://localhost", "localhost", 403),
    ],
)  # fmt: skip
def test_pages_of_other_origins_are_refused(
    client_with: Make, allowed: str, origin: str | None, host: str, status: int
) -> None:
    client = client_with(mcp=True, cors_origins=allowed)
    answer = modern(client, "tools/list", {"Origin": origin, "Host": host})
    assert answer.status_code == status
    assert answer.json.get("code") == ("origin-not-allowed" if status == 403 else None)
