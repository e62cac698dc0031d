// A request that survives the end of the app: it is stored before it is sent, until its response has come.
import java.io.File
import java.util.UUID
import org.openapitools.client.apis.GamesApi
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.*

/** A start, or a guess at the game `id`, with the key that every try repeats. */
class Kept(
    val start: GameRequest? = null,
    val id: String? = null,
    val guess: GuessRequest? = null,
    val key: String = "${UUID.randomUUID()}",
)

/** The game after a new request. */
fun GamesApi.send(kept: Kept, file: File): Game {
    val beside = File("${file.path}.new")
    beside.writeText(Serializer.gson.toJson(kept))
    check(beside.renameTo(file)) // the file is whole, or it is not there
    return sendKept(file)!!
}

/** The game after the request that was under way when the app ended; null if there was none. */
fun GamesApi.sendKept(file: File): Game? {
    val kept = file.takeIf { it.exists() }?.let { Serializer.gson.fromJson(it.readText(), Kept::class.java) } ?: return null
    try {
        val played = game {
            if (kept.id == null) startGame(kept.key, kept.start) else makeGuess(kept.id, kept.guess!!, kept.key)
        }
        file.delete()
        return played
    } catch (refused: Refused) {
        if (refused.isFinal) file.delete()
        throw refused
    }
}
