"""Agents: language models play by the Model Context Protocol.

Modern requests are self-contained; legacy clients begin with `initialize` [basic/versioning]. Games
have ids instead of sessions [server/tools, Stateful Tools]. Brackets cite pages of the
specification, of 2026-07-28 if they name no revision; HTTP: basic/transports/streamable-http.
"""

from base64 import b64encode
from functools import cache, partial
from typing import Any, Final, TypeAlias

import orjson
from flask import Blueprint, Response, g, request
from marshmallow import INCLUDE, ValidationError, fields
from werkzeug.exceptions import HTTPException

from service import __version__
from service.api import hooks, schemas
from service.api.application import app
from service.api.documents import JSON, WRITTEN
from service.api.field_errors import Schema
from service.api.limits import charge, cost_of_review, cost_of_start
from service.api.messages import answer, body
from service.engine.errors import HangmanError
from service.play.requests import GameRequest, Guess
from service.play.seats import Seat
from service.play.views import GameView
from service.store.errors import GameDamaged, StoreUnavailable

Object: TypeAlias = dict[str, Any]  # of JSON
# What a tool returns: a text for models, and fields for programs.
ToolResult: TypeAlias = tuple[str, Object]
MODERN: Final = "2026-07-28"
LEGACY: Final = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
UNNAMED: Final = "2025-03-26"  # [2025-11-25: basic/transports, Protocol Version Header]
METHODS: Final = {
    MODERN: ("server/discover", "tools/list", "tools/call"),
    **dict.fromkeys(LEGACY, ("initialize", "ping", "tools/list", "tools/call")),
}
INVALID_REQUEST, NO_METHOD, INVALID_PARAMS = -32600, -32601, -32602
HEADER_MISMATCH, UNSUPPORTED_VERSION = -32020, -32022  # [basic, Error Codes]
META: Final = "io.modelcontextprotocol/"
REQUIRED: Final = {f"{META}protocolVersion", f"{META}clientCapabilities"}
SERVER: Final = {"name": "evil-hangman", "version": __version__}
COMPLETE: Final = {"resultType": "complete", "_meta": {f"{META}serverInfo": SERVER}}
CACHEABLE: Final = {"ttlMs": 300_000, "cacheScope": "public"}  # [server/utilities/caching]
OFFER: Final = {"capabilities": {"tools": {}}, "instructions": "Begin with start_game, then guess."}
VIEW: Final = "status pattern misses remaining_guesses guessed_letters wrong_words word dealer seed"
ENVELOPE: Final = partial(Schema, unknown=INCLUDE)
REFUSALS: Final = (HangmanError, GameDamaged, StoreUnavailable, ValidationError, HTTPException)

blueprint = Blueprint("mcp", __name__)
blueprint.before_request(hooks.refuse_query)
blueprint.before_request(hooks.refuse_other_origins)


class NotAccepted(Exception):
    """A message that is refused: the code of the JSON-RPC error, a sentence, the HTTP status."""

    def __init__(self, code: int, text: str, status: int = 400) -> None:
        super().__init__(text)
        self.code = code
        self.status = status


@blueprint.post("/mcp")
def mcp() -> Response:
    """Let a language model play, by the Model Context Protocol."""
    charge("guess")
    message: Object = {"params": {}} | body(ENVELOPE)
    version = request.headers.get("MCP-Protocol-Version", UNNAMED)
    known = {"id": message["id"]} if "id" in message and _is_message(message) else {}
    try:
        _check(message, version)
    except NotAccepted as error:
        data = {"supported": [*METHODS], "requested": version}
        about = {"code": error.code, "message": str(error), "data": data}
        return answer({"jsonrpc": "2.0", **known, "error": about}, error.status)
    if not known:  # a notification [HTTP, Sending Messages]
        return Response(status=202)
    result = _result(message["method"], message["params"], version)
    return answer({"jsonrpc": "2.0", **known, "result": result})


