// A game of Evil Hangman by a generated client.
import Foundation
import OpenAPIClient

/// Gives each request ten seconds; by default, URLSession waits for a minute.
final class TenSeconds: OpenAPIInterceptor {
    func intercept<T>(urlRequest: URLRequest, urlSession: URLSessionProtocol, requestBuilder: RequestBuilder<T>, completion: @Sendable @escaping (Result<URLRequest, Error>) -> Void) {
        var request = urlRequest
        request.timeoutInterval = 10
        completion(.success(request))
    }

    func retry<T>(urlRequest: URLRequest, urlSession: URLSessionProtocol, requestBuilder: RequestBuilder<T>, data: Data?, response: URLResponse?, error: Error, completion: @Sendable @escaping (OpenAPIInterceptorRetry) -> Void) {
        completion(.dontRetry)
    }
}

/// The service refused: `problem.detail` is written for players, and `problem.code` is for the app.
struct Refused: Error {
    let problem: Problem
}

/// No response of the service came.
struct NoNetwork: Error {}

/// The game after a request, which is sent until the service responds, five times at most. Each retry repeats the
/// Idempotency-Key: nothing is done twice. Throws `Refused` or `NoNetwork`.
@MainActor
func game(key: String = UUID().uuidString, _ request: (String) async throws -> Game) async throws -> Game {
    for tries in 1...5 {
        do {
            return try await request(key)
        } catch ErrorResponse.error(let status, let data, let response, _) {
            // Nil if the response was lost, or is a captive portal's or a proxy's.
            let problem = data.flatMap { try? OpenAPIClientAPIConfiguration.shared.codableHelper.decode(Problem.self, from: $0).get() }
            if let carried = problem?.game { return carried } // a 409, a 412, or a reused key
            let header = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Retry-After")
            let seconds = header.flatMap { Double($0) } ?? Double(1 << tries)
            let isBusy = (status == 429 || status == 503) && seconds <= 10
            if let problem, !isBusy || tries == 5 { throw Refused(problem: problem) }
            if tries < 5 { try await Task.sleep(for: .seconds(seconds + Double.random(in: 0...1))) }
        }
    }
    throw NoNetwork()
}

let settings = OpenAPIClientAPIConfiguration.shared
settings.basePath = ProcessInfo.processInfo.environment["HANGMAN_URL"] ?? "http://localhost:8000"
settings.interceptor = TenSeconds()

let length = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) : 8
let start = GameRequest(length: length, seed: 20261121093000)
do {
    var played = try await game { try await GamesAPI.startGame(idempotencyKey: $0, gameRequest: start) }
    let id = played.id
    for letter in "eetaoinshrdlucmfwypvbgkjqxz" { // the second e is a 409
        let guess = GuessRequest(letter: String(letter))
        played = try await game { try await GamesAPI.makeGuess(gameId: id, guessRequest: guess, idempotencyKey: $0) }
        print(played.pattern, played.message)
        if played.over { break }
    }
    print(played.word ?? "", played.dealer ?? "", played.seed ?? 0)
} catch let refused as Refused {
    print(refused.problem.detail)
    exit(1)
} catch is NoNetwork {
    print("No network: the service does not respond.")
    exit(1)
}
