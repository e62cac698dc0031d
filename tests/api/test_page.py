"""The page as it is served."""

import re
from pathlib import Path
from shutil import copytree

import pytest

from service.web import page
from service.web.page import STATIC
from tests.api.conftest import Client


def test_page_is_small() -> None:
    assert sum(file.stat().st_size for file in STATIC.iterdir()) < 60_000


def test_page_runs_under_a_strict_content_security_policy(client: Client) -> None:
    with client.get("/") as response:
        policy, page = response.headers["Content-Security-Policy"], response.text

    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]* src=)|\son\w+=|\sstyle=", page)


def test_page_and_its_parts_name_one_another_by_relative_addresses() -> None:
    """So that a proxy may serve them under any prefix."""
    addresses = [
        address
        for file in STATIC.iterdir()
        for address in re.findall(r"""(?:href=|src=|from |import )"([^"]+)\"""", file.read_text())
    ]

    assert len(addresses) > 10
    assert [address for address in addresses if address.startswith(("/", "http"))] == []


def test_page_loads_all_of_its_modules_at_once(client: Client) -> None:
    preloaded = re.findall(r'modulepreload" href="web/\w+/(\w+\.js)"', client.get("/").text)

    assert sorted(preloaded) == sorted(
        file.name for file in STATIC.glob("*.js") if file.stem != "main"
    )


def test_parts_are_kept_for_good_and_asked_for_under_a_name_that_tells_their_content(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = re.findall(r'(?:href|src)="(web/[^"]+)"', client.get("/").text)
    kept = {client.get(f"/{part}").headers["Cache-Control"] for part in parts}
    copied = Path(copytree(STATIC, tmp_path / "static"))
    (copied / "style.css").write_text("body { color: red }")
    monkeypatch.setattr(page, "STATIC", copied)

    changed = page.files.__wrapped__()

    assert len(parts) > 10
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
