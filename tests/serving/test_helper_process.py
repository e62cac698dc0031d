"""The helper process: it gives answers and errors back, and never outlives what it is for."""

import gc
import operator
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from socket import socket
from threading import Event

import psutil
import pytest

from service.engine.errors import NotOneLetter
from service.play.catalogue import Catalogue
from service.serving import helper_process
from service.serving.helper_process import (
    HEAD,
    MOST_BYTES,
    NICENESS,
    OURS,
    HelperDied,
    HelperProcess,
)
from tests.support.programs import run
from tests.support.waiting import wait_until

CATALOGUE = Catalogue({}, {}, {})
WORKER = """
from tests.serving.test_helper_process import *
helper = HelperProcess(CATALOGUE)
print(helper.result_of(process_id, ()), flush=True)
while True:
    helper.result_of({}, ())
"""
PATCHED = """
from gevent import monkey
monkey.patch_all()
import gevent
from tests.serving.test_helper_process import *
helper = HelperProcess(CATALOGUE)
worker = os.getpid()
gevent.spawn(lambda: os.getpid() == worker or os.kill(os.getpid(), signal.SIGKILL))
print(helper.result_of(open_files, ()))
print(helper.result_of(asleep, ()))
try:
    helper.result_of(waiting_forever, ())
except RuntimeError as error:
    print(str(error)[:27])
"""
PLUGGED_IN: list[str] = []  # what a plug-in may change before the process is forked


@pytest.fixture
def helper() -> HelperProcess:
    return HelperProcess(CATALOGUE)


def doubled(catalogue: Catalogue, number: int) -> int:
    assert isinstance(catalogue, Catalogue)
    return 2 * number


def process_id(_: Catalogue) -> int:
    return os.getpid()


def plugged_in(_: Catalogue) -> list[str]:
    return PLUGGED_IN


def refused(_: Catalogue) -> None:
    raise NotOneLetter("ab", field="guesses/1/letter")


def broken(_: Catalogue) -> None:
    raise OSError("the file of a plug-in is gone")


def strange(_: Catalogue) -> None:
    raise ValueError(lambda: "cannot be pickled")


def killed_once(_: Catalogue, file: Path) -> str:
    """Work whose process is killed at the first attempt."""
    if not file.exists():
        file.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def killed(_: Catalogue) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def killed_half_way(_: Catalogue) -> None:
    """Work whose process is killed while it answers."""
    os.write(OURS, HEAD.pack(1, 100) + b"the beginning")
    killed(_)


class Odd(BaseException):
    """An error of a plug-in that not even Exception catches, and that cannot be printed."""

    def __str__(self) -> str:
        raise self

    __repr__ = __str__


def odd(_: Catalogue) -> None:
    raise Odd(lambda: "cannot be pickled")


def forked(_: Catalogue) -> str:
    """Work that is answered twice: the process goes on in two."""
    os.fork()
    return "forked"


def garbage(_: Catalogue) -> None:
    """Work that writes to the socket, as a plug-in may that takes it for a file of its own."""
    os.write(OURS, 64 * b"\xff")


def long(_: Catalogue) -> None:
    raise ValueError("x" * MOST_BYTES)


def endless(_: Catalogue) -> None:
    while True:
        pass


def open_files(_: Catalogue) -> list[int]:
    """Open files, pipes and sockets; not those of gevent's loop, and not the last, which lists."""
    numbers = sorted(map(int, os.listdir("/proc/self/fd")))[:-1]
    return [each for each in numbers if not is_of_loop(os.readlink(f"/proc/self/fd/{each}"))]


def is_of_loop(target: str) -> bool:
    return target.startswith("anon_inode:")


def asleep(_: Catalogue) -> str:
    """Work that waits with gevent's loop, as plug-ins do that use the network."""
    time.sleep(0.01)
    return "slept"


def waiting_forever(_: Catalogue) -> None:
    Event().wait()


def handled_signals(_: Catalogue) -> list[int]:
    """Signals that run a function of the worker: in Python, that of Ctrl-C is one."""
    return [each for each in signal.valid_signals() if callable(signal.getsignal(each))]


def niceness(_: Catalogue) -> int:
    return os.nice(0)


def descriptors() -> int:
    return len(os.listdir("/dev/fd"))


def test_work_runs_in_one_other_process(helper: HelperProcess) -> None:
    assert helper.result_of(doubled, (21,)) == 42
    [other] = {helper.result_of(process_id, ()) for _ in range(5)}
    assert other != os.getpid()
    assert helper.result_of(niceness, ()) == os.nice(0) + NICENESS


