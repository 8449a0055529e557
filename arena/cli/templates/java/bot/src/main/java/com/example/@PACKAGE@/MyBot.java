package com.example.@PACKAGE@;

import dev.kahua.Answer;
import dev.kahua.Bot;
import dev.kahua.Kahua;
import dev.kahua.Settings;
import dev.kahua.arena.v1.Ask;

/** @NAME@ plays @GAME@ for the Kahua arena: it takes the legal action that {@link Ideas} values most. */
public final class MyBot implements Bot {
    /** Is asked for a decision. The ask's view is what your seat sees, and its legal list has the actions to choose from. */
    @Override
    public Answer choose(Ask ask) {
        return Answer.index(best(ask));
    }

    /**
     * The index of the best action; of equals, the first.
     *
     * <p>TODO 3: look ahead. The library knows the rules, so you can ask what an action leads to, instead of guessing it:
     *
     * <pre>
     * Rules rules = new Rules(); // once
     * try (Position position = rules.position(ask, 1)) {
     *     List&lt;Successor&gt; successors = position.successors(50, 1, 30);
     * }
     * </pre>
     *
     * <p>Each successor has the scores right after its action, and the mean scores of 50 short random games from there.
     *
     * <p>TODO 4: use the clock. ask.getAskMs() is the time for this ask, and ask.getBankMs() what is left in your bank, in
     * milliseconds. Play more random games while there is time.
     */
    static int best(Ask ask) {
        int best = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int index = 0; index < ask.getLegalCount(); index++) {
            double value = Ideas.value(ask, ask.getLegal(index));
            if (value > most) {
                best = index;
                most = value;
            }
        }
        return best;
    }

    public static void main(String[] arguments) {
        // KAHUA_ADDR, KAHUA_NAME and KAHUA_TOKEN say where the arena is, and who you are.
        Kahua.run(new MyBot(), new Settings().games("@GAME@").matches(4));
    }
}
