<?php
// A game of Evil Hangman by a generated client: php play.php [LENGTH]

require "client/vendor/autoload.php";

use GuzzleHttp\{Client, HandlerStack, Middleware};
use GuzzleHttp\Exception\TransferException;
use OpenAPI\Client\{ApiException, Configuration};
use OpenAPI\Client\Api\GamesApi;
use OpenAPI\Client\Model\{Game, GameRequest, GuessRequest, Problem};
use Psr\Http\Message\{RequestInterface, ResponseInterface};

/** Guzzle's handlers, with retries: a request is sent until the service responds, five times at most. */
function retrying(): HandlerStack
{
    $seconds = fn(int $tries, ?ResponseInterface $response)
        => (int) ($response?->getHeaderLine("Retry-After") ?: 2 ** ($tries - 1));
    $pause = fn(int $tries, ?ResponseInterface $response) => 1000 * $seconds($tries, $response) + random_int(0, 1000);
    $again = fn(int $tries, RequestInterface $request, ?ResponseInterface $response) => $tries < 4
        && (!$response || in_array($response->getStatusCode(), [429, 503]) && $seconds(1, $response) <= 10);
    $handlers = HandlerStack::create();
    $handlers->push(Middleware::retry($again, $pause));
    $handlers->push(Middleware::mapResponse("ofTheService"));
    return $handlers;
}

/** The same response. A body that is not JSON was cut, or is a captive portal's or a proxy's: it counts as none. */
function ofTheService(ResponseInterface $response): ResponseInterface
{
    if (in_array($response->getStatusCode(), [204, 304]) || json_decode((string) $response->getBody())) {
        return $response;
    }
    throw new TransferException("That was not the service. Are you signed in to this network?");
}

/** The service refused: the message is written for players, and the problem's code is for the app. */
class Refused extends RuntimeException
{
    public function __construct(public readonly Problem $problem)
    {
        parent::__construct($problem->getDetail());
    }
}

/** The game after a request. Each retry repeats the Idempotency-Key, by default a new one: nothing is done twice. */
function game(callable $request, ?string $key = null): Game
{
    try {
        return $request($key ?? bin2hex(random_bytes(16)));
    } catch (ApiException $refused) {
        $problem = $refused->getResponseObject();
        return $problem?->getGame() // a 409, a 412, or a reused key
            ?? throw $problem ? new Refused($problem) : new TransferException($refused->getMessage());
    }
}

$http = new Client(["timeout" => 10, "handler" => retrying()]);
$api = new GamesApi($http, (new Configuration())->setHost(getenv("HANGMAN_URL") ?: "http://localhost:8000"));
$start = new GameRequest(["length" => (int) ($argv[1] ?? 8), "seed" => 20261121093000]);
try {
    $played = game(fn($key) => $api->startGame($key, $start));
    foreach (str_split("eetaoinshrdlucmfwypvbgkjqxz") as $letter) { // the second e is a 409
        $guess = new GuessRequest(["letter" => $letter]);
        $played = game(fn($key) => $api->makeGuess($played->getId(), $guess, $key));
        echo "{$played->getPattern()} {$played->getMessage()}\n";
        if ($played->getOver()) {
            break;
        }
    }
    echo "{$played->getWord()} {$played->getDealer()} {$played->getSeed()}\n";
} catch (Refused | TransferException $error) {
    fwrite(STDERR, $error->getMessage() . "\n");
    exit(1);
}
