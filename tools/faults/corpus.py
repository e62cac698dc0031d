"""Requests that no client should send, byte by byte."""

from collections.abc import Iterator

JSON = b"application/json"
GAME = b"/games/2x7rq3m9k4c8w5t1n6h0vbzyfd"
CLOSE = b"Connection: close\r\n"

BODIES = {
    "empty": b"", "space": b" ", "brace": b"{", "bracket": b"[", "null": b"null", "true": b"true",
    "number": b"1", "text": b'"e"', "array": b"[]", "array of objects": b"[{}]",
    "invalid UTF-8": b'{"letter": "\xff"}', "half a character": b'{"letter": "\xc3"}',
    "BOM": b"\xef\xbb\xbf{}", "UTF-16": '{"letter": "e"}'.encode("utf-16"),
    "UTF-32": b"{}".decode().encode("utf-32"), "Latin-1": b'{"letter": "\xe9"}',
    "NaN": b'{"seed": NaN}', "Infinity": b'{"seed": Infinity}', "-Infinity": b'{"length": -Infinity}',
    "huge number": b'{"seed": 1' + b"0" * 400 + b"}", "huge exponent": b'{"seed": 1e999}',
    "5,000 digits": b'{"seed": ' + b"9" * 5000 + b"}", "fraction": b'{"length": 5.7}',
    "5.0": b'{"length": 5.0}', "number as text": b'{"length": "5"}',
    "underscores": b'{"length": "1_0"}', "Arabic digit": '{"length": "٥"}'.encode(),
    "minus zero": b'{"length": -0}', "true as number": b'{"length": true}',
    "duplicate keys": b'{"length": 5, "length": 6}', "unknown key": b'{"lenght": 5}',
    "nested 1,000 deep": b"[" * 1000, "nested 1,000 deep and back": b"[" * 1000 + b"]" * 1000,
    "nested 5,000 deep": b'{"a":' * 2000, "nested objects": b'{"a":' * 1000 + b"1" + b"}" * 1000,
    "lone surrogate": rb'{"letter": "\ud800"}', "lone low surrogate": rb'{"word": "\udc00bcd"}',
    "null character": rb'{"letter": "\u0000"}', "raw null byte": b'{"letter": "\x00"}',
    "raw control": b'{"letter": "\x01"}', "raw newline": b'{"letter": "\n"}',
    "letter and newline": rb'{"letter": "e\n"}', "two letters": b'{"letter": "ee"}',
    "combining accent": rb'{"letter": "e\u0301"}', "emoji": '{"letter": "😀"}'.encode(),
    "right-to-left mark": rb'{"letter": "\u200f"}', "empty letter": b'{"letter": ""}',
    "letter and word": b'{"letter": "e", "word": "eel"}', "letter null": b'{"letter": null}',
    "letter list": b'{"letter": ["e"]}', "letter object": b'{"letter": {"e": 1}}',
    "long word": b'{"word": "' + b"e" * 5000 + b'"}', "trailing comma": b'{"letter": "e",}',
    "single quotes": b"{'letter': 'e'}", "comment": b'{"letter": "e"} // x',
    "two documents": b"{}{}", "trailing garbage": b'{"letter": "e"}x', "XML": b"<letter>e</letter>",
    "form": b"letter=e", "yaml": b"letter: e", "proto": b'{"__proto__": {"letter": "e"}}',
    "16 KiB": b'{"letter": "e"' + b" " * 16_384 + b"}", "1 MB": b" " * 1_000_000,
    "10 MB": b'{"a": "' + b"x" * 10_000_000 + b'"}',
}  # fmt: skip
TYPES = (
    b"", b"text/plain", b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x",
    b"application/ld+json", b"application/problem+json", b"application/jsonp", b"json", b"*/*",
    b"application/json; charset=utf-16", b"application/json;;;", b"APPLICATION/JSON", b"\xff\xfe",
)  # fmt: skip
PATHS = (
    b"/games/..", b"/games/../livez", b"/games/%2e%2e/livez", b"/games//", b"//games", b"/games/%00",
    b"/games/\x01", b"/games/%ff%fe", b"/games/%", b"/games/%zz", b"/games/" + b"a" * 3000,
    b"/games/" + b"%41" * 1000, b"/games/0123456789abcdefghjkmnpqrs/", b"/GAMES", b"/games;x=1",
    b"/games/*", b"/games/'%20OR%201=1", b"/games/%0d%0aX-Injected:%20yes", b"/games?x=%0d%0aX: y",
    b"/games/..%5c..%5cetc", b"/docs/..%2f..%2fpyproject.toml", b"/web/..%2f..%2fapp.py",
    b"/problems/..%2f", b"/dictionaries/..%2fen", b"/openapi.yaml/", b"http://x/livez", b"*", b"games",
)  # fmt: skip
HEADERS = (
    b"X-HTTP-Method-Override: DELETE", b"X-Method-Override: PUT", b"X-Forwarded-Proto: javascript",
    b"X-Forwarded-For: " + b"1," * 2000, b"X-Request-ID: a\tb", b"X-Request-ID: " + b"r" * 7000,
    b"Idempotency-Key: x", b"Idempotency-Key: " + b"k" * 7000, b"Idempotency-Key: \xff" * 2,
    b'If-Match: "', b"If-Match: \xc2\xb2", b"If-None-Match: *", b"Accept: text/html",
    b"Accept-Encoding: \x00", b"Expect: 100-continue", b"Expect: nonsense", b"Upgrade: websocket",
    b"Connection: Upgrade", b"Transfer-Encoding: gzip", b"Transfer-Encoding: chunked, chunked",
    b"Transfer-Encoding: identity", b"Content-Encoding: gzip", b"Range: bytes=0-1", b"Host:",
    b"Host: evil.example", b"Origin: null", b"Cookie: " + b"a=b;" * 1500, b"Authorization: Bearer",
    b" leading: space", b"no colon", b"X: a\r\n folded", b"X\x00: y", b": empty", b"X: \x00",
)  # fmt: skip
LINES = (
    b"GET /livez HTTP/1.0\r\n\r\n", b"GET /livez\r\n\r\n", b"GET /livez HTTP/0.9\r\n\r\n",
    b"GET /livez HTTP/9.9\r\n\r\n", b"GET  /livez  HTTP/1.1\r\nHost: x\r\n" + CLOSE + b"\r\n",
    b"get /livez HTTP/1.1\r\nHost: x\r\n" + CLOSE + b"\r\n",
    b"BREW /livez HTTP/1.1\r\nHost: x\r\n" + CLOSE + b"\r\n",
    b"TRACE / HTTP/1.1\r\nHost: x\r\n" + CLOSE + b"\r\n",
    b"CONNECT x:80 HTTP/1.1\r\nHost: x\r\n" + CLOSE + b"\r\n",
    b"PUT /games HTTP/1.1\r\nHost: x\r\n" + CLOSE + b"\r\n",
    b"PATCH " + GAME + b" HTTP/1.1\r\nHost: x\r\n" + CLOSE + b"\r\n",
    b"GET /livez HTTP/1.1\nHost: x\n\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 40 + b"\r\n\r\n",
    b"\x00" * 100 + b"\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\r\n\r\n\r\n",
    b"A" * 9000 + b" / HTTP/1.1\r\n\r\n", b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n",
    b"GET /livez HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 200 + b"\r\n",
    b"GET /livez HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 20_000 + b"\r\n\r\n",
)  # fmt: skip
LENGTHS = (
    b"-1", b"x", b"+2", b"2.0", b"0x2", b"99999999999999999999", b"2, 2", b"2\r\nContent-Length: 3",
    b"2\r\nTransfer-Encoding: chunked", b"\xb2",
)  # fmt: skip
CHUNKS = (
    b"zz\r\n{}\r\n0\r\n\r\n", b"-1\r\n{}\r\n0\r\n\r\n", b"0x2\r\n{}\r\n0\r\n\r\n",
    b"2;ext=1\r\n{}\r\n0\r\n\r\n", b"2\r\n{}x\r\n0\r\n\r\n", b"ffffffffffffffff\r\n{}\r\n0\r\n\r\n",
    b"2\r\n{}\r\n0\r\nTrailer: x\r\n\r\n", b"2 \r\n{}\r\n0\r\n\r\n", b"\r\n",
    b"4000\r\n" + b" " * 16_384 + b"\r\n2\r\n{}\r\n0\r\n\r\n", (b"1\r\n \r\n" * 20_000) + b"0\r\n\r\n",
)  # fmt: skip


