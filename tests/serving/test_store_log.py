"""The log's lines about the store."""

from dataclasses import fields

import structlog
from structlog.testing import capture_logs

from service.events import Events
from service.serving.store_log import StoreLog, setting_of
from service.settings import Settings
from service.variables import variable


def test_one_line_names_the_timeout_to_raise() -> None:
    events = Events()
    with capture_logs() as lines:
        StoreLog(structlog.get_logger()).listen(events)
        events("store_slow", timeout="connect")
        events("store_away", server="the store", reason="TimeoutError: so it is", timeout="read")
        events("store_away", server="a:1", reason="ConnectionError: refused", timeout=None)

    slow, late, refused = lines
    assert {line["log_level"] for line in lines} == {"warning"}
    assert slow["advice"].endswith(": raise HANGMAN_STORE_CONNECT_TIMEOUT")
    assert late["advice"].endswith(": raise HANGMAN_STORE_READ_TIMEOUT")
    assert refused["server"] == "a:1"
    assert refused["advice"].endswith("until a:1 answers: does it run, and is REDIS_URL right?")


def test_timeouts_are_settings() -> None:
    settings = {variable(each.name) for each in fields(Settings)}
    assert {setting_of("connect"), setting_of("read")} <= settings
