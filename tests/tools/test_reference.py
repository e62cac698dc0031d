"""docs/reference.md is right for each request, and everything in it can be found."""

import json
import re
from typing import Any, Final

import pytest

from service.app import create_app
from service.settings import Settings
from tests.support import contract
from tests.support.fakes import FakeServers
from tests.support.programs import ROOT

PAGE: Final = (ROOT / "docs" / "reference.md").read_text()
SECTIONS: Final = {
    found[1]: section
    for section in re.split(r"^### ", PAGE, flags=re.MULTILINE)
    if (found := re.search(r"^`([A-Z]+ /\S*)` · units:", section, re.MULTILINE))
}
HEADINGS: Final = re.findall(
    r"^#+ (.*)$", re.sub(r"^```.*?^```", "", PAGE, flags=re.M | re.S), re.M
)


def anchor(heading: str) -> str:
    """The address of a heading on the page, as the code host makes it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def whole(problem: str) -> tuple[str, Any]:
    """The headers and the JSON of the whole example of an error."""
    [(headers, body)] = re.findall(
        rf'^HTTP/1.1 \d+\n([^{{]*)\n\n(\{{\n  "type": "/problems/{problem}".*?^\}})$',
        PAGE,
        re.M | re.S,
    )
    return headers, json.loads(body.replace("…", "null"))


def test_every_request_is_listed_under_its_tag() -> None:
    assert SECTIONS.keys() == {f"{method} {path}" for path, method in contract.operations()}
    for (path, method), operation in contract.operations().items():
        contents, [tag] = PAGE.partition("## What a client")[0], operation["tags"]
        [listed] = re.findall(rf"\]\(#requests-{tag}\).*?(?=\*\*\[|\*\*For all)", contents, re.S)
        assert f"| [`{method} {path}`](#" in listed


def test_every_link_within_the_page_leads_somewhere() -> None:
    anchors = [*map(anchor, HEADINGS)]
    assert [each for each in re.findall(r"\]\(#([^)]*)\)", PAGE) if each not in anchors] == []
    assert len({*anchors}) == len(anchors)


def test_405_of_a_path_names_what_this_path_allows() -> None:
    app = create_app(Settings(log_level="critical"), FakeServers())
    told = {
        name: said
        for name, section in SECTIONS.items()
        for said in re.findall(r"`method-not-allowed` \|  \| (.*) \|", section)
    }
    assert len(told) > 5
    for name, said in told.items():
        path = name.partition(" ")[2]
        refused: Any = app.test_client().post(path).json
        assert refused["detail"] == said


def test_only_headers_that_exist_are_listed() -> None:
    table = PAGE.partition("## Headers of responses")[2].partition("## Objects")[0]
    names = re.findall(r"^\| `([^`]*)`", table, re.MULTILINE)
    assert "ContentTag" not in PAGE
    assert {"ETag", "Retry-After", "RateLimit", "Location"} <= {*names}


@pytest.mark.parametrize(
    ("problem", "status", "needed"),
    [
        ("already-guessed", 409, {"game"}),
        ("invalid-input", 422, {"errors"}),
        ("too-many-requests", 429, set()),
    ],
)
def test_an_error_of_each_kind_is_there_whole(problem: str, status: int, needed: set[str]) -> None:
    headers, error = whole(problem)
    assert error["status"] == status
    assert error.keys() == needed | {"type", "code", "title", "status", "detail", "request_id"}
    assert "Content-Type: application/problem+json" in headers
    assert ("Retry-After: " in headers) == (status == 429)


def test_examples_come_from_a_service_as_it_is_shipped() -> None:
    shipped = Settings()
    headers, error = whole("too-many-requests")
    assert f'"create";q={shipped.ratelimit_create};w=60' in headers
    assert error["detail"].startswith("This request costs 1 unit of “create”, and you have none.")
    assert "A game allows 100 whole words" in SECTIONS["POST /games/{game_id}/guesses"]


def test_todays_game_never_shows_a_dealer() -> None:
    assert "are always null" in " ".join(SECTIONS["GET /daily"].split())


def test_a_field_has_one_list_of_values() -> None:
    lists = re.findall(r"^\| `(?:insight|level)` \| .*?: (`none`.*?|`count`.*?) \|", PAGE, re.M)
    assert lists == ["`none`, `count`, `full`", "`count`, `full`"]
