"""The page as it is served."""

import re

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
    with client.get("/") as response:
        preloaded = re.findall(r'modulepreload" href="web/(\w+\.js)"', response.text)

    assert sorted(preloaded) == sorted(
        file.name for file in STATIC.glob("*.js") if file.stem != "main"
    )


def test_part_that_has_not_changed_is_not_sent_again(client: Client) -> None:
    with client.get("/web/main.js") as first:
        tag = first.headers["ETag"]
    with client.get("/web/main.js", headers={"If-None-Match": tag}) as second:
        assert second.status_code == 304


def test_nothing_else_is_served_as_a_part_of_the_page(client: Client) -> None:
    for path in ("/web/page.py", "/web/../page.py", "/web/..%2fpage.py", "/web/"):
        with client.get(path) as response:
            assert response.status_code == 404, path
