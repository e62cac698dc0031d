// A game of Evil Hangman by a generated client, for Flutter and Dart.
import 'dart:convert';
import 'dart:io';
import 'dart:math';

import 'package:http/http.dart';
import 'package:openapi/api.dart';

/// Sends a request again until the service responds, five times at most. A request without an Idempotency-Key gets one,
/// and each retry repeats it: nothing is done twice.
class Retry extends BaseClient {
  final _http = Client();
  final _random = Random.secure();

  @override
  Future<StreamedResponse> send(BaseRequest request) async {
    final random = List.generate(4, (_) => _random.nextInt(1 << 32).toRadixString(16).padLeft(8, '0')).join('-');
    final key = request.headers['Idempotency-Key'] ?? random;
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

  /// The whole response. A body that is not JSON comes from a captive portal or a proxy, and counts as none.
  Future<Response> _whole(Request request) async {
    final response = await Response.fromStream(await _http.send(request));
    final isEmpty = [204, 304].contains(response.statusCode); // after a DELETE, and if nothing has changed
    if (isEmpty || (response.headers['content-type'] ?? '').contains('json')) return response;
    throw ClientException('That was not the service. Are you signed in to this network?');
  }
}

/// The service refused: `problem.detail` is written for players, and `problem.code` is for the app.
class Refused implements Exception {
  Refused(this.problem);
  final Problem problem;
}

/// The game that a response carries; a 409, a 412 and a reused key do, too. Throws [Refused], or an [ApiException] if no
/// response of the service came.
Future<Game> game(Future<Game?> request) async {
  try {
    return (await request)!;
  } on ApiException catch (refused) {
    if (refused.innerException != null) rethrow;
    final problem = Problem.fromJson(jsonDecode(refused.message!))!;
    return problem.game ?? (throw Refused(problem));
  }
}

void main(List<String> arguments) async {
  final url = Platform.environment['HANGMAN_URL'] ?? 'http://localhost:8000';
  final api = GamesApi(ApiClient(basePath: url)..client = Retry());
  final length = arguments.isEmpty ? 8 : int.parse(arguments.first);
  final start = GameRequest(length: length, seed: 20261121093000);
  try {
    var played = await game(api.startGame(gameRequest: start));
    for (final letter in 'eetaoinshrdlucmfwypvbgkjqxz'.split('')) { // the second e is a 409
      played = await game(api.makeGuess(played.id, GuessRequest(letter: letter)));
      print('${played.pattern} ${played.message}');
      if (played.over) break;
    }
    print('${played.word} ${played.dealer} ${played.seed}');
  } on Refused catch (refused) {
    stderr.writeln(refused.problem.detail);
    exit(1);
  } on ApiException catch (lost) {
    stderr.writeln('No network: ${lost.innerException}');
    exit(1);
  }
  exit(0); // the HTTP client keeps its connections
}
