package dev.kahua;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;

/**
 * What came of random games.
 *
 * @param meanScores the mean points of each seat
 * @param wins the share of the games in which each seat came first; those who tie share it
 * @param finished how many of the games reached their end
 */
public record Rollouts(List<Double> meanScores, List<Double> wins, int finished) {
    static Rollouts of(JsonObject answer) {
        return new Rollouts(
                numbers(answer.getAsJsonArray("mean_scores")),
                numbers(answer.getAsJsonArray("wins")),
                answer.get("finished").getAsInt());
    }

    private static List<Double> numbers(JsonArray array) {
        return array.asList().stream().map(JsonElement::getAsDouble).toList();
    }
}
