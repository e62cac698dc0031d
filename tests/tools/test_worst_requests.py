"""What `make worst` draws: requests of every operation, which the service answers or refuses."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.api.messages import LARGEST
from service.dictionaries.dictionary import Dictionary
from tests.support.contract import operations
from tools.worst_requests import __main__ as command
from tools.worst_requests.desk import REFUSED, Cost, Desk, Played, Request, written
from tools.worst_requests.drawn import requests


@pytest.fixture(scope="module")
def desk(dictionaries: Mapping[str, Dictionary]) -> Desk:
    return Desk(dictionaries)


@given(data=st.data())
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
def test_every_operation_has_requests_that_the_service_reads(
    desk: Desk, data: st.DataObject
) -> None:
    path, method = data.draw(st.sampled_from(list(operations())))
    request = data.draw(requests(path, method, desk.dictionaries))
    assert "{" not in request.path.replace("{game_id}", "").replace("{watch_id}", "")
    assert len(written(request.body or ("", "", 0, "")).encode()) <= LARGEST
    assert desk.cost_of(request).status < 500


@pytest.mark.parametrize("path", ["/games", "/hints", "/reviews", "/solutions"])
def test_some_bodies_are_answered_and_some_refused(desk: Desk, path: str) -> None:
    statuses = set()

    @given(requests(path, "POST", desk.dictionaries))
    @settings(max_examples=100, derandomize=True, suppress_health_check=list(HealthCheck))
    def ask(request: Request) -> None:
        statuses.add(desk.cost_of(request).status)

    ask()
    assert statuses & {200, 201}
    assert statuses & set(REFUSED)


def test_game_is_as_it_was_after_each_request(desk: Desk) -> None:
    started = Played({"dictionary": "en", "length": 8, "seed": 1}, "et")
    letter = ('{"letter": "a"}', "", 0, "")
    guess = Request("POST", "/games/{game_id}/guesses", body=letter, game=started)
    answers = [desk.cost_of(guess) for _ in range(2)]
    assert [answer.status for answer in answers] == [200, 200]  # not 409: it was guessed before


def test_request_with_a_name_stays_when_a_worse_one_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "FILE", tmp_path / "worst.json")
    old, worse = Request("GET", "/daily"), Request("GET", "/daily/x")
    cost = Cost(1, 200, 1)
    command.keep({"GET /daily": {"most CPU": (old, cost), "by hand": (old, cost)}})
    command.keep({"GET /daily": {"most CPU": (worse, cost)}})
    kept = command.examples()["GET /daily"]
    assert (kept["most CPU"].path, kept["by hand"].path, len(kept)) == ("/daily/x", "/daily", 2)
