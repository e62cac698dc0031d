// A game of Evil Hangman by a generated client, for Flutter and Dart.
import 'dart:convert';
import 'dart:io';
import 'dart:math';

import 'package:http/http.dart';
import 'package:openapi/api.dart';

/// Sends a request again until the service responds, five times at most. Each request gets a new Idempotency-Key, and
/// each retry repeats it: nothing is done twice.
class Retry extends BaseClient {
  final _http = Client();
  final _random = Random.secure();

  @override
  Future<StreamedResponse> send(BaseRequest request) async {
    final key = List.generate(4, (_) => _random.nextInt(1 << 32).toRadixString(16)).join('-');
    for (var tries = 1;; tries++) {
      var seconds = 1 << tries;
      try {
        final copy = Request(request.method, request.url)
          ..headers.addAll({...request.headers, 'Idempotency-Key': key})
          ..bodyBytes = (request as Request).bodyBytes;
        final response = await _whole(copy).timeout(const Duration(seconds: 10));
        seconds = int.tryParse(response.headers['retry-after'] ?? '') ?? seconds;
        if (![429, 503].contains(response.statusCode) || seconds > 10 || tries == 5) {
          return StreamedResponse(Stream.value(response.bodyBytes), response.statusCode, headers: response.headers);
        }
      } on Exception {
        if (tries == 5) rethrow;
      }
      await Future<void>.delayed(Duration(milliseconds: 1000 * seconds + _random.nextInt(1000)));
    }
  }

  /// The whole response. What is not JSON comes from a captive portal or a proxy, and counts as none.
  Future<Response> _whole(Request request) async {
    final response = await Response.fromStream(await _http.send(request));
    if (response.statusCode == 304 || (response.headers['content-type'] ?? '').contains('json')) return response;
    throw ClientException('That was not the service. Are you signed in to this network?');
  }
}

/// The game that a response carries; a 409, a 412 and a reused key do, too.
Future<Game> game(Future<Game?> request) async {
  try {
    return (await request)!;
  } on ApiException catch (refused) {
    if (refused.innerException == null) {
      final problem = Problem.fromJson(jsonDecode(refused.message!))!;
      if (problem.game != null) return problem.game!;
      stderr.writeln(problem.detail); // written for players
    } else {
      stderr.writeln('No network: ${refused.innerException}');
    }
    exit(1);
  }
}

void main(List<String> arguments) async {
  final url = Platform.environment['HANGMAN_URL'] ?? 'http://localhost:8000';
  final api = GamesApi(ApiClient(basePath: url)..client = Retry());
  final length = arguments.isEmpty ? 8 : int.parse(arguments.first);
  final start = GameRequest(length: length, seed: 20261121093000);
  var played = await game(api.startGame(gameRequest: start));
  for (final letter in 'eetaoinshrdlucmfwypvbgkjqxz'.split('')) { // the second e is a 409
    played = await game(api.makeGuess(played.id, GuessRequest(letter: letter)));
    print('${played.pattern} ${played.message}');
    if (played.over) break;
  }
  print('${played.word} ${played.dealer} ${played.seed}');
  exit(0); // the HTTP client keeps its connections
}
