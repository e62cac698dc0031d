"""The page as it is served."""

import re
from gzip import compress
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from service.web import page
from service.web.page import STATIC
from tests.api.conftest import Client, Make, created

SMALL = 6000  # bytes, gzipped


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> page.Files:
    """The page of an instance whose style sheet differs, so it is not packed."""
    copied = Path(copytree(STATIC, tmp_path / "static"))
    (copied / "base.css").write_text("body { color: red }")
    monkeypatch.setattr(page, "STATIC", copied)
    return page.files.__wrapped__()


def test_page_is_strict_and_says_what_it_is(client: Client) -> None:
    with client.get("/") as response:
        policy, text = response.headers["Content-Security-Policy"], response.text
    [icon] = re.findall(r'<link rel="apple-touch-icon" href="([^"]+)">', text)
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "<style" not in text
    assert not re.search(r"<script(?![^>]* src=)|\son\w+=|\sstyle=", text)
    with client.get(f"/{icon}") as response:  # for the home screen of a phone
        assert (response.status_code, response.mimetype) == (200, "image/png")
        assert response.data.startswith(b"\x89PNG")


PREVIEW = re.compile(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">')


@pytest.mark.parametrize(
    "address", ["https://play.example", "https://play.example/", "http://[::1]:8000/hang-man"]
)
def test_link_in_a_chat_shows_a_title_and_a_picture(client_with: Make, address: str) -> None:
    client, page_at = client_with(public_url=address), f"{address.rstrip('/')}/"
    shown = dict(PREVIEW.findall(client.get("/").text))
    picture = shown["og:image"]
    assert shown["og:url"] == page_at
    assert shown["og:title"] == "Hangman that cheats, and then admits it"
    assert shown["twitter:card"] == "summary_large_image"
    assert picture.startswith(f"{page_at}web/")
    with client.get(f"/{picture.removeprefix(page_at)}") as response:
        assert (response.mimetype, response.data[:8]) == ("image/png", b"\x89PNG\r\n\x1a\n")
        size = [int.from_bytes(response.data[at : at + 4]) for at in (16, 20)]
    assert size == [1200, 630] == [int(shown[f"og:image:{side}"]) for side in ("width", "height")]


def test_address_of_the_page_is_never_that_of_a_request(client_with: Make) -> None:
    """Whoever sends a request could send a whole chat to a page of their own."""
    headers = {
        "Host": "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https",
        "X-Forwarded-Prefix": "/evil", "Forwarded": "host=evil.example",
    }  # fmt: skip
    for settings in ({}, {"public_url": "https://play.example"}, {"trusted_proxies": 2}):
        client = client_with(**settings)
        ours, theirs = client.get("/"), client.get("/", headers=headers)
        assert ours.data == theirs.data
        assert bool(PREVIEW.findall(ours.text)) == ("public_url" in settings)
        assert "{public_url}" not in ours.text


def test_app_on_a_phone_has_a_language_and_an_icon_of_any_shape(client: Client) -> None:
    [manifest] = re.findall(r'rel="manifest" href="([^"]+)"', client.get("/").text)
    about = client.get(f"/{manifest}").get_json(force=True)
    assert (about["id"], about["lang"]) == ("evil-hangman", "en")
    [icon] = [icon["src"] for icon in about["icons"] if icon.get("purpose") == "maskable"]
    with client.get(f"/{manifest.rpartition('/')[0]}/{icon}") as response:
        assert (response.status_code, response.mimetype) == (200, "image/svg+xml")


@pytest.mark.parametrize(
    ("accept", "is_json"),
    [
        ("application/json", True), ("application/json, text/plain, */*", True),
        ("text/html;q=0.5, application/json", True), (None, False), ("*/*", False), ("", False),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", False),
        ("text/html, application/json", False), ("image/png", False), ("application/*", True),
    ],
)  # fmt: skip
def test_program_that_prefers_json_gets_links(
    client: Client, accept: str | None, is_json: bool
) -> None:
    answer = client.get("/", headers={} if accept is None else {"Accept": accept})
    assert (answer.status_code, answer.mimetype) == (
        200, "application/json" if is_json else "text/html",
    )  # fmt: skip
    assert "Accept" in answer.headers["Vary"].split(", ")
    assert (answer.headers["Cache-Control"] == "no-store") == is_json  # nobody keeps it as the page


def test_links_lead_to_what_there_is_also_behind_a_proxy(client: Client) -> None:
    json = {"Accept": "application/json"}
    links = client.get("/", headers=json).json
    prefixed = client.get("/", headers=json, environ_overrides={"SCRIPT_NAME": "/hang man"}).json
    ids = created(client)
    started = client.post(links["games"]).status_code
    filled = {
        name: path.format(game_id=ids["id"], watch_id=ids["watch_id"])
        for name, path in links.items()
        if name != "games"
    }
    assert {name: client.get(path).status_code for name, path in filled.items()} == dict.fromkeys(
        filled, 200
    )
    assert (started, len(links)) == (201, 11)
    assert prefixed == {name: f"/hang%20man{path}" for name, path in links.items()}


def test_documents_that_nobody_may_read_have_no_link(client_with: Make) -> None:
    links = client_with(docs_public=False).get("/", headers={"Accept": "application/json"}).json
    assert not {"documentation", "contract"} & links.keys()


def test_parts_of_the_page_have_relative_addresses() -> None:
    """A proxy can then serve them under any prefix."""
    addresses = [
        address
        for file in STATIC.iterdir()
        if file.suffix != ".png"
        for address in re.findall(r"""(?:href=|src=|from |import )"([^"]+)\"""", file.read_text())
    ]
    assert len(addresses) > 10
    assert [address for address in addresses if address.startswith(("/", "http"))] == []


def test_page_loads_all_of_its_modules_and_styles(changed: page.Files) -> None:
    index = changed.pages["en"].raw.decode()
    modules = re.findall(r'modulepreload" href="web/\w+/(\w+\.js)(?:\?en)?"', index)
    styles = re.findall(r'stylesheet" href="web/\w+/(\w+\.css)"', index)
    styles += re.findall(r'@import "(\w+\.css)"', (STATIC / "confession.css").read_text())
    assert {*modules, "main.js", "worker.js"} == {file.name for file in STATIC.glob("*.js")}
    assert sorted(styles) == sorted(file.name for file in STATIC.glob("*.css"))


def test_client_can_be_loaded_by_pages_elsewhere(client_with: Make) -> None:
    client = client_with(api_keys="0" * 64)
    for file, mimetype in (("hangman.js", "text/javascript"), ("hangman.d.ts", "text/plain")):
        response = client.get(f"/{file}", headers={"Origin": "https://play.example"})
        assert (response.status_code, response.mimetype) == (200, mimetype)
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_client_is_one_small_file_with_the_methods_of_its_types() -> None:
    source, types = (STATIC.joinpath(f"hangman{end}").read_text() for end in (".js", ".d.ts"))
    assert len(compress(source.encode())) <= SMALL
    assert not re.search(r"^import|import\(", source, re.MULTILINE)
    exported = re.compile(r"^export class (\w+)", re.MULTILINE)
    assert exported.findall(source) == exported.findall(types)
    method = re.compile(r"^  (?:async )?\*?([a-z]\w*)\(", re.MULTILINE)
    assert [name for name in method.findall(source) if name != "constructor"] == [
        name for name in method.findall(types) if name != "constructor"
    ]


def test_page_is_served_packed_only_if_it_is_of_these_sources(
    client: Client, changed: page.Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "STATIC", STATIC)
    assert page.is_packed(), "run `make page`"
    assert "chunk.js" in client.get("/").text
    assert b"chunk.js" not in changed.pages["en"].raw
    assert b"data-worker" not in changed.pages["en"].raw
    assert b"main.js" in changed.pages["en"].raw


def test_packed_file_comes_in_the_shortest_accepted_form(client: Client) -> None:
    [script] = re.findall(r'src="(web/\w+/chunk.js)"', client.get("/").text)
    plain = client.get(f"/{script}")
    demands = {
        "gzip, deflate, br, zstd": "br",
        "gzip, deflate": "gzip",
        "br;q=0, gzip": "gzip",
        "": None,
    }
    forms = {
        demand: client.get(f"/{script}", headers={"Accept-Encoding": demand}) for demand in demands
    }
    assert {
        demand: form.headers.get("Content-Encoding") for demand, form in forms.items()
    } == demands
    shortest, gzipped, _, raw = (len(form.data) for form in forms.values())
    assert shortest < gzipped < raw == len(plain.data)
    assert {form.headers["ETag"] for form in forms.values()} == {plain.headers["ETag"]}
    assert {form.headers["Vary"] for form in forms.values()} == {"Accept-Encoding"}
    assert client.get(f"/{script}.br").status_code == 404  # no file of its own


def test_installed_page_is_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = ignore_patterns("*.css", "*.html", "*.js")  # what the wheel leaves out
    monkeypatch.setattr(page, "STATIC", Path(copytree(STATIC, tmp_path / "s", ignore=sources)))
    installed = page.files.__wrapped__()
    assert b"chunk.js" in installed.pages["en"].raw
    assert {"chunk.js", "lazy.js", "icon.svg", "manifest.json"} < installed.others.keys()
    assert "main.js" not in installed.others


@pytest.mark.parametrize(
    ("wanted", "code"),
    [("de-AT,en;q=0.8", "de"), ("en-GB,de;q=0.5", "en"), ("fr,de;q=0.3", "de"), ("fr", "en")],
)
def test_page_comes_with_the_texts_of_the_readers_language(
    client: Client, wanted: str, code: str
) -> None:
    response = client.get("/", headers={"Accept-Language": wanted})
    assert f' lang="{code}"' in response.text
    [texts] = re.findall(r'href="(web/\w+/texts\.(\w+)\.js)"', response.text)
    assert texts[1] == code
    assert client.get(f"/{texts[0]}").status_code == 200
    assert "Accept-Language" in response.headers["Vary"].split(", ")


def test_parts_are_named_by_their_content_and_kept_for_good(
    client: Client, monkeypatch: pytest.MonkeyPatch, changed: page.Files
) -> None:
    parts = re.findall(r'(?:href|src)="(web/[^"]+)"', client.get("/").text)
    directives = {client.get(f"/{part}").headers["Cache-Control"] for part in parts}
    assert len(parts) > 5
    assert directives == {"max-age=31536000, immutable"}
    assert {part.split("/")[1] for part in parts} == {page.files().version} != {changed.version}


def test_worker_and_parts_of_other_versions_are_not_kept(client: Client) -> None:
    """While the service is updated, the page of one instance may request its parts from another."""
    worker, part = client.get("/worker.js"), client.get("/web/another/main.js")
    assert f'"web/{page.files().version}/' in worker.text
    assert part.data == (STATIC / "main.js").read_bytes()
    assert {each.headers["Cache-Control"] for each in (worker, part)} == {"no-cache"}


def test_nothing_else_is_served_as_a_part_of_the_page(client: Client) -> None:
    paths = ("page.py", "../page.py", "..%2fpage.py", "", "index.html", "x/../page.py")
    for path in (*(f"/web/{path}" for path in paths), *(f"/web/x/{path}" for path in paths)):
        with client.get(path) as response:
            assert response.status_code == 404, path
