"""Starts a game twice with the same key, and deletes it."""

import os
from uuid import uuid4

import httpx
from retry import Retry  # type: ignore[import-untyped]  # beside it where it runs

KEY = {"Idempotency-Key": str(uuid4())}

with httpx.Client(base_url=os.environ["HANGMAN_URL"], transport=Retry()) as api:
    ids = [api.post("/games", json={"length": 8}, headers=KEY).json()["id"] for _ in range(2)]
    deleted = api.delete(f"/games/{ids[0]}")
print(f"{ids[0] == ids[1]}".lower(), deleted.status_code)
