"""Invalid and odd requests, each with the answer that it must get: status, problem, codes.

Tests of the API send them in this process; those of the whole service send them as raw bytes.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.support import contract

MISS = {"letter": "e", "positions": []}
GAME = "/games/{game_id}"  # of a new game of eight letters
CLOSE = "Connection: close\r\n"
ADDRESS = f"Host: x\r\n{CLOSE}"
BODIES: dict[tuple[str, str], list[bytes | dict[str, Any]]] = {
    ("/games", "400 malformed-request"): [
        b" ", b"{", b"[{}]", b"null", b"7", b'"e"', b"{} {}", b"{'length': 5}", b'{"length": 5,}', b"letter=e",
        b"[" * 5000, b"[" * 1000 + b"]" * 1000, b'{"a":' * 2000, b'{"a":' * 1000 + b"1" + b"}" * 1000,
        b'{"a":' * 33 + b"1" + b"}" * 33, b'{"a": "\\""' + b"[" * 32 + b"]" * 32 + b"}",
        b'{"length": NaN}', b'{"length": Infinity}', b'{"length": -Infinity}', b'{"length": 0x10}',
        b'{"length": 05}', b'{"seed": 1' + b"0" * 400 + b"}", b'{"length": 1e400}',
        b'{"length": 5, "length": 6}', b'{"\\ud800": 1, "\\ud800": 2}', b'{"\\udc00": 1}',
        b'{"dealer": "\\ud800"}', b'{"x": ["\\ud800"]', b'{"x": [{"y": ["\\udfff"]}]}',
        b'{"dealer": "\xff"}', b'{"dealer": "\xc3"}', b'{"dealer": "\xe9"}',
        b'{"a": "\x00"}', b'{"a": "\x01"}', b'{"a": "\n"}', b"\x00", b"\xef\xbb\xbf\xef\xbb\xbf{}",
        '{"length": 5}'.encode("utf-16"), "{}".encode("utf-32"),
    ],
    ("/games", "413 body-too-large"): [b" " * (16 * 1024 - 1) + b"{}", b" " * 1_000_000],
    ("/games", "201"): [b"", b"\xef\xbb\xbf{}", b" " * (16 * 1024 - 2) + b"{}"],
    ("/games", "422 invalid-input /length:out-of-range"): [{"length": 0}, {"length": -1}, b'{"length": -0}'],
    ("/games", "422 invalid-input /a:unknown-field"): [
        b'{"a":' * 32 + b"1" + b"}" * 32, b'{"a": "' + b'\\"[' * 99 + b'"}',
    ],
    ("/games", "422 invalid-input /~0a~1b:unknown-field"): [{"~a/b": 5}],
    ("/games", "422 invalid-input /foo:unknown-field /length:wrong-type /max_misses:out-of-range"): [
        {"length": "x", "max_misses": -1, "foo": 1}
    ],
    ("/games", "422 not-a-word /secret_word:not-a-word"): [
        {"secret_word": word, "dictionary": dictionary}
        for word in ("zebrax", "qqq", "z" * 60) for dictionary in ("en", "en-large")
    ],
    (f"{GAME}/guesses", "422 not-a-word /word:not-a-word"): [{"word": "zzzzzzzz"}],
    (f"{GAME}/guesses", "422 invalid-input /letter:one-of /word:one-of"): [
        b"", {"letter": "e", "word": "trumps"}, {"letter": None}, {"letter": None, "word": None},
    ],
    ("/hints", "422 invalid-input /pattern:required"): [{}, {"pattern": None}],
    ("/families", "422 invalid-input /length:one-of /pattern:one-of"): [{}, {"length": 3, "pattern": "___"}],
    ("/solutions", "422 invalid-input /word:required"): [{}],
    ("/reviews", "422 invalid-input /length:one-of /start_pattern:one-of"): [{"guesses": []}],
    ("/reviews", "422 invalid-input /guesses:required"): [{"length": 5}],
    ("/reviews", "200"): [
        *({"length": 5, "guesses": [{**MISS, "at": at}]} for at in ("yesterday", 5, None)),
        {"length": 5, "guesses": [{**MISS, "at": {}}]},
    ],
    ("/watch/x/words", "400 malformed-request"): [b"{", b"[]", b"my-word"],
    ("/watch/x/words", "413 body-too-large"): [b" " * (16 * 1024 - 1) + b"{}"],
    ("/watch/x/words", "404 game-not-found"): [b"", {}],
}  # fmt: skip
WATCH_ID = "{watch_id}"  # of the game, in a body
# Valid fields, then one field that is wrong: its error, and values that cause it.
FIELDS: list[tuple[str, dict[str, Any], dict[str, list[Any]]]] = [
    ("/games", {}, {
        "length:wrong-type": [5.7, 5.0000001, "5", " 1_0 ", "٥", True, [5], {"a": 1}],
        "max_misses:wrong-type": ["8", 2.5], "max_misses:out-of-range": [0, 1001],
        "dealer:wrong-type": [1], "dealer:unknown-dealer": ["evil", "largest-family ", "honest\n"],
        "insight:not-allowed": ["all", ""], "seed:wrong-type": ["1"], "seed:out-of-range": [-1, 2**53, 10**40],
        "dictionary:wrong-type": [5], "dictionary:too-short": [""], "dictionary:too-long": ["x" * 65],
        "dictionary:unknown-dictionary": ["klingon"], "daily:day-not-open": ["2001-01-01"],
        "daily:invalid": ["20261122", "2026-11-31", "2026-W47-7", "Today", "", "\x1b"],
        "secret_word:not-in-alphabet": ["zeb ra", "é"],
        "copyable:wrong-type": ["yes", 2, [True]], "copyable:contradiction": [True],
        "like:wrong-type": [5, ["x"]], "like:too-short": ["", " "], "like:too-long": ["x" * 65],
        "keep_seconds:wrong-type": ["600", 0.5, True], "keep_seconds:out-of-range": [10**12, 0, -1],
        "unknown:unknown-field": [1], "Length:unknown-field": [5], "__proto__:unknown-field": [{"length": 5}],
    }),
    ("/games", {"dictionary": "en-large"}, {"length:no-words-of-length": [33]}),
    ("/games", {"daily": "2026-11-22"}, {"length:contradiction": [5], "like:contradiction": ["x"]}),
    ("/games", {}, {"like:not-copyable": [WATCH_ID]}),
    ("/games", {"like": "x"}, {
        "length:contradiction": [5], "dictionary:contradiction": ["en"], "max_misses:contradiction": [8],
        "dealer:contradiction": ["honest"], "insight:contradiction": ["none"], "seed:contradiction": [1],
        "secret_word:contradiction": ["zebra"], "copyable:contradiction": [True, False],
    }),
    ("/games", {"secret_word": "zebra"}, {
        "length:contradiction": [6], "dealer:contradiction": ["largest-family", "minimax"],
    }),
    (f"{GAME}/guesses", {}, {
        "letter:wrong-type": [5, ["e"], {"e": 1}], "letter:too-short": ["", " " * 9],
        "letter:too-long": ["e" * 9, "ab", "e\n"],
        "letter:not-in-alphabet": ["é", "1", "\0", "e\u0301", "😀", "\u200f"], "word:too-short": ["", "   "],
        "word:too-long": ["x" * 129], "word:wrong-length": ["short"], "word:not-in-alphabet": ["a'b", "naïveté!"],
        "guess:unknown-field": ["e"],
    }),
    (f"{GAME}/guesses", {"letter": "e"}, {"call:wrong-type": ["yes", 5, [True]]}),
    ("/hints", {}, {
        "pattern:not-in-alphabet": ["_é_"], "pattern:too-short": [" "],
        "pattern:no-words-of-length": ["_" * 44, "_" * 128],
    }),
    ("/hints", {"pattern": "___"}, {
        "wrong_letters:wrong-type": ["ab"], "wrong_letters/1:wrong-type": [["a", 1]],
        "wrong_letters/0:required": [[None]], "wrong_letters/0:too-long": [["ab"]],
        "wrong_letters/0:not-in-alphabet": [["1"]], "wrong_letters/1:not-in-alphabet": [["a", "é"]],
        "wrong_words/0:wrong-length": [["dance"]], "wrong_words/0:not-in-alphabet": [["dän"]],
        "words:wrong-type": [[]], "words:out-of-range": [51], "guesser:wrong-type": [{}],
        "guesser:unknown-guesser": ["me"], "dictionary:unknown-dictionary": ["fr"], "limit:unknown-field": [5],
    }),
    ("/hints", {"pattern": "_a_"}, {"wrong_letters/0:contradiction": [["a"]]}),
    ("/hints", {"pattern": "cat"}, {"wrong_words/0:contradiction": [["cat"]]}),
    ("/families", {}, {
        "pattern:not-in-alphabet": ["_é_"],
        "length:wrong-type": ["3"], "length:out-of-range": [65], "length:no-words-of-length": [40],
        "pattern:no-words-of-length": ["_" * 40],
    }),
    ("/families", {"pattern": "_a_"}, {"wrong_letters/0:contradiction": [["a"]]}),
    ("/families", {"length": 3}, {
        "letter:too-short": [" "], "letter:too-long": ["ab"], "letter:not-in-alphabet": ["é"],
        "wrong_words/0:wrong-length": [["dance"]], "dictionary:unknown-dictionary": ["fr"], "limit:unknown-field": [5],
        "dealers/0:wrong-type": [[5]], "dealers/0:required": [[None]], "dealers/0:too-short": [[""]],
        "dealers/0:too-long": [["x" * 65]], "dealers:too-long": [["minimax"] * 9], "words:out-of-range": [51, -1],
        "dealers/1:not-allowed": [["minimax", "honest"]],
        "dealers/1:unknown-dealer": [["minimax", name] for name in ("any", "evil")],
    }),
    ("/watch/x/words", {}, {"word:unknown-field": ["my-word"]}),
    ("/solutions", {}, {
        "word:not-in-alphabet": ["é"], "word:wrong-type": [5], "word:too-short": [" "], "word:too-long": ["x" * 129],
    }),
    ("/solutions", {"word": "jazzy"}, {
        "max_misses:out-of-range": [0], "dictionary:unknown-dictionary": ["fr"], "guesser:unknown-guesser": ["me"],
        "limit:unknown-field": [5],
    }),
    ("/reviews", {"guesses": []}, {
        "start_pattern:too-short": [""], "start_pattern:not-in-alphabet": ["_é_"], "start_pattern:no-words-of-length": ["_" * 40],
        "start_pattern:contradiction": ["qqq"], "length:no-words-of-length": [40], "length:out-of-range": [65],
    }),
    ("/reviews", {"length": 5, "guesses": []}, {
        "weights:not-allowed": ["heavy"], "dictionary:unknown-dictionary": ["fr"], "seed:unknown-field": [1],
    }),
    ("/reviews", {"length": 5}, {
        "guesses:too-long": [[MISS] * 201], "guesses/1:wrong-type": [[MISS, 5]],
        "guesses/0/letter:too-long": [[{"letter": "ab", "positions": []}]],
        "guesses/0/letter:not-in-alphabet": [[{"letter": "é", "positions": [1]}]],
        "guesses/0/word:wrong-length": [[{"word": "cat", "hit": False}]],
        "guesses/0/positions:twice": [[{"letter": "e", "positions": [1, 1]}]],
        "guesses/0/positions:out-of-range": [[{"letter": "e", "positions": [1, 5]}]],
        "guesses/1/positions:out-of-range": [[MISS, {"letter": "a", "positions": [5]}]],
        "guesses/1/positions:required": [[MISS, {"letter": "e"}]],
        "guesses/0/positions/0:out-of-range": [[{"letter": "e", "positions": [64]}]],
        "guesses/0/positions/0:required": [[{"letter": "e", "positions": [None]}]],
        "guesses/0/hit:required": [[{"word": "zebra"}]], "guesses/0/hit:wrong-type": [[{"word": "zebra", "hit": "no"}]],
        "guesses/0/hit:contradiction": [
            [{"letter": "e", "positions": [1], "hit": False}], [{"letter": "e", "positions": [], "hit": True}],
            [{"word": "zebra", "hit": False, "positions": [0]}],
        ],
    }),
]  # fmt: skip
PROBES = ["GET /livez", "GET /readyz"]
PLACES = {"game_id": "{game_id}", "watch_id": "x", "date": "today", "name": "en"}
ALL_CALLS = [f"{method} {path.format(**PLACES)}" for path, method in contract.operations()]
CALLS = [call for call in ALL_CALLS if call not in PROBES]
NEEDS_QUERY = "GET /watch/events"
REQUESTS: dict[str, list[str]] = {
    "404 not-found": [
        "GET /nope", "GET /games/", "GET /games//x", "POST /games/", "GET /games/x/y", "GET /games/../livez", "DELETE /games//",
        "GET /games/x/", "GET /GAMES", "GET /games;x=1", "GET /docs/../app.py", "GET /docs/%2e%2e/docs.py",
        "GET /docs/..%2f..%2fpyproject.toml", "GET /web/..%2f..%2fapp.py", "GET /problems/none",
        "GET /docs/docs.html", "GET /openapi.yaml/", "CONNECT /x",
    ],
    "404 dictionary-not-found": ["GET /dictionaries/klingon"],
    "404 day-not-found": ["GET /daily/9999-12-31"],
    "422 invalid-input ?date:invalid": [
        f"GET /daily/{day}" for day in ("x", "20261122", "2026-W47-7", "2026-13-01", "2026-11-31")
    ],
    "404 game-not-found": [
        "GET /games/..", "DELETE /games/%00", "GET /games/%ff%fe", "GET /games/%zz", f"GET /games/{'a' * 3000}",
        "GET /games/'%20OR%201=1", "GET /games/%0d%0aX-Injected:%20yes", "GET /games/..%5c..%5cetc",
        "GET /watch/x", "GET /watch/%00", "POST /watch/x/words", "GET /watch/%00/words", "GET /watch/x/guesses", f"GET /watch/{'C' * 32}", f"GET /games/{'A' * 26}", "GET /games/x/hint",
    ],
    "405 method-not-allowed": [
        "GET /games", "PUT /games", "PATCH /games/x", "POST /games/x", "POST /livez", "DELETE /dictionaries",
        "TRACE /", "BREW /livez",
    ],
    "422 invalid-input ?Guesser:unknown-parameter ?verbose:unknown-parameter": [
        *(f"{call}?verbose=1&Guesser=careful" for call in CALLS if call != NEEDS_QUERY), f"{NEEDS_QUERY}?id=x&verbose=1&Guesser=careful",
    ],
    "422 invalid-input ?id:required": ["GET /watch/events"],
    "422 invalid-input ?id:too-short": ["GET /watch/events?id=", "GET /watch/events?id=x&id="],
    "422 invalid-input ?id:too-long": [f"GET /watch/events?id={'x' * 65}", f"GET /watch/events?id=x{'&id=x' * 50}"],
    "422 invalid-input ?verbose:twice": [f"{call}?verbose=1&verbose=2" for call in CALLS],
    "422 invalid-input ?guesser:unknown-guesser": [f"GET {GAME}/hint?guesser=me"],
    "422 invalid-input ?guesser:too-short": [f"GET {GAME}/hint?guesser="],
    "422 invalid-input ?guesser:too-long": [f"GET {GAME}/hint?guesser={'m' * 65}"],
    "422 invalid-input ?weights:not-allowed": [f"GET {GAME}/review?weights=mine"],
    "422 invalid-input ?words:wrong-type": [
        *(f"GET {GAME}/confession?words={each}" for each in ("+5", "x", "1_0", "1.0", "٥", "")),
        f"GET {GAME}/hint?words=x", "GET /watch/x/confession?words=x",
    ],
    "422 invalid-input ?words:out-of-range": [
        *(f"GET {GAME}/confession?words={each}" for each in ("51", "-1", "9" * 3000)),
        f"GET {GAME}/hint?words=51", "GET /watch/x/confession?words=-1",
    ],
    "200": ["GET /?utm_source=x", "GET /docs?x=1", "GET /livez?x=1", "GET /readyz?x=1&x=2", "GET /dealers?"],
}  # fmt: skip
HEADERS: dict[str, list[str]] = {  # of POST /games with the body {"length": 5}
    "415 unsupported-media-type": [
        "Content-Type: ", "Content-Type: text/plain", "Content-Type: multipart/form-data; boundary=x",
        "Content-Type: application/problem+json", "Content-Type: application/jsonp", "Content-Encoding: gzip",
    ],
    **{
        f"422 invalid-input {name}:invalid": [
            f"{name}: {tags}" for tags in ('"', "1", "", '"1" "2"', '"1", 2', "W/1", f'"{"," * 2000}', f"{' ' * 2000}1")
        ]
        for name in ("If-Match", "If-None-Match")
    },
    "422 invalid-input Idempotency-Key:invalid": [
        f"Idempotency-Key: {key}"
        for key in ("", "short", "x" * 19, "x" * 129, "with some spaces", "é" * 16, "two-keys,in-two-headers", '"', '"with-15-letters"')
    ],
    "201": [
        "Content-Type: Application/JSON; charset=utf-8", "Content-Type: application/json;;;",
        "Content-Encoding: Identity", "X-HTTP-Method-Override: DELETE", "X-Forwarded-Proto: javascript",
        "X-Request-ID: a\tb", "If-None-Match: *", 'If-Match: "1", W/"2"', "Accept: text/html",
        "Authorization: Bearer", f"X-Forwarded-For: {'1,' * 2000}", "Origin: null",
    ],
}  # fmt: skip
FRAMED = f"POST /games HTTP/1.1\r\n{ADDRESS}Content-Type: application/json\r\n"
CHUNKED = FRAMED + "Transfer-Encoding: chunked\r\n\r\n"
RAW: dict[int, list[str]] = {  # requests that no library would send, by the status of the answer
    400: [
        *(f"{FRAMED}Content-Length: {length}\r\n\r\n{{}}" for length in (
            "-1", "x", "+2", "2.0", "0x2", "2, 2", "2\r\nContent-Length: 3", "2\r\nTransfer-Encoding: chunked", "²",
        )),
        *(f"{CHUNKED}{size}\r\n{{}}\r\n0\r\n\r\n" for size in ("zz", "-1", "0x2", "", "2 ", "2 2")),
        CHUNKED + "2\r\n{}x\r\n0\r\n\r\n", CHUNKED + "2\r\n{}\r\n0\r\nTrailer: x\r\n\r\n", CHUNKED + "\r\n",
        *(f"GET /livez HTTP/1.1\r\n{ADDRESS}{header}\r\n\r\n" for header in (
            "Host: y", "Accept: \0", " leading: space", "no colon", "Bad Header: x", "X: a\r\n folded",
            "X\0: y", ": empty", "Transfer-Encoding: gzip", "Transfer-Encoding: chunked, chunked",
            "Transfer-Encoding: identity, chunked",
        )),
        *(f"{line}\r\n{ADDRESS}\r\n" for line in (
            "GET /livez HTTP/9.9", "GET /livez HTTP/0.9", "GET /livez", "GET  /livez  HTTP/1.1", "get /livez HTTP/1.1",
            "GET games HTTP/1.1", "GET * HTTP/1.1", "GET /games/\x01 HTTP/1.1", "GET /games?x=\r\nX: y HTTP/1.1",
        )),
        f"GET /livez HTTP/1.1\r\n{ADDRESS}Expect: nonsense\r\n\r\n", f"GET /livez HTTP/1.1\r\n{CLOSE}\r\n", "GET /livez HTTP/1.1\nHost: x\n\n", "\0\1\2\r\n\r\n", "\r\n\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + "\0" * 40 + "\r\n\r\n",
    ],
    413: [
        FRAMED + "Content-Length: 99999999999999999999\r\n\r\n{}",
        CHUNKED + f"4002\r\n{{}}{' ' * 16_384}\r\n0\r\n\r\n", CHUNKED + "8\r\n        \r\n" * 2_100 + "0\r\n\r\n",
    ],
    414: [f"GET /{'x' * 9000} HTTP/1.1\r\n{ADDRESS}\r\n", "A" * 9000 + " / HTTP/1.1\r\n\r\n"],
    431: [
        f"GET /livez HTTP/1.1\r\n{ADDRESS}X: {'y' * 20_000}\r\n\r\n",
        f"GET /livez HTTP/1.1\r\n{ADDRESS}" + "X: y\r\n" * 200 + "\r\n",
    ],
    200: [
        "GET /livez HTTP/1.0\r\n\r\n", f"GET http://x/livez HTTP/1.1\r\n{ADDRESS}\r\n",
        f"GET /livez HTTP/1.9\r\n{ADDRESS}\r\n",
        f"GET /livez HTTP/1.1\r\n{ADDRESS}SCRIPT_NAME: /x\r\nPATH_INFO: /x\r\n\r\n",
    ],
    201: [CHUNKED + '5\r\n{"len\r\n8\r\ngth": 5}\r\n0\r\n\r\n', CHUNKED + "2;ext=1\r\n{}\r\n0\r\n\r\n"],
}  # fmt: skip


class Input(NamedTuple):
    """A request, and its answer: status, problem, and each place with its error code."""

    request: str  # the method and the path, which may have {game_id}; the body may have WATCH_ID
    answer: str
    headers: dict[str, str]
    body: bytes = b""

    def sent(self, game_id: str) -> bytes:
        """The bytes of the request."""
        headers = {**self.headers, "Content-Length": len(self.body)}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        line = f"{self.request.replace('{game_id}', game_id)} HTTP/1.1\r\n"
        return f"{line}{ADDRESS}{lines}\r\n".encode("latin1") + self.body


def bodies() -> Iterator[tuple[str, str, bytes]]:
    """Yield the path, the answer and the bytes of each body."""
    for (path, answer), examples in BODIES.items():
        for body in examples:
            yield path, answer, body if isinstance(body, bytes) else json.dumps(body).encode()
    for path, right, errors in FIELDS:
        for error, values in errors.items():
            field = re.split("[/:]", error)[0]
            for value in values:
                data = json.dumps({**right, field: value}).encode()
                yield path, f"422 invalid-input /{error}", data


def inputs() -> Iterator[Input]:
    """Yield all inputs except the raw ones."""
    typed = {"Content-Type": "application/json"}
    for path, answer, data in bodies():
        yield Input(f"POST {path}", answer, typed, data)
    for answer, requests in REQUESTS.items():
        yield from (Input(request, answer, typed) for request in requests)
    for answer, headers in HEADERS.items():
        for header in headers:
            name, _, value = header.partition(": ")
            yield Input("POST /games", answer, {**typed, name: value}, b'{"length": 5}')
    short = {**typed, "Idempotency-Key": "short"}
    for request, body in (
        (f"POST {GAME}/guesses", b'{"letter": "e"}'),
        ("POST /watch/x/words", b""),
    ):
        yield Input(request, "422 invalid-input Idempotency-Key:invalid", short, body)
    for name in ("If-Match", "If-None-Match"):
        yield from (
            Input(call, f"422 invalid-input {name}:invalid", {**typed, name: "x"}) for call in CALLS
        )
        yield from (Input(call, "200", {name: "x", "Idempotency-Key": "x"}) for call in PROBES)