def _check(message: Object, version: str) -> None:
    """Raises NotAccepted, with the statuses of [HTTP, Protocol Version Header]."""
    if not _is_message(message):
        text = "Send one JSON-RPC 2.0 message, its id a string or integer."
        raise NotAccepted(INVALID_REQUEST, text)
    method, params = message["method"], message["params"]
    if params.get("_meta", {}).get(f"{META}protocolVersion", version) != version:
        text = "MCP-Protocol-Version is not the version in the body."
        raise NotAccepted(HEADER_MISMATCH, text)
    if version not in METHODS:
        raise NotAccepted(UNSUPPORTED_VERSION, "Unsupported protocol version")
    if "id" in message and version == MODERN:
        _check_modern(method, params)
    # Legacy clients end their session at a 404 [2025-11-25: basic/transports, Session Management].
    if "id" in message and method not in METHODS[version]:
        status = 404 if version == MODERN else 200
        raise NotAccepted(NO_METHOD, f"Method not found: {method}", status)
    if method == "tools/call" and str(params.get("name")) not in TOOLS:
        status = 400 if version == MODERN else 200
        raise NotAccepted(INVALID_PARAMS, "There is no such tool.", status)


def _check_modern(method: str, params: Object) -> None:
    """Raises NotAccepted [basic, Per-request protocol fields; HTTP, Server Validation]."""
    name, headers = str(params.get("name")), request.headers
    if REQUIRED - params.get("_meta", {}).keys():
        raise NotAccepted(INVALID_PARAMS, f"_meta needs {' and '.join(sorted(REQUIRED))}.")
    if headers.get("Mcp-Method") != method:
        raise NotAccepted(HEADER_MISMATCH, "Mcp-Method is not the method in the body.")
    in_base64 = f"=?base64?{b64encode(name.encode()).decode()}?="  # [HTTP, Value Encoding]
    if method == "tools/call" and headers.get("Mcp-Name") not in (name, in_base64):
        raise NotAccepted(HEADER_MISMATCH, "Mcp-Name is not the name in the body.")


def _is_message(message: Object) -> bool:
    sent, params = message.get("id", ""), message["params"]
    is_id = isinstance(sent, str) or (type(sent) is int and abs(sent) < 2**53)
    is_rpc = message.get("jsonrpc") == "2.0" and isinstance(message.get("method"), str)
    has_params = isinstance(params, dict) and isinstance(params.get("arguments", {}), dict)
    return is_id and is_rpc and has_params and isinstance(params.get("_meta", {}), dict)


def _result(method: str, params: Object, version: str) -> Object:
    modern: Object = COMPLETE if version == MODERN else {}
    if method == "tools/call":
        return modern | _call_tool(params["name"], params.get("arguments", {}))
    if method == "initialize":  # [2025-11-25: basic/lifecycle, Version Negotiation]
        requested = params.get("protocolVersion")
        chosen = requested if requested in LEGACY else LEGACY[0]
        return {"protocolVersion": chosen, "serverInfo": SERVER, **OFFER}
    about: Object = {"supportedVersions": [*METHODS], **OFFER}
    result = about if method == "server/discover" else {}
    if method == "tools/list":
        result = {"tools": [_tool_entry(name, *tool) for name, tool in TOOLS.items()]}
    return {**modern, **result, **(CACHEABLE if modern else {})}


@cache
def _contract() -> Object:
    return dict(orjson.loads((WRITTEN / JSON).read_bytes()))


def _tool_entry(name: str, tool: Any, schema: Schema, described_in: str) -> Object:
    known = _contract()["components"]["schemas"][described_in]["properties"]
    properties = {each: known.get(each, {}) | _input(it) for each, it in schema.fields.items()}
    required = [each for each, field in schema.fields.items() if field.required]
    inputs = {"type": "object", "properties": properties, "required": required}
    return {"name": name, "description": " ".join(tool.__doc__.split()), "inputSchema": inputs}


