"""What no client should send, and what some do send, each with its answer: status, problem, codes.

Tests of the API send it in this process; those of the whole service send raw bytes.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

MISS = {"letter": "e", "positions": []}
GAME = "/games/{game_id}"  # of a new game of eight letters
CLOSE = "Connection: close\r\n"
ADDRESS = f"Host: x\r\n{CLOSE}"
BODIES: dict[tuple[str, str], list[bytes | dict[str, Any]]] = {
    ("/games", "400 malformed-request"): [
        b" ", b"{", b"[", b"[]", b"[{}]", b"null", b"true", b"7", b'"e"', b"nonsense", b"{} {}", b"{}{}",
        b"{}x", b"{} // x", b"{'length': 5}", b'{"length": 5,}', b"<letter>e</letter>", b"letter: e", b"letter=e",
        b"[" * 5000, b"[" * 1000 + b"]" * 1000, b'{"a":' * 2000, b'{"a":' * 1000 + b"1" + b"}" * 1000,
        b'{"length": NaN}', b'{"length": Infinity}', b'{"length": -Infinity}', b'{"length": 0x10}',
        b'{"length": +5}', b'{"length": 05}', b'{"seed": 1' + b"0" * 400 + b"}", b'{"length": 1e400}', b'{"seed": 1e999}',
        b'{"length": 5, "length": 6}', b'{"\\ud800": 1, "\\ud800": 2}', b'{"\\udc00": 1}',
        b'{"dealer": "\\ud800"}', b'{"x": ["\\ud800"]', b'{"x": [{"y": ["\\udfff"]}]}',
        b'{"dealer": "\xff"}', b'{"dealer": "\xc3"}', b'{"dealer": "\xe9"}',
        b'{"a": "\x00"}', b'{"a": "\x01"}', b'{"a": "\n"}', b"\x00", b"\xef\xbb\xbf\xef\xbb\xbf{}",
        '{"length": 5}'.encode("utf-16"), "{}".encode("utf-32"),
    ],
    ("/games", "413 body-too-large"): [b" " * (16 * 1024 - 1) + b"{}", b" " * 1_000_000],
    ("/games", "201"): [b"", b"\xef\xbb\xbf{}", b" " * (16 * 1024 - 2) + b"{}"],
    ("/games", "422 invalid-input /length:wrong-type"): [
        *({"length": value} for value in (5.7, 5.0000001, "5", " 1_0 ", "٥", True, [5], {"a": 1})),
    ],
    ("/games", "422 invalid-input /length:out-of-range"): [{"length": 0}, {"length": -1}, b'{"length": -0}'],
    ("/games", "422 invalid-input /max_misses:wrong-type"): [{"max_misses": "8"}, {"max_misses": 2.5}],
    ("/games", "422 invalid-input /max_misses:out-of-range"): [{"max_misses": 0}, {"max_misses": 1_000_001}],
    ("/games", "422 invalid-input /dealer:wrong-type"): [{"dealer": 1}],
    ("/games", "422 invalid-input /dealer:unknown-dealer"): [
        {"dealer": value} for value in ("evil", "largest-family ", "honest\n")
    ],
    ("/games", "422 invalid-input /insight:not-allowed"): [{"insight": "all"}, {"insight": ""}],
    ("/games", "422 invalid-input /dictionary:wrong-type"): [{"dictionary": 5}],
    ("/games", "422 invalid-input /dictionary:too-short"): [{"dictionary": ""}],
    ("/games", "422 invalid-input /dictionary:too-long"): [{"dictionary": "x" * 65}],
    ("/games", "422 invalid-input /dictionary:unknown-dictionary"): [{"dictionary": "klingon"}],
    ("/games", "422 invalid-input /length:no-words-of-length"): [{"length": 33, "dictionary": "en-large"}],
    ("/games", "422 invalid-input /seed:wrong-type"): [{"seed": "1"}],
    ("/games", "422 invalid-input /seed:out-of-range"): [{"seed": value} for value in (-1, 2**53, 10**40)],
    ("/games", "422 invalid-input /unknown:unknown-field"): [{"unknown": 1}],
    ("/games", "422 invalid-input /Length:unknown-field"): [{"Length": 5}],
    ("/games", "422 invalid-input /~0a~1b:unknown-field"): [{"~a/b": 5}],
    ("/games", "422 invalid-input /__proto__:unknown-field"): [{"__proto__": {"length": 5}}],
    ("/games", "422 invalid-input /foo:unknown-field /length:wrong-type /max_misses:out-of-range"): [
        {"length": "x", "max_misses": -1, "foo": 1}
    ],
    ("/games", "422 invalid-input /daily:day-not-open"): [{"daily": "2001-01-01"}],
    ("/games", "422 invalid-input /daily:invalid"): [
        {"daily": value} for value in ("20261122", "2026-11-31", "2026-W47-7", "Today", "", "\x1b")
    ],
    ("/games", "422 invalid-input /length:contradiction"): [{"daily": "2026-11-22", "length": 5}],
    ("/games", "422 not-a-word /secret_word:not-a-word"): [{"secret_word": "xyzzy"}],
    ("/games", "422 invalid-input /secret_word:not-in-alphabet"): [{"secret_word": "zeb ra"}, {"secret_word": "é"}],
    ("/hints", "422 invalid-input /wrong_letters:wrong-type"): [{"pattern": "___", "wrong_letters": "ab"}],
    ("/hints", "422 invalid-input /wrong_letters/1:wrong-type"): [{"pattern": "___", "wrong_letters": ["a", 1]}],
    ("/hints", "422 invalid-input /wrong_letters/0:required"): [{"pattern": "___", "wrong_letters": [None]}],
    ("/hints", "422 invalid-input /wrong_letters/0:contradiction"): [{"pattern": "_a_", "wrong_letters": ["a"]}],
    ("/hints", "422 invalid-input /wrong_letters/1:not-in-alphabet"): [{"pattern": "___", "wrong_letters": ["a", "é"]}],
    ("/hints", "422 invalid-input /wrong_letters/0:too-long"): [{"pattern": "___", "wrong_letters": ["ab"]}],
    ("/hints", "422 invalid-input /wrong_words/0:wrong-length"): [{"pattern": "___", "wrong_words": ["dance"]}],
    ("/hints", "422 invalid-input /wrong_words/0:not-in-alphabet"): [{"pattern": "___", "wrong_words": ["dän"]}],
    ("/hints", "422 invalid-input /pattern:not-in-alphabet"): [{"pattern": "_é_"}],
    ("/hints", "422 invalid-input /words:wrong-type"): [{"pattern": "___", "words": []}],
    ("/hints", "422 invalid-input /guesser:wrong-type"): [{"pattern": "___", "guesser": {}}],
    ("/hints", "422 invalid-input /guesser:unknown-guesser"): [{"pattern": "___", "guesser": "me"}],
    ("/hints", "422 invalid-input /pattern:required"): [{}, {"pattern": None}],
    ("/reviews", "422 invalid-input /guesses/1:wrong-type"): [
        {"length": 5, "guesses": [{"letter": "e", "positions": []}, 5]}
    ],
    ("/reviews", "422 invalid-input /length:one-of /start_pattern:one-of"): [{"guesses": []}],
    (f"{GAME}/guesses", "422 invalid-input /letter:one-of /word:one-of"): [
        b"", {"letter": "e", "word": "trumps"}, {"letter": None}, {"letter": None, "word": None},
    ],
    (f"{GAME}/guesses", "422 invalid-input /letter:wrong-type"): [{"letter": each} for each in (5, ["e"], {"e": 1})],
    (f"{GAME}/guesses", "422 invalid-input /letter:too-short"): [{"letter": ""}, {"letter": " " * 9}],
    (f"{GAME}/guesses", "422 invalid-input /letter:too-long"): [{"letter": each} for each in ("e" * 9, "ab", "e\n")],
    (f"{GAME}/guesses", "422 invalid-input /word:too-short"): [{"word": ""}, {"word": "   "}],
    (f"{GAME}/guesses", "422 invalid-input /word:too-long"): [{"word": "x" * 129}],
    (f"{GAME}/guesses", "422 not-a-word /word:not-a-word"): [{"word": "zzzzzzzz"}],
    (f"{GAME}/guesses", "422 invalid-input /guess:unknown-field"): [{"guess": "e"}],
    (f"{GAME}/guesses", "422 invalid-input /letter:not-in-alphabet"): [
        {"letter": value} for value in ("é", "1", "\0", "e\u0301", "😀", "\u200f")
    ],
    (f"{GAME}/guesses", "422 invalid-input /word:wrong-length"): [{"word": "short"}],
    (f"{GAME}/guesses", "422 invalid-input /word:not-in-alphabet"): [{"word": each} for each in ("a'b", "naïveté!")],
    ("/hints", "422 invalid-input /words:out-of-range"): [{"pattern": "___", "words": 51}],
    ("/hints", "422 invalid-input /pattern:too-short"): [{"pattern": " "}],
    ("/hints", "422 invalid-input /pattern:no-words-of-length"): [{"pattern": "_" * 44}, {"pattern": "_" * 128}],
    ("/hints", "422 invalid-input /dictionary:unknown-dictionary"): [{"pattern": "___", "dictionary": "fr"}],
    ("/hints", "422 invalid-input /limit:unknown-field"): [{"pattern": "___", "limit": 5}],
    ("/families", "422 invalid-input /length:one-of /pattern:one-of"): [{}, {"length": 3, "pattern": "___"}],
    ("/families", "422 invalid-input /length:wrong-type"): [{"length": "3"}],
    ("/families", "422 invalid-input /length:out-of-range"): [{"length": 65}],
    ("/families", "422 invalid-input /length:no-words-of-length"): [{"length": 40}],
    ("/families", "422 invalid-input /pattern:no-words-of-length"): [{"pattern": "_" * 40}],
    ("/families", "422 invalid-input /wrong_letters/0:contradiction"): [{"pattern": "_a_", "wrong_letters": ["a"]}],
    ("/families", "422 invalid-input /letter:too-short"): [{"length": 3, "letter": " "}],
    ("/families", "422 invalid-input /letter:too-long"): [{"length": 3, "letter": "ab"}],
    ("/families", "422 invalid-input /letter:not-in-alphabet"): [{"length": 3, "letter": "é"}],
    ("/families", "422 invalid-input /wrong_words/0:wrong-length"): [{"length": 3, "wrong_words": ["dance"]}],
    ("/families", "422 invalid-input /dictionary:unknown-dictionary"): [{"length": 3, "dictionary": "fr"}],
    ("/families", "422 invalid-input /dealers/0:wrong-type"): [{"length": 3, "dealers": [5]}],
    ("/families", "422 invalid-input /dealers/0:required"): [{"length": 3, "dealers": [None]}],
    ("/families", "422 invalid-input /dealers/1:not-allowed"): [{"length": 3, "dealers": ["minimax", "honest"]}],
    ("/families", "422 invalid-input /dealers/1:unknown-dealer"): [
        {"length": 3, "dealers": ["minimax", name]} for name in ("any", "evil")
    ],
    ("/families", "422 invalid-input /dealers/0:too-short"): [{"length": 3, "dealers": [""]}],
    ("/families", "422 invalid-input /dealers/0:too-long"): [{"length": 3, "dealers": ["x" * 65]}],
    ("/families", "422 invalid-input /limit:unknown-field"): [{"length": 3, "limit": 5}],
    ("/watch/x/words", "422 invalid-input /word:unknown-field"): [{"word": "my-word"}],
    ("/watch/x/words", "400 malformed-request"): [b"{", b"[]", b"my-word"],
    ("/watch/x/words", "413 body-too-large"): [b" " * (16 * 1024 - 1) + b"{}"],
    ("/watch/x/words", "404 game-not-found"): [b"", {}],
    ("/solutions", "422 invalid-input /word:not-in-alphabet"): [{"word": "é"}],
    ("/solutions", "422 invalid-input /word:required"): [{}],
    ("/solutions", "422 invalid-input /word:wrong-type"): [{"word": 5}],
    ("/solutions", "422 invalid-input /word:too-short"): [{"word": " "}],
    ("/solutions", "422 invalid-input /word:too-long"): [{"word": "x" * 129}],
    ("/solutions", "422 invalid-input /max_misses:out-of-range"): [{"word": "jazzy", "max_misses": 0}],
    ("/solutions", "422 invalid-input /dictionary:unknown-dictionary"): [{"word": "jazzy", "dictionary": "fr"}],
    ("/solutions", "422 invalid-input /guesser:unknown-guesser"): [{"word": "jazzy", "guesser": "me"}],
    ("/solutions", "422 invalid-input /limit:unknown-field"): [{"word": "jazzy", "limit": 5}],
    ("/reviews", "422 invalid-input /guesses:required"): [{"length": 5}],
    ("/reviews", "422 invalid-input /start_pattern:too-short"): [{"start_pattern": "", "guesses": []}],
    ("/reviews", "422 invalid-input /weights:not-allowed"): [{"length": 5, "guesses": [], "weights": "heavy"}],
    ("/reviews", "422 invalid-input /dictionary:unknown-dictionary"): [{"length": 5, "guesses": [], "dictionary": "fr"}],
    ("/reviews", "422 invalid-input /seed:unknown-field"): [{"length": 5, "guesses": [], "seed": 1}],
    ("/reviews", "422 invalid-input /length:no-words-of-length"): [{"length": 40, "guesses": []}],
    ("/reviews", "422 invalid-input /start_pattern:no-words-of-length"): [{"start_pattern": "_" * 40, "guesses": []}],
    ("/reviews", "422 invalid-input /start_pattern:contradiction"): [{"start_pattern": "qqq", "guesses": []}],
    ("/reviews", "422 invalid-input /guesses/0/letter:too-long"): [
        {"length": 5, "guesses": [{"letter": "ab", "positions": []}]}
    ],
    ("/reviews", "422 invalid-input /guesses/0/letter:not-in-alphabet"): [
        {"length": 5, "guesses": [{"letter": "é", "positions": [1]}]}
    ],
    ("/reviews", "422 invalid-input /guesses/0/word:wrong-length"): [
        {"length": 5, "guesses": [{"word": "cat", "hit": False}]}
    ],
    ("/reviews", "422 invalid-input /guesses/0/positions:out-of-range"): [
        {"length": 5, "guesses": [{"letter": "e", "positions": [1, 5]}]}
    ],
    ("/reviews", "422 invalid-input /guesses/0/positions:twice"): [
        {"length": 5, "guesses": [{"letter": "e", "positions": [1, 1]}]}
    ],
    ("/reviews", "200"): [
        *({"length": 5, "guesses": [{**MISS, "at": at}]} for at in ("yesterday", 5, None)),
        {"length": 5, "guesses": [{**MISS, "at": {}}]},
    ],
    ("/reviews", "422 invalid-input /guesses/0/hit:contradiction"): [
        {"length": 5, "guesses": [{"letter": "e", "positions": [1], "hit": False}]},
        {"length": 5, "guesses": [{"letter": "e", "positions": [], "hit": True}]},
        {"length": 5, "guesses": [{"word": "zebra", "hit": False, "positions": [0]}]},
    ],
    ("/reviews", "422 invalid-input /length:out-of-range"): [{"length": 65, "guesses": []}],
    ("/reviews", "422 invalid-input /guesses:too-long"): [{"length": 5, "guesses": [MISS] * 201}],
    ("/reviews", "422 invalid-input /guesses/1/positions:required"): [{"length": 5, "guesses": [MISS, {"letter": "e"}]}],
    ("/reviews", "422 invalid-input /guesses/1/positions:out-of-range"): [
        {"length": 5, "guesses": [MISS, {"letter": "a", "positions": [5]}]}
    ],
    ("/reviews", "422 invalid-input /guesses/0/hit:required"): [{"length": 5, "guesses": [{"word": "zebra"}]}],
    ("/reviews", "422 invalid-input /guesses/0/hit:wrong-type"): [{"length": 5, "guesses": [{"word": "zebra", "hit": "no"}]}],
    ("/reviews", "422 invalid-input /guesses/0/positions/0:out-of-range"): [
        {"length": 5, "guesses": [{"letter": "e", "positions": [64]}]}
    ],
    ("/reviews", "422 invalid-input /guesses/0/positions/0:required"): [
        {"length": 5, "guesses": [{"letter": "e", "positions": [None]}]}
    ],
    ("/families", "422 invalid-input /words:out-of-range"): [{"length": 8, "words": words} for words in (51, -1)],
    ("/families", "422 invalid-input /dealers:too-long"): [{"length": 8, "dealers": ["minimax"] * 9}],
    ("/hints", "422 invalid-input /wrong_letters/0:not-in-alphabet"): [{"pattern": "___", "wrong_letters": ["1"]}],
    ("/hints", "422 invalid-input /wrong_words/0:contradiction"): [{"pattern": "cat", "wrong_words": ["cat"]}],
}  # fmt: skip
CALLS = [
    *(f"{method} {GAME}" for method in ("GET", "DELETE")), f"POST {GAME}/guesses",
    *(f"GET {GAME}/{part}" for part in ("guesses", "confession", "hint", "review")),
    *(f"GET /watch/x{part}" for part in ("", "/guesses", "/confession", "/words")), "POST /watch/x/words",
    *(f"POST /{part}" for part in ("games", "hints", "families", "solutions", "reviews")),
    "GET /daily", "GET /daily/today", "GET /guessers", "GET /dealers", "GET /dictionaries", "GET /dictionaries/en",
]  # fmt: skip
PROBES = ["GET /livez", "GET /readyz"]
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
        f"{call}?verbose=1&Guesser=careful" for call in CALLS
    ],
    "422 invalid-input ?verbose:twice": [f"{call}?verbose=1&verbose=2" for call in CALLS],
    "422 invalid-input ?guesser:twice": [f"GET {GAME}/hint?guesser=careful&guesser=entropy"],
    "422 invalid-input ?guesser:unknown-guesser": [f"GET {GAME}/hint?guesser=me"],
    "422 invalid-input ?weights:not-allowed": [f"GET {GAME}/review?weights=mine"],
    "422 invalid-input ?words:wrong-type": [
        *(f"GET {GAME}/confession?words={each}" for each in ("+5", "x", "1_0", "")),
        f"GET {GAME}/hint?words=x", "GET /watch/x/confession?words=x",
    ],
    "422 invalid-input ?words:out-of-range": [
        *(f"GET {GAME}/confession?words={each}" for each in ("999999", "-1", "9" * 3000)),
        f"GET {GAME}/hint?words=51", "GET /watch/x/confession?words=-1",
    ],
    "200": ["GET /?utm_source=x", "GET /docs?x=1", "GET /livez?x=1", "GET /readyz?x=1&x=2", "GET /dealers?"],
}  # fmt: skip
HEADERS: dict[str, list[str]] = {  # of POST /games with the body {"length": 5}
    "415 unsupported-media-type": [
        *(f"Content-Type: {kind}" for kind in (
            "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "json", "*/*",
            "application/vnd.api+json", "application/problem+json", "application/jsonp", "nonsense",
        )),
        "Content-Encoding: gzip",
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
        "Content-Encoding: identity", "Content-Encoding: Identity", "X-HTTP-Method-Override: DELETE",
        "X-Method-Override: PUT", "X-Forwarded-Proto: javascript", "X-Request-ID: a\tb",
        "If-None-Match: *", 'If-Match: "1", W/"2"', "Accept: text/html", "Upgrade: websocket", "Range: bytes=0-1", "Origin: null",
        "Authorization: Bearer", f"X-Forwarded-For: {'1,' * 2000}", f"Cookie: {'a=b;' * 1500}",
    ],
}  # fmt: skip
FRAMED = f"POST /games HTTP/1.1\r\n{ADDRESS}Content-Type: application/json\r\n"
CHUNKED = FRAMED + "Transfer-Encoding: chunked\r\n\r\n"
RAW: dict[int, list[str]] = {  # what no library would send, and the worker answers
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
        CHUNKED + f"4002\r\n{{}}{' ' * 16_384}\r\n0\r\n\r\n", CHUNKED + "1\r\n \r\n" * 20_000 + "0\r\n\r\n",
    ],
    414: [f"GET /{'x' * 9000} HTTP/1.1\r\n{ADDRESS}\r\n", "A" * 9000 + " / HTTP/1.1\r\n\r\n"],
    431: [
        f"GET /livez HTTP/1.1\r\n{ADDRESS}X: {'y' * 20_000}\r\n\r\n",
        f"GET /livez HTTP/1.1\r\n{ADDRESS}" + "X: y\r\n" * 200 + "\r\n",
    ],
    200: [
        "GET /livez HTTP/1.0\r\n\r\n", f"GET http://x/livez HTTP/1.1\r\n{ADDRESS}\r\n",
        f"GET /livez HTTP/1.1\r\n{ADDRESS}SCRIPT_NAME: /x\r\nPATH_INFO: /x\r\n\r\n",
    ],
    201: [CHUNKED + '5\r\n{"len\r\n8\r\ngth": 5}\r\n0\r\n\r\n', CHUNKED + "2;ext=1\r\n{}\r\n0\r\n\r\n"],
}  # fmt: skip


class Input(NamedTuple):
    """A request, and its answer: the status, the problem, and what it blames for what."""

    request: str  # the method and the path, which may have {game_id}
    answer: str
    headers: dict[str, str]
    body: bytes = b""

    def sent(self, game_id: str) -> bytes:
        """The bytes of the request."""
        headers = {**self.headers, "Content-Length": len(self.body)}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        line = f"{self.request.replace('{game_id}', game_id)} HTTP/1.1\r\n"
        return f"{line}{ADDRESS}{lines}\r\n".encode("latin1") + self.body


def inputs() -> Iterator[Input]:
    """All inputs but the raw ones."""
    typed = {"Content-Type": "application/json"}
    for (path, answer), bodies in BODIES.items():
        for body in bodies:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
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
