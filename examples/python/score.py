"""The misses that the guesses of some players cost beyond the best letters, in the same games."""

import json
import os
import sys
from http.client import HTTPException
from math import ceil, sqrt
from random import random
from statistics import mean, stdev
from time import sleep
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

URL = os.environ.get("HANGMAN_URL", "http://localhost:8000")
GAMES = 16


def call(path, body=None):
    """What the service responds; four tries with the same key, so that nothing is done twice."""
    data = json.dumps(body).encode() if body else None
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
    for pause in (1, 2, 4, 8):
        try:
            with urlopen(Request(URL + path, data, headers), timeout=30) as response:
                return json.load(response)
        except HTTPError as refused:
            header = refused.headers.get("Retry-After", "")
            wait = int(header) if header.isdecimal() else pause
            if refused.code not in (429, 503) or wait > 10:
                sys.exit(f"{path}: {refused.code} {refused.read().decode()}")
        except (OSError, HTTPException, ValueError):  # no response, or a captive portal's page
            wait = pause
        sleep(wait + random())
    sys.exit(f"No network: {URL} does not respond.")


def guesser(name):
    """A player that follows a guesser. A model is another function from a game to a letter."""

    def letter_for(game):
        shown = {field: game[field] for field in ("pattern", "wrong_letters", "dictionary")}
        return call("/hints", {**shown, "guesser": name})["letters"][0]["letter"]

    return letter_for


def cost(letter_for, number):
    """The cost of the guesses in a game. The first eight games, one of each length, have cheats."""
    dealer = "largest-family" if number < 8 else "honest"
    chosen = {"dealer": dealer, "length": 4 + number % 8, "seed": number, "max_misses": 26}
    game = call("/games", chosen)
    while not game["over"]:
        game = call(f"/games/{game['id']}/guesses", {"letter": letter_for(game)})
    return call(f"/games/{game['id']}/review")["cost"]


players = {name: guesser(name) for name in ("careful", "most-words", "letter-frequency")}
costs = {name: [cost(player, n) for n in range(GAMES)] for name, player in players.items()}
print("player            cost         more than careful   games")
for name, of_player in costs.items():
    # A game without a cost, of either player, is left out: too many words stayed possible.
    both = zip(of_player, costs["careful"], strict=True)
    pairs = [pair for pair in both if None not in pair]
    left_out = f"  {GAMES - len(pairs)} games without a cost" if len(pairs) < GAMES else ""
    if len(pairs) < 2:
        print(f"{name:16}{left_out}")
        continue
    theirs, more = [each for each, _ in pairs], [each - best for each, best in pairs]
    games = ceil((2.8 * stdev(more) / 0.05) ** 2)  # for a difference of 0.05 misses
    cells = [f"{mean(each):.2f} ± {stdev(each) / sqrt(len(pairs)):.2f}" for each in (theirs, more)]
    print(f"{name:16}  {cells[0]}  {cells[1]:18}  {games:5}{left_out}")
