<?php

require "client/vendor/autoload.php";

use OpenAPI\Client\{ApiException, Configuration, ObjectSerializer};
use OpenAPI\Client\Api\GamesApi;
use OpenAPI\Client\Model\{GameRequest, GuessRequest};

/** Sends a request. Returns the answer, or prints the problem. */
function answer(callable $request)
{
    try {
        return $request();
    } catch (ApiException $refused) {
        $problem = $refused->getResponseObject();
        echo $problem->getCode(), " ", $problem->getGame()?->getPattern() ?? $problem->getTitle(), "\n";
        return null;
    }
}

$api = new GamesApi(null, (new Configuration())->setHost(getenv("HANGMAN_URL") ?: "http://localhost:8000"));
answer(fn() => $api->startGame(null, new GameRequest(["length" => 60])));
echo answer(fn() => $api->startGame(null, new GameRequest(["daily" => "today"])))->getPattern(), "\n";

$game = answer(fn() => $api->startGame(null, new GameRequest(["length" => 8, "seed" => 20261121093000])));
foreach (str_split("eetaoinshrdlucmfwypvbgkjqxz") as $letter) {
    $guessed = answer(fn() => $api->makeGuess($game->getId(), new GuessRequest(["letter" => $letter])));
    if (!$guessed) {
        continue;
    }
    $game = $guessed;
    echo $game->getLastGuess()->getLetter(), " ", $game->getPattern(), "\n";
    if ($game->getOver()) {
        break;
    }
}
echo $game->getDealer(), " ", $game->getWord(), " ", $game->getSeed(), "\n";
$confession = answer(fn() => $api->getConfession($game->getId()));
if ($confession) {
    echo $confession->getOdds()->getSameAnswers(), "\n";
}
