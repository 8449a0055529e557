package dev.kahua;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.kahua.arena.v1.MatchEvent;
import dev.kahua.arena.v1.MatchEvents;
import dev.kahua.arena.v1.View;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** One position. The process keeps it until {@link #close} is called. */
public final class Position implements AutoCloseable {
    private final Rules rules;
    private final long handle;
    private Phase phase;
    private OptionalInt seat;
    private int legalTotal;
    private List<Integer> places;
    private List<String> drawn;

    Position(Rules rules, JsonObject answer) {
        this.rules = rules;
        handle = answer.get("position").getAsLong();
        update(answer);
    }

    /** What must happen next. */
    public enum Phase {
        /** A seat decides. */
        DECIDE,
        /** Chance is drawn. */
        CHANCE,
        /** Nothing: the game is over. */
        OVER;

        static Phase of(JsonObject answer) {
            return valueOf(answer.get("phase").getAsString().toUpperCase(Locale.ROOT));
        }
    }

    /**
     * An outcome of a chance event.
     *
     * @param notation the outcome in the game's notation
     * @param probability above 0; those of all outcomes sum to 1
     */
    public record ChanceOutcome(String notation, double probability) {}

    /** @return its number in requests */
    public long handle() {
        return handle;
    }

    /** @return what must happen next */
    public Phase phase() {
        return phase;
    }

    /** @return the seat to decide, if one is */
    public OptionalInt seat() {
        return seat;
    }

    /** @return how many legal actions that seat has */
    public int legalTotal() {
        return legalTotal;
    }

    /** @return the place of each seat, 1 for the winner, once the game is over; empty before */
    public List<Integer> places() {
        return places;
    }

    /** @return the outcomes of chance that the latest request has drawn */
    public List<String> drawn() {
        return drawn;
    }

    /** @return the legal actions in the game's notation, in the order of the ask's list */
    public List<String> legal() {
        return texts(ask("legal", Map.of()).getAsJsonArray("legal"));
    }

    /**
     * Plays a legal action.
     *
     * @param index its index in the list
     */
    public void play(int index) {
        update(ask("play", Map.of("action", index)));
    }

    /**
     * Plays a legal action.
     *
     * @param notation the action in the game's notation
     */
    public void play(String notation) {
        update(ask("play", Map.of("action", notation)));
    }

    /**
     * Plays a legal action on a copy.
     *
     * @param index its index in the list
     * @return the copy
     */
    public Position after(int index) {
        return new Position(rules, ask("play", Map.of("action", index, "copy", true)));
    }

    /** @return the outcomes of the chance event that is due; none if no chance event is */
    public List<ChanceOutcome> chance() {
        JsonObject answer = ask("chance", Map.of());
        double total = answer.get("weights_total").getAsDouble();
        return answer.getAsJsonArray("outcomes").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .map(outcome -> new ChanceOutcome(
                        outcome.get("outcome").getAsString(),
                        outcome.get("weight").getAsDouble() / total))
                .toList();
    }

    /**
     * Plays an outcome of the chance event that is due.
     *
     * @param notation the outcome in the game's notation
     */
    public void playChance(String notation) {
        update(ask("play", Map.of("chance", notation)));
    }

    /**
     * Draws chance up to the next decision.
     *
     * @param seed the seed of the luck; at least 0
     */
    public void sample(long seed) {
        update(ask("sample", Map.of("seed", seed)));
    }

    /**
     * Plays events of a match, as asks and {@code onEvents} have them.
     *
     * @param events the events
     */
    public void observe(Iterable<MatchEvent> events) {
        byte[] bytes = MatchEvents.newBuilder().addAllEvents(events).build().toByteArray();
        update(ask("observe", Map.of("events", Rules.base64(bytes))));
    }

    /** @return the points of each seat if the final scoring came now */
    public List<Integer> scores() {
        return integers(ask("scores", Map.of()).getAsJsonArray("scores"));
    }

    /**
     * What a seat or a spectator sees, as text.
     *
     * @param seat the seat; empty for a spectator
     * @return lines of text
     */
    public String text(OptionalInt seat) {
        return ask("text", viewer(seat)).get("text").getAsString();
    }

    /**
     * What a seat or a spectator sees.
     *
     * @param seat the seat; empty for a spectator
     * @return the view
     */
    public View view(OptionalInt seat) {
        Map<String, Object> arguments = viewer(seat);
        arguments.put("form", "bytes");
        String view = ask("view", arguments).get("view").getAsString();
        try {
            return View.parseFrom(Base64.getDecoder().decode(view));
        } catch (InvalidProtocolBufferException error) {
            throw new RulesException("the process sent something else than a view: " + error.getMessage(), "process");
        }
    }

    /** @return what every legal action leads to, in the order of the ask's list */
    public List<Successor> successors() {
        return successors(Map.of());
    }

    /**
     * What every legal action leads to, and what comes of random games after it.
     *
     * @param rollouts how many games are played after each action
     * @param seed the seed of all luck and all choices; at least 0
     * @param eventsMax the number of events after which each game ends
     * @return the successors in the order of the ask's list
     */
    public List<Successor> successors(int rollouts, long seed, int eventsMax) {
        return successors(Map.of("rollouts", rollouts, "seed", seed, "events_max", eventsMax));
    }

    private List<Successor> successors(Map<String, ?> arguments) {
        return ask("successors", arguments).getAsJsonArray("successors").asList().stream()
                .map(successor -> Successor.of(successor.getAsJsonObject()))
                .toList();
    }

    /**
     * Plays random games from here.
     *
     * @param n how many
     * @param seed the seed of all luck and all choices; at least 0
     * @param eventsMax the number of events after which each game ends
     * @return what came of them
     */
    public Rollouts rollout(int n, long seed, int eventsMax) {
        return Rollouts.of(ask("rollout", Map.of("n", n, "seed", seed, "events_max", eventsMax)));
    }

    /** @return the same position once more */
    public Position copy() {
        return new Position(rules, ask("clone", Map.of()));
    }

    /**
     * The same view of the seat to decide, with another guess at what it doesn't see.
     *
     * @param seed what the guess is drawn from; at least 0
     * @return the other position
     */
    public Position redraw(long seed) {
        return new Position(rules, ask("redraw", Map.of("seed", seed)));
    }

    /** Forgets the position. It is of no use any more. */
    @Override
    public void close() {
        ask("free", Map.of());
    }

    static OptionalInt seat(JsonObject answer) {
        return answer.has("seat") ? OptionalInt.of(answer.get("seat").getAsInt()) : OptionalInt.empty();
    }

    private static Map<String, Object> viewer(OptionalInt seat) {
        Map<String, Object> arguments = new HashMap<>();
        seat.ifPresent(number -> arguments.put("seat", number));
        return arguments;
    }

    private JsonObject ask(String op, Map<String, ?> arguments) {
        Map<String, Object> all = new HashMap<>(arguments);
        all.put("position", handle);
        return rules.request(op, all);
    }

    private void update(JsonObject answer) {
        phase = Phase.of(answer);
        seat = seat(answer);
        legalTotal = answer.has("legal_total") ? answer.get("legal_total").getAsInt() : 0;
        places = answer.has("places") ? integers(answer.getAsJsonArray("places")) : List.of();
        drawn = answer.has("drawn") ? texts(answer.getAsJsonArray("drawn")) : List.of();
    }

    private static List<String> texts(JsonArray array) {
        return array.asList().stream().map(JsonElement::getAsString).toList();
    }

    private static List<Integer> integers(JsonArray array) {
        return array.asList().stream().map(JsonElement::getAsInt).toList();
    }
}
