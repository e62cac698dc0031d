"""A game by the client that openapi-python-client generates."""

import os
import sys

from evil_hangman_client import Client
from evil_hangman_client.api.games import make_guess, start_game
from evil_hangman_client.models import Game, GameRequest, GuessRequest, Problem
from httpx import RequestError, Timeout
from retry import Refused, Retry

URL = os.environ.get("HANGMAN_URL", "http://localhost:8000")
api = Client(URL, timeout=Timeout(10), httpx_args={"transport": Retry()})


def game(answered: Game | Problem | None) -> Game:
    """The game of a response; a 409, a 412 and a reused key carry it, too."""
    if isinstance(answered, Game):
        return answered
    if answered and answered.game:
        return answered.game
    if answered:
        raise Refused(answered.detail, answered.code)
    sys.exit("The service is newer than this client.")


try:
    length = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    start = GameRequest.from_dict({"length": length, "seed": 20261121093000})
    played = game(start_game.sync(client=api, body=start))
    for letter in "eetaoinshrdlucmfwypvbgkjqxz":  # the second e is a 409
        played = game(make_guess.sync(played.id, client=api, body=GuessRequest(letter=letter)))
        print(played.pattern, played.message)
        if played.over:
            break
    print(played.word, played.dealer, played.seed)
except Refused as refused:
    sys.exit(str(refused))
except RequestError as error:
    sys.exit(f"No network: {error}")
