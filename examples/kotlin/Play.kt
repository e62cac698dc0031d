// A game of Evil Hangman by a generated client.
import java.io.IOException
import java.util.UUID
import kotlin.random.Random
import kotlin.system.exitProcess
import okhttp3.Interceptor
import okhttp3.OkHttpClient
import okhttp3.Response
import org.openapitools.client.apis.GamesApi
import org.openapitools.client.infrastructure.*
import org.openapitools.client.models.*

/**
 * Sends a request again until the service responds, five times at most. A request without an Idempotency-Key gets one,
 * and each retry repeats it: nothing is done twice. OkHttp waits ten seconds for each response.
 */
val retry = Interceptor { chain ->
    val key = chain.request().header("Idempotency-Key") ?: "${UUID.randomUUID()}"
    val request = chain.request().newBuilder().header("Idempotency-Key", key).build()
    for (seconds in listOf(1, 2, 4, 8)) {
        var pause = seconds
        try {
            val response = whole(chain.proceed(request))
            pause = response.header("Retry-After")?.toIntOrNull() ?: seconds
            if (response.code !in listOf(429, 503) || pause > 10) return@Interceptor response
            response.close()
        } catch (lost: IOException) {
            if (chain.call().isCanceled()) throw lost
        }
        Thread.sleep(pause * 1000L + Random.nextLong(1000))
    }
    whole(chain.proceed(request))
}

/** The whole response. A body that is not JSON comes from a captive portal or a proxy, and counts as none. */
fun whole(response: Response): Response {
    try {
        response.peekBody(Long.MAX_VALUE)
        val isEmpty = response.code in listOf(204, 304) // after a DELETE, and if nothing has changed
        if (isEmpty || response.header("Content-Type").orEmpty().contains("json")) return response
        throw IOException("That was not the service. Are you signed in to this network?")
    } catch (lost: IOException) {
        response.close()
        throw lost
    }
}

/** The service refused: the message is written for players, and `problem.code` is for the app. */
class Refused(val problem: Problem) : Exception(problem.detail) {
    /** False if the same request can succeed later. */
    val isFinal = problem.status < 500 && problem.status !in listOf(408, 429)
}

/** The game that a response carries; a 409, a 412 and a reused key do, too. */
fun game(request: () -> Game): Game =
    try {
        request()
    } catch (refused: ClientException) {
        carried((refused.response as ClientError<*>).body)
    } catch (failed: ServerException) {
        carried((failed.response as ServerError<*>).body)
    }

fun carried(body: Any?): Game {
    val problem = Serializer.gson.fromJson(body as String, Problem::class.java)
    return problem.game ?: throw Refused(problem)
}

fun main(arguments: Array<String>) {
    val url = System.getenv("HANGMAN_URL") ?: "http://localhost:8000"
    val api = GamesApi(url, OkHttpClient.Builder().addInterceptor(retry).build())
    val length = arguments.firstOrNull()?.toInt() ?: 8
    try {
        var played = game { api.startGame(gameRequest = GameRequest(length = length, seed = 20261121093000)) }
        for (letter in "eetaoinshrdlucmfwypvbgkjqxz") { // the second e is a 409
            played = game { api.makeGuess(played.id, GuessRequest(letter = "$letter")) }
            println("${played.pattern} ${played.message}")
            if (played.over) break
        }
        println("${played.word} ${played.dealer} ${played.seed}")
    } catch (refused: Refused) {
        fail(refused)
    } catch (lost: IOException) {
        fail(lost)
    }
}

fun fail(error: Exception): Nothing {
    System.err.println(error.message)
    exitProcess(1)
}
