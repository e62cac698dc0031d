"""What `make worst` draws, and the worst requests that it ever found: each keeps its promises."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from service.api.messages import LARGEST
from service.dictionaries.dictionary import Dictionary
from tests.support.contract import operations
from tools.worst_requests import __main__ as command
from tools.worst_requests.desk import REFUSED, Cost, Desk, Played, Request, aspects, written
from tools.worst_requests.drawn import requests

SLACK = 1.5  # of the CPU: the machine may be busy
TRIES = 3  # one must do


@pytest.fixture(scope="module")
def desk(dictionaries: Mapping[str, Dictionary]) -> Desk:
    return Desk(dictionaries)


@given(data=st.data())
@settings(max_examples=15, suppress_health_check=list(HealthCheck))
def test_every_operation_has_requests_that_the_service_reads(
    desk: Desk, data: st.DataObject
) -> None:
    path, method = data.draw(st.sampled_from(list(operations())))
    request = data.draw(requests(path, method, desk.dictionaries))
    assert "{" not in request.path.replace("{game_id}", "").replace("{watch_id}", "")
    assert len(written(request.body or ("", "", 0, "")).encode()) <= LARGEST
    assert desk.cost_of(request).status < 500


@pytest.mark.parametrize("statuses", [(200, 201), REFUSED])
@pytest.mark.parametrize("path", ["/games", "/hints", "/reviews", "/solutions"])
def test_some_bodies_are_answered_and_some_refused(
    desk: Desk, path: str, statuses: tuple[int, ...]
) -> None:
    first = settings(max_examples=200, phases=[Phase.generate], derandomize=True)
    drawn = requests(path, "POST", desk.dictionaries)
    found = find(drawn, lambda request: desk.cost_of(request).status in statuses, settings=first)
    assert desk.cost_of(found).status in statuses


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


@pytest.mark.parametrize("operation", command.examples())
def test_worst_requests_keep_promises(desk: Desk, operation: str) -> None:
    promises = aspects(operation)

    def broken(cost: Cost) -> list[str]:
        slack = {name: SLACK if "CPU" in name else 1 for name in promises}
        return [name for name, each in promises.items() if not each.is_kept(cost, slack[name])]

    for request in command.examples()[operation].values():
        for _ in range(TRIES):
            cost = desk.cost_of(request)
            if not broken(cost):
                break
            desk.weigh_plain_guess()  # the machine may be slower by now
        assert not broken(cost), (request, cost)
