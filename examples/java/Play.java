import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.openapitools.client.*;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.model.*;

/** A game of Evil Hangman by a generated client. */
public class Play {
  interface Request {
    Game send(String key) throws ApiException;
  }

  /** The service refused: the message is written for players, and the problem's code is for the app. */
  static class Refused extends Exception {
    final Problem problem;

    Refused(Problem problem) {
      super(problem.getDetail());
      this.problem = problem;
    }
  }

  static Game game(Request request) throws Exception {
    return game(UUID.randomUUID().toString(), request);
  }

  /**
   * The game after a request, which is sent until the service responds, five times at most. Each retry repeats the
   * Idempotency-Key: nothing is done twice.
   */
  static Game game(String key, Request request) throws Exception {
    for (int tries = 1; ; tries++) {
      try {
        return request.send(key);
      } catch (ApiException refused) {
        Problem problem = problem(refused);
        boolean busy = refused.getCode() == 429 || refused.getCode() == 503;
        long pause = pause(refused, tries);
        if (problem != null && problem.getGame() != null) return problem.getGame(); // a 409, a 412, or a reused key
        if (problem != null && (!busy || pause > 10 || tries == 5)) throw new Refused(problem);
        if (tries == 5) throw new IOException("No network: the service does not respond.");
        Thread.sleep((long) (1000 * (pause + Math.random())));
      }
    }
  }

  /** What the service refused; null if the response was lost, or is a captive portal's or a proxy's. */
  static Problem problem(ApiException refused) {
    try {
      return JSON.getDefault().getMapper().readValue(refused.getResponseBody(), Problem.class);
    } catch (IOException | IllegalArgumentException notJson) {
      return null;
    }
  }

  static long pause(ApiException refused, int tries) {
    if (refused.getResponseHeaders() == null) return 1 << tries;
    return refused.getResponseHeaders().firstValue("Retry-After").filter(it -> it.matches("\\d{1,9}")).map(Long::valueOf).orElse(1L << tries);
  }

  public static void main(String[] arguments) throws Exception {
    ApiClient http = new ApiClient();
    http.updateBaseUri(System.getenv().getOrDefault("HANGMAN_URL", "http://localhost:8000"));
    http.setConnectTimeout(Duration.ofSeconds(10)).setReadTimeout(Duration.ofSeconds(10));
    GamesApi api = new GamesApi(http);
    int length = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8;
    try {
      Game played = game(key -> api.startGame(key, new GameRequest().length(length).seed(20261121093000L)));
      String id = played.getId();
      for (String letter : "eetaoinshrdlucmfwypvbgkjqxz".split("")) { // the second e is a 409
        played = game(key -> api.makeGuess(id, new GuessRequest().letter(letter), key, null, null));
        System.out.println(played.getPattern() + " " + played.getMessage());
        if (played.getOver()) break;
      }
      System.out.println(played.getWord() + " " + played.getDealer() + " " + played.getSeed());
    } catch (Refused | IOException error) {
      System.err.println(error.getMessage());
      System.exit(1);
    }
  }
}
