// An app that starts a game, and deletes it. When it was killed on the way, it goes on with the same request.
import java.io.File
import okhttp3.OkHttpClient
import org.openapitools.client.apis.GamesApi
import org.openapitools.client.models.GameRequest

fun main() {
    val api = GamesApi(System.getenv("HANGMAN_URL"), OkHttpClient.Builder().addInterceptor(retry).build())
    val file = File("kept.json")
    val played = api.sendKept(file) ?: api.send(Kept(start = GameRequest(length = 8)), file)
    val version = api.getGameWithHttpInfo(played.id, null).headers.getValue("etag").single()
    val unchanged = api.getGameWithHttpInfo(played.id, version).statusCode
    api.deleteGame(played.id)
    println("$unchanged, deleted, kept: ${file.exists()}")
}
