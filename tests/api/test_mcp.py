"""Agents play by the Model Context Protocol, whichever era of it their clients speak."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias
from unittest.mock import patch

import pytest
from structlog.testing import capture_logs

from service.api.hooks import hash_of
from service.api.limits import Limiter
from service.api.mcp import METHODS
from service.app import application, create_app
from service.dictionaries.dictionary import Dictionary
from service.play.games import Games
from service.settings import Settings
from service.store.errors import StoreUnavailable
from tests.api.conftest import Client
from tests.support.fakes import FakeStoreClient

MODERN, LEGACY = "2026-07-28", "2025-11-25"
PREFIX = "io.modelcontextprotocol/"
META = {f"{PREFIX}protocolVersion": MODERN, f"{PREFIX}clientCapabilities": {}}
SERVER = {"name": "evil-hangman", "version": "1.0.0"}
SHORT = {"length": 5, "dealer": "honest", "seed": 4, "max_misses": 2}
OURS, OTHER = "https://play.example", "https://evil.example"

Make: TypeAlias = Callable[[Settings], Client]


@pytest.fixture
def client(games: Games) -> Client:
    return application(games, Settings(mcp=True)).test_client()


@pytest.fixture
def client_with(monkeypatch: pytest.MonkeyPatch, dictionaries: Mapping[str, Dictionary]) -> Make:
    monkeypatch.setattr("service.app.load_all", lambda _: dictionaries)  # once for all tests
    return lambda settings: create_app(replace(settings, mcp=True), FakeStoreClient()).test_client()


def legacy(client: Client, method: str, **params: Any) -> Any:
    """The answer to a request of the era of `initialize`."""
    message = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
    return client.post("/mcp", json=message, headers={"MCP-Protocol-Version": LEGACY})


def modern(client: Client, method: str, headers: Any = (), **params: Any) -> Any:
    """The answer to a request that says all about itself; `headers` replace its own."""
    message = {"jsonrpc": "2.0", "id": "a", "method": method, "params": {"_meta": META, **params}}
    own = {"MCP-Protocol-Version": MODERN, "Mcp-Method": method, "Mcp-Name": params.get("name")}
    given = {name: value for name, value in {**own, **dict(headers)}.items() if value is not None}
    return client.post("/mcp", json=message, headers=given)


def called(client: Client, tool: str, **arguments: Any) -> Any:
    """What a tool returns that refuses nothing."""
    answer = modern(client, "tools/call", name=tool, arguments=arguments)
    assert "structuredContent" in answer.json["result"], answer.json
    return answer.json["result"]


def text_of(result: Any) -> str:
    [content] = result["content"]
    assert content["type"] == "text"
    return str(content["text"])


def refused(client: Client, tool: str, **arguments: Any) -> str:
    """The text of a tool that refuses."""
    answer = modern(client, "tools/call", name=tool, arguments=arguments)
    assert (answer.status_code, answer.json["result"]["isError"]) == (200, True)
    return text_of(answer.json["result"])


def started(client: Client, **chosen: Any) -> str:
    return str(called(client, "start_game", **{**SHORT, **chosen})["structuredContent"]["game_id"])


def failure(answer: Any) -> tuple[int, int]:
    """The status of an answer and its code of JSON-RPC; it says which message it is for."""
    assert answer.json["jsonrpc"] == "2.0"
    assert answer.json["id"] in ("a", 7)
    assert answer.json["error"]["message"]
    return answer.status_code, answer.json["error"]["code"]


def test_nobody_is_there_unless_the_operator_wants_agents(games: Games) -> None:
    client: Client = application(games, Settings()).test_client()

    assert modern(client, "tools/list").status_code == 404


def test_legacy_client_begins_with_initialize(client: Client) -> None:
    message = {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {}},
    }

    answer = client.post("/mcp", json=message)

    assert (answer.status_code, answer.json["id"]) == (200, 0)
    assert answer.json["result"] == {
        "protocolVersion": "2025-06-18",
        "serverInfo": SERVER,
        "capabilities": {"tools": {}},
        "instructions": "Begin with start_game, then guess.",
    }
    assert "Mcp-Session-Id" not in answer.headers


@pytest.mark.parametrize("asked", ["2099-01-01", MODERN, None, ["x"]])
def test_version_that_is_not_for_initialize_becomes_the_latest(client: Client, asked: Any) -> None:
    answer = legacy(client, "initialize", protocolVersion=asked)

    assert answer.json["result"]["protocolVersion"] == LEGACY


def test_legacy_results_are_bare(client: Client) -> None:
    assert legacy(client, "ping").json == {"jsonrpc": "2.0", "id": 7, "result": {}}
    assert legacy(client, "tools/list").json["result"].keys() == {"tools"}
    told = legacy(client, "tools/call", name="start_game", arguments=SHORT).json["result"]
    assert told.keys() == {"content", "structuredContent"}


def test_modern_results_say_what_they_are_and_how_long_they_hold(client: Client) -> None:
    discovered = modern(client, "server/discover").json["result"]
    listed = modern(client, "tools/list").json["result"]
    told = called(client, "start_game", **SHORT)

    for result in (discovered, listed, told):
        assert result["resultType"] == "complete"
        assert result["_meta"] == {f"{PREFIX}serverInfo": SERVER}
    for result in (discovered, listed):
        assert (result["ttlMs"], result["cacheScope"]) == (300_000, "public")
    assert "ttlMs" not in told
    assert discovered["supportedVersions"] == list(METHODS)
    assert discovered["capabilities"] == {"tools": {}}


def test_tools_are_four_with_small_schemas(client: Client) -> None:
    tools = modern(client, "tools/list").json["result"]["tools"]

    schemas = {tool["name"]: tool["inputSchema"] for tool in tools}
    assert [*schemas] == ["start_game", "guess", "look", "review"]
    assert {*schemas["start_game"]["properties"]} == {
        "length", "dictionary", "max_misses", "dealer", "seed",
    }  # fmt: skip
    assert schemas["start_game"]["required"] == []
    assert {"honest", "largest-family"} <= {*schemas["start_game"]["properties"]["dealer"]["enum"]}
    assert schemas["review"]["properties"]["weights"]["enum"] == ["even", "commonness"]
    assert {*schemas["guess"]["properties"]} == {"game_id", "letter", "word"}
    for name in ("guess", "look", "review"):
        assert schemas[name]["required"] == ["game_id"]
    assert all(tool["description"] and "\n" not in tool["description"] for tool in tools)
    for schema in schemas.values():
        assert all(each["description"] for each in schema["properties"].values())
    assert schemas["start_game"]["properties"]["max_misses"]["maximum"] == 1000


def test_model_plays_and_reads_what_its_guesses_were_worth(client: Client) -> None:
    game = started(client)

    hit = called(client, "guess", game_id=game, letter="e")
    assert text_of(hit) == (
        "The game is in progress. _ e _ _ _ (5 letters). Misses left: 2. Guessed: e."
        f" The game_id is {game}."
    )
    assert hit["structuredContent"] == {
        "game_id": game, "status": "in_progress", "pattern": "_e___", "misses": 0,
        "remaining_guesses": 2, "guessed_letters": ["e"], "wrong_words": [], "word": None,
        "dealer": None, "seed": None,
    }  # fmt: skip
    assert "Guessed: e, beach." in text_of(called(client, "guess", game_id=game, word="beach"))
    lost = called(client, "guess", game_id=game, letter="q")
    word = lost["structuredContent"]["word"]
    assert text_of(lost).startswith(f"The game is lost: the word is {word}. _ e _ _ _ (5 letters).")
    assert called(client, "look", game_id=game)["structuredContent"] == lost["structuredContent"]
    review = called(client, "review", game_id=game, weights=None)  # left out
    together, first, *_, last = text_of(review).splitlines()
    assert together.startswith("The guesses cost 1.")
    assert first.startswith("e: best, 0.00 ")
    assert last.startswith("q: wasted, 1.00 misses. Best: ")
    assert review["structuredContent"]["game_id"] == game
    assert review["structuredContent"]["cost"] >= 1


def test_game_of_a_model_is_a_game_of_the_api(client: Client) -> None:
    game = started(client)

    client.post(f"/games/{game}/guesses", json={"letter": "e"})

    assert "Guessed: e." in text_of(called(client, "look", game_id=game))


def test_errors_of_the_game_are_sentences_for_the_model(client: Client) -> None:
    game = started(client)
    called(client, "guess", game_id=game, letter="e")

    assert refused(client, "guess", game_id=game, letter="e").startswith("You have already guessed")
    assert "The dictionary has no “é”" in refused(client, "guess", game_id=game, letter="é")
    assert "yours has 3" in refused(client, "guess", game_id=game, word="cat")
    assert "a letter or a word" in refused(client, "guess", game_id=game)
    assert "The game is not over" in refused(client, "review", game_id=game)
    assert "There is no such game" in refused(client, "look", game_id="0" * 26)
    assert "game_id: Missing data" in refused(client, "look")
    assert "game_id: Not a valid string" in refused(client, "look", game_id=5)
    assert "insight: Unknown field." in refused(client, "start_game", insight="full")
    assert "secret_word: Unknown field." in refused(client, "start_game", secret_word="beach")
    assert "Must be one of: largest-family" in refused(client, "start_game", dealer="me")
    assert "The dictionary has no words of 44 letters" in refused(client, "start_game", length=44)
    assert "It has words of these lengths: " in refused(client, "start_game", length=44)
    assert "There is no dictionary “x”" in refused(client, "start_game", dictionary="x")


def test_store_that_is_away_does_not_hide_the_tools(client_with: Make) -> None:
    limited = client_with(Settings())
    with patch.object(Limiter, "count_request", side_effect=StoreUnavailable):
        assert modern(limited, "tools/list").status_code == 200


def test_store_that_is_away_is_told_to_the_model(client: Client) -> None:
    with patch.object(Games, "show", side_effect=StoreUnavailable("secret")), capture_logs() as log:
        text = refused(client, "look", game_id="x")

    assert text.startswith("The games cannot be reached just now.")
    assert text.endswith(" Try again in 1 seconds.")
    [line] = log
    assert (line["log_level"], line["tool"]) == ("warning", "look")
    assert (line["problem"], line["reason"]) == ("unavailable", "secret")


@pytest.mark.parametrize("id_", [None, 1.5, True, [], {}, 10**20])
def test_id_is_a_string_or_a_whole_number(client: Client, id_: Any) -> None:
    answer = client.post("/mcp", json={"jsonrpc": "2.0", "id": id_, "method": "ping"})

    assert (answer.status_code, answer.json["error"]["code"]) == (400, -32600)
    assert "id" not in answer.json


@pytest.mark.parametrize(
    "message",
    [
        {}, {"id": 1, "method": "ping"}, {"jsonrpc": "1.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "id": 1}, {"jsonrpc": "2.0", "id": 1, "method": 5},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
        {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []},
        {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": 1}},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
         "params": {"name": "look", "arguments": "x"}},
    ],
)  # fmt: skip
def test_message_that_is_none_of_json_rpc_is_refused(client: Client, message: Any) -> None:
    answer = client.post("/mcp", json=message)

    assert (answer.status_code, answer.json["error"]["code"]) == (400, -32600)


def test_batches_and_what_is_no_json_are_problems(client: Client) -> None:
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    batch = client.post("/mcp", json=[ping, ping])
    broken = client.post("/mcp", data=b"{", content_type="application/json")
    text = client.post("/mcp", data=b"{}", content_type="text/plain")

    assert [each.status_code for each in (batch, broken, text)] == [400, 400, 415]
    assert batch.json["code"] == "malformed-request"


def test_query_is_refused(client: Client) -> None:
    assert client.post("/mcp?x=1", json={}).json["code"] == "invalid-input"


def test_client_that_names_no_version_is_an_old_one(client: Client) -> None:
    answer = client.post("/mcp", json={"jsonrpc": "2.0", "id": 7, "method": "nope"})

    assert failure(answer) == (200, -32601)
    assert answer.json["error"]["data"]["requested"] == "2025-03-26"


@pytest.mark.parametrize("method", ["notifications/initialized", "notifications/x", "tools/list"])
def test_notification_is_taken_without_a_word(client: Client, method: str) -> None:
    answer = client.post("/mcp", json={"jsonrpc": "2.0", "method": method})

    assert (answer.status_code, answer.data) == (202, b"")


def test_tool_is_not_called_by_a_notification(client: Client) -> None:
    game = started(client)
    params = {"name": "guess", "arguments": {"game_id": game, "letter": "e"}}

    answer = client.post("/mcp", json={"jsonrpc": "2.0", "method": "tools/call", "params": params})

    assert answer.status_code == 202
    assert "Guessed: nothing." in text_of(called(client, "look", game_id=game))


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_there_is_no_stream_and_no_session_to_end(client: Client, method: str) -> None:
    answer = client.open("/mcp", method=method)

    assert answer.status_code == 405
    assert {*answer.headers["Allow"].split(", ")} == {"POST", "OPTIONS"}


@pytest.mark.parametrize(
    "headers",
    [
        {"MCP-Protocol-Version": None}, {"MCP-Protocol-Version": LEGACY}, {"Mcp-Method": None},
        {"Mcp-Method": "tools/list"}, {"Mcp-Name": None}, {"Mcp-Name": "guess"},
        {"Mcp-Name": "=?base64?x?="}, {"Mcp-Method": "TOOLS/CALL"},
    ],
)  # fmt: skip
def test_headers_must_say_what_the_body_says(client: Client, headers: Any) -> None:
    answer = modern(client, "tools/call", headers, name="look", arguments={"game_id": "x"})

    assert failure(answer) == (400, -32020)


def test_name_may_come_in_base64(client: Client) -> None:
    headers = {"Mcp-Name": f"=?base64?{b64encode(b'look').decode()}?="}

    answer = modern(client, "tools/call", headers, name="look", arguments={"game_id": "x"})

    assert answer.json["result"]["isError"]


@pytest.mark.parametrize("meta", [{**META, f"{PREFIX}protocolVersion": "1900-01-01"}, {}])
def test_unknown_version_is_told_the_known_ones(client: Client, meta: Any) -> None:
    headers = {"MCP-Protocol-Version": "1900-01-01"}

    answer = modern(client, "tools/list", headers, _meta=meta)

    assert failure(answer) == (400, -32022)
    versions = {"supported": list(METHODS), "requested": "1900-01-01"}
    assert answer.json["error"]["data"] == versions


@pytest.mark.parametrize("lacking", META)
def test_modern_request_names_its_version_and_abilities(client: Client, lacking: str) -> None:
    meta = {name: value for name, value in META.items() if name != lacking}

    assert failure(modern(client, "tools/list", _meta=meta)) == (400, -32602)


@pytest.mark.parametrize("method", ["nope", "initialize", "ping", "resources/list"])
def test_method_that_a_modern_client_does_not_have_is_not_found(
    client: Client, method: str
) -> None:
    assert failure(modern(client, method)) == (404, -32601)


def test_mistake_does_not_end_a_legacy_clients_session(client: Client) -> None:
    assert failure(legacy(client, "resources/list")) == (200, -32601)
    assert failure(legacy(client, "server/discover")) == (200, -32601)
    assert failure(legacy(client, "tools/call", name="nope")) == (200, -32602)


@pytest.mark.parametrize("name", ["nope", "", None, ["look"]])
def test_unknown_tool_is_an_error_of_the_protocol(client: Client, name: Any) -> None:
    header = {"Mcp-Name": str(name)}

    assert failure(modern(client, "tools/call", header, name=name)) == (400, -32602)


def test_each_tool_has_its_price_and_its_limit_names_the_seconds(client_with: Make) -> None:
    limited = client_with(
        Settings(ratelimit_create=1, ratelimit_guess=50, ratelimit_read=1, ratelimit_hint=20)
    )
    game = started(limited, max_misses=1)
    called(limited, "guess", game_id=game, letter="q")
    called(limited, "look", game_id=game)
    reviewed = modern(limited, "tools/call", name="review", arguments={"game_id": game})

    assert reviewed.headers["RateLimit"].startswith('"hint";r=8;')
    for tool, arguments in [
        ("start_game", {}), ("look", {"game_id": game}), ("review", {"game_id": game}),
    ]:  # fmt: skip
        text = refused(limited, tool, **arguments)
        assert text.startswith("Out of “"), tool
        assert text.endswith(" seconds."), tool
        assert 1 <= int(text.split()[-2]) <= 60, tool


def test_guesses_that_are_used_up_are_a_problem(client_with: Make) -> None:
    limited = client_with(Settings(ratelimit_guess=2))
    modern(limited, "tools/list")
    modern(limited, "tools/list")

    answer = limited.post("/mcp", json={})

    assert (answer.status_code, answer.json["code"]) == (429, "too-many-requests")
    assert int(answer.headers["Retry-After"]) >= 1


def test_key_is_asked_for_and_counts_as_the_client(client_with: Make) -> None:
    key = "0123456789abcdef0123456789abcdef"
    keyed = client_with(Settings(api_keys=hash_of(key), ratelimit_guess=1))

    without = modern(keyed, "tools/list")
    used = modern(keyed, "tools/list", {"Authorization": f"Bearer {key}"})

    assert (without.status_code, without.json["code"]) == (401, "unauthorized")
    assert used.status_code == 200
    assert used.headers["RateLimit"].startswith('"guess";r=0;')


@pytest.mark.parametrize(
    ("origin", "host", "status"),
    [
        (None, "localhost", 200), (OURS, "localhost", 200), (OTHER, "localhost", 403),
        ("http://localhost:8000", "localhost:8000", 200),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", 200), ("http://[::1]", "[::1]", 200),
        ("http://localhost:6274", "localhost:8000", 403), ("null", "localhost", 403),
        ("http://evil.example", "evil.example", 403),  # its name leads here: DNS rebinding
        ("https://localhost", "localhost", 403),
    ],
)  # fmt: skip
def test_pages_of_other_origins_are_refused(
    games: Games, origin: str | None, host: str, status: int
) -> None:
    client: Client = application(games, Settings(mcp=True, cors_origins=OURS)).test_client()

    answer = modern(client, "tools/list", {"Origin": origin, "Host": host})

    assert answer.status_code == status
    if status == 403:
        assert answer.json["code"] == "origin-not-allowed"


def test_every_page_may_call_where_the_operator_says_so(games: Games) -> None:
    client: Client = application(games, Settings(mcp=True, cors_origins="*")).test_client()

    assert modern(client, "tools/list", {"Origin": OTHER}).status_code == 200


def test_preflight_allows_the_headers_of_the_protocol(games: Games) -> None:
    client: Client = application(games, Settings(mcp=True, cors_origins=OURS)).test_client()
    wanted = "authorization,content-type,mcp-method,mcp-name,mcp-protocol-version"
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": wanted}

    ours = client.options("/mcp", headers={"Origin": OURS, **asked})
    other = client.options("/mcp", headers={"Origin": OTHER, **asked})

    assert (ours.status_code, ours.headers["Access-Control-Allow-Headers"]) == (204, wanted)
    assert ours.headers["Access-Control-Allow-Origin"] == OURS
    assert other.status_code == 204
    assert "Access-Control-Allow-Origin" not in other.headers
