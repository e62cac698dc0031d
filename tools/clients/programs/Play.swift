import Foundation
import OpenAPIClient

let settings = OpenAPIClientAPIConfiguration.shared
settings.basePath = ProcessInfo.processInfo.environment["HANGMAN_URL"] ?? "http://localhost:8000"

/// Sends a request, again if no answer comes. Returns the answer, or prints the problem.
func answer<T>(_ request: () async throws -> T, tries: Int = 3) async throws -> T? {
    do {
        return try await request()
    } catch ErrorResponse.error(_, let data?, _, _) {
        let problem = try settings.codableHelper.decode(Problem.self, from: data).get()
        print(problem.code, problem.game?.pattern ?? problem.title)
        return nil
    } catch {
        if tries == 1 { throw error }
        return try await answer(request, tries: tries - 1)
    }
}

func start(_ request: GameRequest) async throws -> Game? {
    let key = UUID().uuidString
    return try await answer { try await GamesAPI.startGame(idempotencyKey: key, gameRequest: request) }
}

func guess(_ game: Game, _ letter: String) async throws -> Game? {
    let key = UUID().uuidString
    let request = GuessRequest(letter: letter)
    return try await answer {
        try await GamesAPI.makeGuess(gameId: game.id, guessRequest: request, idempotencyKey: key)
    }
}

_ = try await start(GameRequest(length: 60))
print(try await start(GameRequest(daily: "today"))?.pattern ?? "")

guard var game = try await start(GameRequest(length: 8, seed: 20261121093000)) else { exit(1) }
for letter in "eetaoinshrdlucmfwypvbgkjqxz" {
    guard let guessed = try await guess(game, String(letter)) else { continue }
    game = guessed
    print(game.lastGuess?.letter ?? "", game.pattern)
    if game.over { break }
}
print(game.dealer ?? "", game.word ?? "", game.seed ?? 0)
let id = game.id
if let confession = try await answer({ try await GamesAPI.getConfession(gameId: id) }) {
    print(confession.odds.sameAnswers)
}