def test_plug_ins_of_the_worker_are_there(
    helper: HelperProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "PLUGGED_IN", ["mine"])
    assert helper.result_of(plugged_in, ()) == ["mine"]


def test_error_arrives_as_itself_with_its_traceback(helper: HelperProcess) -> None:
    with pytest.raises(NotOneLetter, match="“ab” is not one letter") as caught:
        helper.result_of(refused, ())
    assert caught.value.field == "guesses/1/letter"
    assert "in refused" in str(caught.value.__cause__)


def test_any_error_of_work_leaves_the_process_alive(helper: HelperProcess) -> None:
    before = helper.result_of(process_id, ())
    with pytest.raises(OSError, match="of a plug-in"):
        helper.result_of(broken, ())
    with pytest.raises(RuntimeError, match="ValueError"):
        helper.result_of(strange, ())
    with pytest.raises(RuntimeError, match=r"Odd: <exception str\(\) failed>") as caught:
        helper.result_of(odd, ())
    assert "in odd" in str(caught.value.__cause__)
    assert helper.result_of(process_id, ()) == before


def test_question_is_asked_again_if_the_process_was_killed(
    helper: HelperProcess, tmp_path: Path
) -> None:
    assert helper.result_of(killed_once, (tmp_path / "killed",)) == "done"
    os.kill(helper.result_of(process_id, ()), signal.SIGKILL)
    assert helper.result_of(doubled, (2,)) == 4


def test_question_that_kills_twice_fails_and_the_next_works(helper: HelperProcess) -> None:
    with pytest.raises(HelperDied, match="killed has ended its process 2 times"):
        helper.result_of(killed, ())
    assert helper.result_of(doubled, (2,)) == 4


def test_half_an_answer_is_none(helper: HelperProcess) -> None:
    with pytest.raises(HelperDied, match="has ended its process 2 times"):
        helper.result_of(killed_half_way, ())


def test_answer_to_another_question_is_never_taken(helper: HelperProcess) -> None:
    assert helper.result_of(forked, ()) == "forked"
    assert [helper.result_of(doubled, (number,)) for number in range(20)] == [*range(0, 40, 2)]
    with pytest.raises(HelperDied, match="has ended its process 2 times"):
        helper.result_of(garbage, ())
    assert helper.result_of(doubled, (2,)) == 4


def test_answer_that_is_too_long_is_not_read(helper: HelperProcess) -> None:
    before = helper.result_of(process_id, ())
    with pytest.raises(HelperDied, match=r"an answer of [\d,]+ bytes"):
        helper.result_of(long, ())
    assert helper.result_of(process_id, ()) != before


def test_endless_work_is_ended(helper: HelperProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper_process, "LONGEST_WORK", 0.1)
    process = psutil.Process(helper.result_of(process_id, ()))
    with pytest.raises(HelperDied, match="over"):
        helper.result_of(endless, ())
    assert not process.is_running()
    monkeypatch.undo()
    assert helper.result_of(doubled, (2,)) == 4


def test_nothing_of_the_worker_is_open_there(helper: HelperProcess) -> None:
    with socket():  # of a client
        assert helper.result_of(open_files, ()) == [0, 1, 2, 3]


def test_work_beside_gevent_has_open_files_and_a_loop_of_its_own() -> None:
    """The greenlets of the worker never run there: one would kill the process."""
    printed = run(sys.executable, "-c", PATCHED).stdout.splitlines()
    assert printed == ["[0, 1, 2, 3]", "slept", "gevent.exceptions.LoopExit:"]


def test_signals_do_there_what_they_do_by_default(helper: HelperProcess) -> None:
    assert handled_signals(CATALOGUE)
    assert helper.result_of(handled_signals, ()) == []


def test_hundred_deaths_leave_nothing_behind(helper: HelperProcess) -> None:
    os.kill(helper.result_of(process_id, ()), signal.SIGKILL)
    helper.result_of(doubled, (1,))
    gc.collect()  # helpers of other tests
    before = descriptors(), len(psutil.Process().children())
    for _ in range(100):
        os.kill(helper.result_of(process_id, ()), signal.SIGKILL)
        assert helper.result_of(doubled, (1,)) == 2
    after = descriptors(), len(psutil.Process().children())
    assert all(map(operator.le, after, before)), (before, after)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("work", ["process_id", "endless"])
def test_process_ends_with_its_worker(number: signal.Signals, work: str) -> None:
    command = (sys.executable, "-c", WORKER.format(work))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout
        helper = psutil.Process(int(worker.stdout.readline()))
        worker.send_signal(number)
    wait_until(lambda: not is_alive(helper), "the helper process still runs")


def is_alive(process: psutil.Process) -> bool:
    """Whether a process runs; a zombie of another parent does not."""
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
