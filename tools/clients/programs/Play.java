import org.openapitools.client.*;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.model.*;

public class Play {
  static Problem problem(ApiException error) throws Exception {
    return JSON.getDefault().getMapper().readValue(error.getResponseBody(), Problem.class);
  }

  public static void main(String[] arguments) throws Exception {
    ApiClient http = new ApiClient();
    http.updateBaseUri("http://localhost:8000");
    GamesApi api = new GamesApi(http);
    try {
      api.startGame(null, new GameRequest().length(60));
    } catch (ApiException error) {
      Problem refused = problem(error);
      System.out.println(refused.getType() + " " + refused.getDetail());
    }
    Game game = api.startGame(null, new GameRequest().length(8).seed(20261121093000L));
    for (String letter : "eetaoinshrdlucmfwypvbgkjqxz".split("")) {
      try {
        game = api.makeGuess(game.getId(), new GuessRequest().letter(letter), null, null);
        System.out.println(game.getLastGuess().getLetter() + " " + game.getPattern());
        if (!game.getStatus().equals("in_progress")) break;
      } catch (ApiException error) {
        System.out.println(problem(error).getType() + " " + problem(error).getGame().getPattern());
      }
    }
    System.out.println(game.getDealer() + " " + game.getWord() + " " + game.getSeed());
  }
}
