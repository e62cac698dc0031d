import 'dart:convert';
import 'dart:io';
import 'dart:math';

import 'package:openapi/api.dart';

final api = GamesApi(ApiClient(
  basePath: Platform.environment['HANGMAN_URL'] ?? 'http://localhost:8000',
));

/// Sends a request, again if no answer comes. Returns the answer, or prints the problem.
Future<T?> answer<T>(Future<T?> Function() request, [int tries = 3]) async {
  try {
    return await request();
  } on ApiException catch (refused) {
    if (refused.innerException == null) {
      final problem = Problem.fromJson(jsonDecode(refused.message!))!;
      print('${problem.code} ${problem.game?.pattern ?? problem.title}');
      return null;
    }
    if (tries == 1) rethrow;
    return answer(request, tries - 1);
  }
}

/// A key for one request; the package uuid makes them, too.
String newKey() {
  final random = Random.secure();
  return [for (var n = 0; n < 4; n++) random.nextInt(1 << 32).toRadixString(16).padLeft(8, '0')].join();
}

Future<Game?> start(GameRequest request) {
  final key = newKey();
  return answer(() => api.startGame(idempotencyKey: key, gameRequest: request));
}

Future<Game?> guess(Game game, String letter) {
  final key = newKey();
  final request = GuessRequest(letter: letter);
  return answer(() => api.makeGuess(game.id, request, idempotencyKey: key));
}

void main() async {
  await start(GameRequest(length: 60));
  print((await start(GameRequest(daily: 'today')))?.pattern);

  var game = (await start(GameRequest(length: 8, seed: 20261121093000)))!;
  for (final letter in 'eetaoinshrdlucmfwypvbgkjqxz'.split('')) {
    final guessed = await guess(game, letter);
    if (guessed == null) continue;
    game = guessed;
    print('${game.lastGuess?.letter} ${game.pattern}');
    if (game.over) break;
  }
  print('${game.dealer} ${game.word} ${game.seed}');
  final confession = await answer(() => api.getConfession(game.id));
  if (confession != null) print(confession.odds.sameAnswers);
}
