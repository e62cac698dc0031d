"""The page as it is served."""

import re
from collections import Counter
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from service.web import page
from service.web.page import STATIC
from tests.api.conftest import Client

RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> page.Files:
    """The page as it is served from its sources."""
    monkeypatch.setattr(page, "PACKED", tmp_path)
    return page.files.__wrapped__()


def test_page_runs_under_a_strict_content_security_policy(client: Client) -> None:
    with client.get("/") as response:
        policy, page = response.headers["Content-Security-Policy"], response.text

    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]* src=)|\son\w+=|\sstyle=", page)


def test_parts_of_the_page_have_relative_addresses() -> None:
    """So that a proxy may serve them under any prefix."""
    addresses = [
        address
        for file in STATIC.iterdir()
        if file.suffix != ".png"
        for address in re.findall(r"""(?:href=|src=|from |import )"([^"]+)\"""", file.read_text())
    ]

    assert len(addresses) > 10
    assert [address for address in addresses if address.startswith(("/", "http"))] == []


def test_page_loads_all_of_its_modules_at_once(sources: page.Files) -> None:
    preloaded = re.findall(r'modulepreload" href="web/\w+/(\w+\.js)"', sources.index.raw.decode())

    assert sorted([*preloaded, "main.js", "worker.js"]) == sorted(
        file.name for file in STATIC.glob("*.js")
    )


def test_page_loads_all_of_its_styles(sources: page.Files) -> None:
    loaded = re.findall(r'stylesheet" href="web/\w+/(\w+\.css)"', sources.index.raw.decode())
    imported = re.findall(r'@import "(\w+\.css)"', (STATIC / "confession.css").read_text())

    assert sorted(loaded + imported) == sorted(file.name for file in STATIC.glob("*.css"))


def test_page_is_served_packed_only_if_it_is_of_these_sources(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert page.is_packed(), "run `make page`"
    assert "page.js" in client.get("/").text
    copied = Path(copytree(STATIC, tmp_path / "static"))
    (copied / "base.css").write_text("body { color: red }")
    monkeypatch.setattr(page, "STATIC", copied)

    changed = page.files.__wrapped__()

    assert b"page.js" not in changed.index.raw
    assert b"data-worker" not in changed.index.raw
    assert b"main.js" in changed.index.raw


def test_installed_page_is_packed_and_has_its_icons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = ignore_patterns("*.css", "*.html", "*.js")  # what the wheel leaves out
    monkeypatch.setattr(page, "STATIC", Path(copytree(STATIC, tmp_path / "s", ignore=sources)))

    installed = page.files.__wrapped__()

    assert b"page.js" in installed.index.raw
    assert {"page.js", "lazy.js", "icon.svg", "manifest.json"} < installed.others.keys()
    assert "main.js" not in installed.others


def test_worker_names_the_files_of_its_version(client: Client) -> None:
    answer = client.get("/worker.js")

    assert f'"web/{page.files().version}/' in answer.text
    assert answer.headers["Cache-Control"] == "no-cache"


def test_parts_are_named_by_their_content_and_kept_for_good(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = re.findall(r'(?:href|src)="(web/[^"]+)"', client.get("/").text)
    kept = {client.get(f"/{part}").headers["Cache-Control"] for part in parts}
    copied = Path(copytree(STATIC, tmp_path / "static"))
    (copied / "base.css").write_text("body { color: red }")
    monkeypatch.setattr(page, "STATIC", copied)

    changed = page.files.__wrapped__()

    assert len(parts) > 5
    assert kept == {"max-age=31536000, immutable"}
    assert {part.split("/")[1] for part in parts} == {page.files().version} != {changed.version}


def test_part_of_another_version_is_ours_and_is_not_kept(client: Client) -> None:
    """While the service is updated, the page of one instance may ask another for its parts."""
    answer = client.get("/web/another/main.js")

    assert answer.data == (STATIC / "main.js").read_bytes()
    assert answer.headers["Cache-Control"] == "no-cache"


def test_nothing_else_is_served_as_a_part_of_the_page(client: Client) -> None:
    paths = ("page.py", "../page.py", "..%2fpage.py", "", "index.html", "x/../page.py")
    for path in (*(f"/web/{path}" for path in paths), *(f"/web/x/{path}" for path in paths)):
        with client.get(path) as response:
            assert response.status_code == 404, path


def test_no_rule_of_the_styles_stands_twice() -> None:
    """A selector has one rule in a file, and what takes six declarations has one name."""
    selectors: Counter[tuple[str, str]] = Counter()
    bodies: Counter[str] = Counter()
    for file in STATIC.glob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.DOTALL)
        outside_of_media = re.sub(r"@\w+[^{;]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", text)
        selectors.update((file.name, name.strip()) for name, _ in RULE.findall(outside_of_media))
        bodies.update(" ".join(body.split()) for _, body in RULE.findall(text))

    assert len(selectors) > 200
    assert [name for name, count in selectors.items() if count > 1] == []
    assert [body for body, count in bodies.items() if count > 1 and body.count(";") >= 6] == []


def test_link_to_the_page_says_in_a_chat_what_it_is(client: Client) -> None:
    with client.get("/") as response:
        said = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]+)">', response.text))

    assert said["title"] == "Evil Hangman"
    assert "letter by letter" in said["description"]
    assert said["type"] == "website"


def test_phone_finds_an_icon_for_its_home_screen(client: Client) -> None:
    with client.get("/") as response:
        [icon] = re.findall(r'<link rel="apple-touch-icon" href="([^"]+)">', response.text)
    with client.get(f"/{icon}") as response:
        assert (response.status_code, response.mimetype) == (200, "image/png")
        assert response.data.startswith(b"\x89PNG")
