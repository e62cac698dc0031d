import java.io.IOException
import java.util.UUID
import org.openapitools.client.apis.GamesApi
import org.openapitools.client.infrastructure.*
import org.openapitools.client.models.*

/** Sends a request, again if no answer comes. Returns the answer, or prints the problem. */
fun <T> answer(tries: Int = 3, request: () -> T): T? =
    try {
        request()
    } catch (refused: ClientException) {
        val body = (refused.response as ClientError<*>).body as String
        val problem = Serializer.gson.fromJson(body, Problem::class.java)
        println("${problem.code} ${problem.game?.pattern ?: problem.title}")
        null
    } catch (lost: IOException) {
        if (tries == 1) throw lost
        answer(tries - 1, request)
    }

fun main() {
    val api = GamesApi(System.getenv("HANGMAN_URL") ?: "http://localhost:8000")
    answer { api.startGame(gameRequest = GameRequest(length = 60)) }
    println(answer { api.startGame(gameRequest = GameRequest(daily = "today")) }?.pattern)

    var game = answer { api.startGame(gameRequest = GameRequest(length = 8, seed = 20261121093000)) }!!
    for (letter in "eetaoinshrdlucmfwypvbgkjqxz") {
        val key = "${UUID.randomUUID()}"
        game = answer { api.makeGuess(game.id, GuessRequest(letter = "$letter"), key) } ?: continue
        println("${game.lastGuess?.letter} ${game.pattern}")
        if (game.over) break
    }
    println("${game.dealer} ${game.word} ${game.seed}")
    answer { api.getConfession(game.id) }?.let { println(it.odds.sameAnswers) }
}