def _input(field: Any) -> Object:
    names = getattr(field.validate, "choices", None)
    kind = "integer" if isinstance(field, fields.Integer) else "string"
    return {"type": kind, **field.metadata} | ({"enum": [*names]} if names else {})


def _call_tool(name: str, arguments: Any) -> Object:
    """The result of a tool; the model reads why a tool refuses [server/tools, Error Handling]."""
    tool, schema, _ = TOOLS[name]
    g.log_fields["tool"] = name
    try:
        text, data = tool(schema.load(schemas.present_fields(arguments)))
    except REFUSALS as error:
        problem = app.make_response(app.handle_user_exception(error))
        wait = problem.headers.get("Retry-After")
        text = problem.get_json()["detail"] + (f" Try again in {wait} seconds." if wait else "")
        return {"content": [{"type": "text", "text": text}], "isError": True}
    return {"content": [{"type": "text", "text": text}], "structuredContent": data}


def _game_result(game: GameView) -> ToolResult:
    guessed = ", ".join((*game.guessed_letters, *game.wrong_words)) or "nothing"
    status = f"{game.status.replace('_', ' ')}{f': the word is {game.word}' if game.word else ''}"
    text = (
        f"The game is {status}. {' '.join(game.pattern)} ({game.length} letters)."
        f" Misses left: {game.remaining_guesses}. Guessed: {guessed}. The game_id is {game.id}."
    )
    return text, {"game_id": game.id, **{name: getattr(game, name) for name in VIEW.split()}}


def start_game(choices: GameRequest) -> ToolResult:
    """Start a game; it expires if nobody guesses. The dealer may cheat; honest deals one word."""
    charge("create", cost_of_start(choices, app.parts.games.store.life))
    return _game_result(app.parts.games.start(choices).view)


def guess(arguments: Object) -> ToolResult:
    """Guess one letter or the whole word: send one of the two. Repeating a guess is free."""
    letter = arguments.get("letter")
    offered = Guess(letter or arguments["word"], is_word=not letter)
    return _game_result(app.parts.games.guess(arguments["game_id"], offered).view)


def look(arguments: Object) -> ToolResult:
    """Look at a game."""
    charge("read")
    view: Any = app.parts.games.show(Seat.of_player(arguments["game_id"])).view
    return _game_result(view)


def review(arguments: Object) -> ToolResult:
    """Review a game that is over: how many more misses each guess cost than the best letter."""
    played = app.parts.games.played(Seat.of_player(arguments["game_id"]), arguments["weights"])
    charge("hint", cost_of_review(played))
    view = app.parts.help.review(played)
    worth = [
        f"{each.letter or each.word}: {each.verdict}, {_misses(each.cost)}."
        + (f" Best: {', '.join(of.letter for of in each.best_letters)}." * bool(each.best_letters))
        for each in view.guesses
        if each.hit_probability is not None
    ]
    text = "\n".join([f"The guesses cost {_misses(view.cost)} beyond the best.", *worth])
    return text, {"game_id": arguments["game_id"], **vars(view)}


def _misses(number: float | None) -> str:
    return "an unknown number of misses" if number is None else f"{number:.2f} misses"


OF_GAME: Final = {"description": "The game_id that start_game returned."}
GAME_ID: Final[Object] = {"game_id": fields.String(required=True, metadata=OF_GAME)}
GAME: Final = ("length", "dictionary", "max_misses", "dealer", "seed")  # nothing that shows words
# The function, the schema that loads its arguments, the contract's schema that describes them.
TOOLS: Final[dict[str, tuple[Any, Any, str]]] = {
    "start_game": (start_game, schemas.GameRequest(only=GAME), "GameRequest"),
    "guess": (guess, schemas.LetterOrWord.from_dict(GAME_ID)(), "GuessRequest"),
    "look": (look, Schema.from_dict(GAME_ID)(), "GuessRequest"),
    "review": (review, schemas.ReviewQuery.from_dict(GAME_ID)(), "ReviewRequest"),
}
