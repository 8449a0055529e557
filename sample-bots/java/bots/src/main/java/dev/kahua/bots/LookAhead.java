package dev.kahua.bots;

import dev.kahua.Answer;
import dev.kahua.Bot;
import dev.kahua.Kahua;
import dev.kahua.Position;
import dev.kahua.Rules;
import dev.kahua.Settings;
import dev.kahua.Successor;
import dev.kahua.arena.v1.Ask;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A bot that looks one move ahead by the rules: it tries every action out in short random games. */
public final class LookAhead implements Bot {
    /** How many games are played after each action. */
    private static final int ROLLOUTS = 200;

    /**
     * How far each of them goes: after so many events, the points are counted as they would be at the end. Hawaii is played
     * to its end.
     */
    private static final Map<String, Integer> EVENTS = Map.of("haleakala", 15, "hawaii", 400);

    private final Rules rules;
    private final SplittableRandom lots = new SplittableRandom();

    private LookAhead(Rules rules) {
        this.rules = rules;
    }

    @Override
    public Answer choose(Ask ask) {
        if (ask.getLegalTotal() == 1) {
            return Answer.index(0);
        }
        // Other seeds each time, for other guesses at what this seat doesn't see, and other luck.
        try (Position position = rules.position(ask, lots.nextLong(Long.MAX_VALUE))) {
            List<Successor> successors =
                    position.successors(ROLLOUTS, lots.nextLong(Long.MAX_VALUE), EVENTS.get(ask.getGame()));
            int best = 0;
            for (int index = 1; index < successors.size(); index++) {
                if (value(successors.get(index), ask.getSeat()) > value(successors.get(best), ask.getSeat())) {
                    best = index;
                }
            }
            return Answer.index(best);
        }
    }

    /** How good an action is for this seat: its mean lead over the best of the others. */
    private static double value(Successor successor, int seat) {
        List<Double> scores = successor.rollouts().orElseThrow().meanScores();
        double best = Double.NEGATIVE_INFINITY;
        for (int other = 0; other < scores.size(); other++) {
            if (other != seat) {
                best = Math.max(best, scores.get(other));
            }
        }
        return scores.get(seat) - best;
    }

    public static void main(String[] arguments) {
        try (Rules rules = new Rules()) {
            Kahua.run(new LookAhead(rules), new Settings().games("haleakala", "hawaii"));
        }
    }
}
