"""Whether the service is ready."""

from typing import Any

import pytest
from flask import Flask

from service.play.games import Games
from service.store.errors import StoreBusy, StoreUnavailable


def test_service_with_much_to_do_is_ready_and_one_whose_store_refuses_guesses_is_not(
    app: Flask, games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(error: type[Exception]) -> Any:
        def check() -> None:
            raise error("so it is")

        monkeypatch.setattr(games.store, "check", check)
        return app.test_client().get("/readyz")

    assert refuses(StoreBusy).status_code == 200
    assert refuses(StoreUnavailable).status_code == 503
