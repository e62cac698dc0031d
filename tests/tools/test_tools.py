"""Results of tools; and the worst requests ever found still keep their promises."""

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from service.api.messages import LARGEST
from service.dictionaries.dictionary import Dictionary
from tests.support.contract import ending
from tools.bench.capacity import sums
from tools.faults.concurrent_guesses import Operation, faults_of
from tools.faults.secrecy import auc, error_of_auc
from tools.mutants.__main__ import copy_into
from tools.worst_requests import __main__ as command
from tools.worst_requests.desk import REFUSED, Cost, Desk, Played, Request, aspects, written
from tools.worst_requests.drawn import requests

SLACK = 1.5  # times the CPU promised: the machine may be busy
TRIES = 3  # one must succeed


@pytest.fixture(scope="module")
def desk(dictionaries: Mapping[str, Dictionary]) -> Desk:
    return Desk(dictionaries)


@given(data=st.data())
@settings(max_examples=15, suppress_health_check=list(HealthCheck))
def test_every_operation_has_requests_that_the_service_reads(
    desk: Desk, data: st.DataObject
) -> None:
    path, method = data.draw(st.sampled_from(ending()))
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


def test_desk_restores_the_game_after_each_request(desk: Desk) -> None:
    started = Played({"dictionary": "en", "length": 8, "seed": 1}, "et")
    letter = ('{"letter": "a"}', "", 0, "")
    guess = Request("POST", "/games/{game_id}/guesses", body=letter, game=started)
    answers = [desk.cost_of(guess) for _ in range(2)]
    assert [answer.status for answer in answers] == [200, 200]  # not 409: it was guessed before


def test_desk_keeps_nothing_that_makes_a_confession_cheaper(desk: Desk) -> None:
    lost = Played({"dictionary": "en", "length": 8, "max_misses": 1, "seed": 1}, "qxzj")
    confession = Request("GET", "/games/{game_id}/confession", game=lost)
    costs = [desk.cost_of(confession) for _ in range(2)]
    assert all(cost.guesses > cost.of_loop for cost in costs)  # the helper computed it
    assert not len(desk.helper.catalogue.figures.uppers)


def test_request_with_a_name_stays_when_a_worse_one_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "FILE", tmp_path / "worst.json")
    old, worse = Request("GET", "/daily"), Request("GET", "/daily/x")
    cost = Cost(1, 1, 200, 1)
    command.keep({"GET /daily": {"most CPU": (old, cost), "by hand": (old, cost)}})
    command.keep({"GET /daily": {"most CPU": (worse, cost)}})
    saved = command.examples()["GET /daily"]
    assert (saved["most CPU"].path, saved["by hand"].path, len(saved)) == ("/daily/x", "/daily", 2)


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


A = Operation("g", "a", begun=1, ended=2, status=200, version=2, guessed=("a",), over=False)
B = Operation("g", "b", begun=3, ended=4, status=200, version=3, guessed=("a", "b"), over=False)
LOOK = replace(B, letter="", begun=5, ended=6)


def test_history_that_could_be_has_no_fault() -> None:
    overlapping = replace(LOOK, begun=3.5, version=2, guessed=("a",))
    assert list(faults_of([A, B, LOOK, overlapping])) == []


@pytest.mark.parametrize(
    "impossible",
    [
        replace(LOOK, version=2, guessed=("a",)),  # it forgot b
        replace(LOOK, guessed=("b", "a")),  # another order
        replace(LOOK, letter="c", version=3),  # the answer to c is about b
        replace(B, letter="b", begun=5, ended=6),  # b applied twice
        replace(LOOK, letter="z", status=409),  # a conflict without a cause
    ],
)
def test_history_that_could_not_be_is_found(impossible: Operation) -> None:
    assert list(faults_of([A, B, impossible]))


def test_auc_tells_slow_from_fast_and_like_from_like() -> None:
    assert auc([3.0, 4.0], [1.0, 2.0]) == 1
    assert auc([1.0, 4.0], [2.0, 3.0]) == 0.5


def test_auc_of_like_and_like_is_rarely_far_from_a_half() -> None:
    chance = random.Random(1)
    areas = [
        auc([chance.random() for _ in range(60)], [chance.random() for _ in range(60)])
        for _ in range(1000)
    ]
    assert 2 <= sum(abs(area - 0.5) > 2 * error_of_auc(60) for area in areas) / 10 <= 7
    assert sum(abs(area - 0.5) > 3 * error_of_auc(60) for area in areas) / 10 <= 1


def test_needs_of_a_day_follow_from_the_costs_of_a_guess() -> None:
    seconds = {"worker": 1e-3, "store": 2e-3, "proxy": 1e-4}
    costs = {"guesses": 10, **seconds, "clients": 1000, "network": 500, "disk": 100}
    needs = {name: value for name, _, value in sums(864_000, costs, end=0.1)}
    assert needs == pytest.approx(
        {
            "guesses/s": 100, "guesses/s at the peak": 300, "worker cores: guesses": 0.3,
            "worker cores: ends": 3, "worker cores to have": 6.6, "instances": 2,
            "connections of players": 1500, "nginx cores to have": 0.06, "store cores": 0.6,
            "store memory, GB": 0.6048, "shards": 2, "connections to a store": 800,
            "clients, Mbit/s": 2.4, "store's network, Mbit/s": 1.2, "append-only files, MB/s": 0.03,
        }
    )  # fmt: skip


def test_memory_decides_on_shards_where_cores_do_not() -> None:
    costs = dict.fromkeys(("guesses", "worker", "store", "proxy", "clients", "network", "disk"), 0)
    needs = {name: value for name, _, value in sums(100_000_000, costs, end=0)}
    assert (needs["shards"], needs["store memory, GB"]) == (9, 70)


def test_copy_for_mutants_is_what_a_clone_would_have(tmp_path: Path) -> None:
    copy_into(tmp_path)
    top = {path.name for path in tmp_path.iterdir()}
    assert {".env.example", ".github", "service", "openapi.yaml"} <= top
    assert not {".git", ".venv", "build"} & top