def corpus() -> Iterator[tuple[str, bytes]]:
    """Each case, with its name."""
    for path in (b"/games", GAME + b"/guesses", b"/suggestions"):
        for name, body in BODIES.items():
            yield f"{path.decode()} body {name}", post(path, body)
    yield from _headers_and_paths()
    yield from _framing()


def _headers_and_paths() -> Iterator[tuple[str, bytes]]:
    for kind in TYPES:
        yield f"content type {kind!r}", post(b"/games", b'{"length": 5}', kind)
    for path in PATHS:
        for method in (b"GET", b"POST", b"DELETE"):
            yield f"path {method!r} {path[:40]!r}", line(method, path)
    for header in HEADERS:
        yield f"header {header[:40]!r}", line(b"GET", b"/livez", header)
        yield f"POST with header {header[:40]!r}", line(b"POST", b"/games", header)


def _framing() -> Iterator[tuple[str, bytes]]:
    for number, sent in enumerate(LINES):
        yield f"line {number}", sent
    for length in LENGTHS:
        yield f"length {length!r}", line(b"POST", b"/games", b"Content-Length: " + length, b"{}")
    for number, sent in enumerate(CHUNKS):
        yield f"chunks {number}", line(b"POST", b"/games", b"Transfer-Encoding: chunked", sent)
    yield "pipelined", line(b"GET", b"/livez", close=b"") * 3 + line(b"GET", b"/livez")


def line(
    method: bytes, path: bytes, header: bytes = b"", body: bytes = b"", close: bytes = CLOSE
) -> bytes:
    head = method + b" " + path + b" HTTP/1.1\r\nHost: x\r\n" + close
    typed = b"Content-Type: application/json\r\n" if method == b"POST" else b""
    return head + typed + (header + b"\r\n" if header else b"") + b"\r\n" + body


def post(path: bytes, body: bytes, kind: bytes = JSON) -> bytes:
    typed = b"Content-Type: " + kind + b"\r\n" if kind else b""
    length = b"Content-Length: %d\r\n\r\n" % len(body)
    return b"POST " + path + b" HTTP/1.1\r\nHost: x\r\n" + CLOSE + typed + length + body
