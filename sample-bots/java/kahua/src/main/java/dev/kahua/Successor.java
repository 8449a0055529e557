package dev.kahua;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a legal action leads to.
 *
 * @param action the action in the game's notation; the index in the list is its index in the ask's list
 * @param scores the points of each seat if the final scoring came right after the action
 * @param phase what must happen then
 * @param seat the seat to decide then, if one is
 * @param rollouts what came of random games after the action, if they were asked for
 */
public record Successor(
        String action, List<Integer> scores, Position.Phase phase, OptionalInt seat, Optional<Rollouts> rollouts) {
    static Successor of(JsonObject answer) {
        return new Successor(
                answer.get("action").getAsString(),
                answer.getAsJsonArray("scores").asList().stream()
                        .map(JsonElement::getAsInt)
                        .toList(),
                Position.Phase.of(answer),
                Position.seat(answer),
                answer.has("rollouts") ? Optional.of(Rollouts.of(answer)) : Optional.empty());
    }
}
