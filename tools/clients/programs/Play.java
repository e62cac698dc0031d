import org.openapitools.client.*;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.model.*;

public class Play {
  interface Request<T> {
    T send() throws ApiException;
  }

  /** Sends a request. Returns the answer, or prints the problem. */
  static <T> T answer(Request<T> request) throws Exception {
    try {
      return request.send();
    } catch (ApiException refused) {
      Problem problem = JSON.getDefault().getMapper().readValue(refused.getResponseBody(), Problem.class);
      Game game = problem.getGame();
      System.out.println(problem.getCode() + " " + (game == null ? problem.getTitle() : game.getPattern()));
      return null;
    }
  }

  public static void main(String[] arguments) throws Exception {
    ApiClient http = new ApiClient();
    http.updateBaseUri(System.getenv().getOrDefault("HANGMAN_URL", "http://localhost:8000"));
    GamesApi api = new GamesApi(http);
    answer(() -> api.startGame(null, new GameRequest().length(60)));
    System.out.println(answer(() -> api.startGame(null, new GameRequest().daily("today"))).getPattern());

    Game game = answer(() -> api.startGame(null, new GameRequest().length(8).seed(20261121093000L)));
    String id = game.getId();
    for (String letter : "eetaoinshrdlucmfwypvbgkjqxz".split("")) {
      Game guessed = answer(() -> api.makeGuess(id, new GuessRequest().letter(letter), null, null, null));
      if (guessed == null) continue;
      game = guessed;
      System.out.println(game.getLastGuess().getLetter() + " " + game.getPattern());
      if (game.getOver()) break;
    }
    System.out.println(game.getDealer() + " " + game.getWord() + " " + game.getSeed());
    Confession confession = answer(() -> api.getConfession(id, null, null));
    if (confession != null) System.out.println(confession.getOdds().getSameAnswers());
  }
}
