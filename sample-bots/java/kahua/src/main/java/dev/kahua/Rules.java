package dev.kahua;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.kahua.arena.v1.Ask;
import dev.kahua.arena.v1.View;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rules of all games, to look ahead with. They run in a process of their own, which ends with {@link #close}.
 *
 * <p>The process is {@code kahua rules}. KAHUA_RULES is the path of the program {@code kahua}; without it, {@code kahua} is
 * looked for in the folders of PATH. The object may be used by several threads; they take turns. All methods throw a {@link
 * RulesException} if the rules refuse a request, or if the process has ended.
 */
public final class Rules implements AutoCloseable {
    private static final Gson GSON = new Gson();

    private final String command;
    private final Process process;
    private final BufferedWriter input;
    private final BufferedReader output;
    private boolean closed;

    /** Starts the process. */
    public Rules() {
        this(List.of(program(), "rules"));
    }

    /**
     * Starts the process with this command.
     *
     * @param words the program and its arguments, such as {@code --ruleset FILE} after {@code rules}
     */
    public Rules(List<String> words) {
        command = String.join(" ", words);
        try {
            process = new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException error) {
            String remedy = "put kahua into a folder of PATH, or set KAHUA_RULES to its path";
            throw new RulesException("can't start " + command + ": " + error.getMessage() + "; " + remedy, "process");
        }
        input = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private static String program() {
        String set = System.getenv("KAHUA_RULES");
        return set == null || set.isEmpty() ? "kahua" : set;
    }

    /**
     * A game from its beginning, with the fewest seats that it allows. Chance is due.
     *
     * @param game the game's name
     * @return the position
     */
    public Position start(String game) {
        return open("start", Map.of("game", game));
    }

    /**
     * A game from its beginning, with chance drawn up to the first decision.
     *
     * @param game the game's name
     * @param seats how many seats play
     * @param options options such as {@code variant=tactical}
     * @param seed the seed of the luck
     * @return the position
     */
    public Position start(String game, int seats, List<String> options, long seed) {
        return open("start", Map.of("game", game, "seats", seats, "options", options, "seed", seed));
    }

    /**
     * The position of an ask.
     *
     * @param ask the ask
     * @param seed what the bot doesn't see is guessed from it; at least 0
     * @return the position
     */
    public Position position(Ask ask, long seed) {
        Ask.Builder brief = Ask.newBuilder()
                .setGame(ask.getGame())
                .setSeat(ask.getSeat())
                .setView(ask.getView())
                .setLegalTotal(ask.getLegalTotal());
        return open("from_ask", Map.of("ask", base64(brief.build().toByteArray()), "seed", seed));
    }

    /**
     * The position that a view shows to the seat to decide.
     *
     * @param game the game's name
     * @param view the view
     * @param seed what the view doesn't show is guessed from it; at least 0
     * @return the position
     */
    public Position fromView(String game, View view, long seed) {
        return open("from_view", Map.of("game", game, "view", base64(view.toByteArray()), "seed", seed));
    }

    /**
     * Any request of docs/bots/rules.md.
     *
     * @param op the operation
     * @param arguments its arguments
     * @return its answer
     */
    public JsonObject request(String op, Map<String, ?> arguments) {
        Map<String, Object> request = new LinkedHashMap<>(arguments);
        request.put("op", op);
        return checked(exchange(request).getAsJsonObject());
    }

    /**
     * Many requests at once, which is several times faster.
     *
     * @param requests the requests, each with its {@code op}
     * @return their answers; one that failed has an {@code error}
     */
    public JsonArray batch(List<? extends Map<String, ?>> requests) {
        JsonElement answers = exchange(requests);
        if (answers.isJsonObject()) {
            // A line that can't be read at all has one answer.
            checked(answers.getAsJsonObject());
        }
        return answers.getAsJsonArray();
    }

    /** Ends the process. Its positions are of no use any more. */
    @Override
    public synchronized void close() {
        closed = true;
        try {
            input.close();
        } catch (IOException ended) {
            // It has ended by itself.
        }
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private Position open(String op, Map<String, ?> arguments) {
        return new Position(this, request(op, arguments));
    }

    private synchronized JsonElement exchange(Object request) {
        if (closed) {
            throw new RulesException("these rules were closed", "process");
        }
        String line = null;
        try {
            input.write(GSON.toJson(request));
            input.write('\n');
            input.flush();
            line = output.readLine();
        } catch (IOException ended) {
            // The line that isn't there says so.
        }
        if (line == null) {
            throw new RulesException(command + " has ended (" + status() + ")", "process");
        }
        return JsonParser.parseString(line);
    }

    private String status() {
        try {
            return "exit status " + process.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return "no exit status yet";
        }
    }

    private static JsonObject checked(JsonObject answer) {
        if (answer.has("error")) {
            throw new RulesException(
                    answer.get("error").getAsString(), answer.get("kind").getAsString());
        }
        return answer;
    }
}
